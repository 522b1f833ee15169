import { type RefObject, useState } from 'react'
import { track } from '../analytics/track.ts'
import { usePlayback } from './use-playback.ts'
import type { VideoState } from './video-overlay.tsx'
import type { VideoSource } from './video-sources.ts'

type Told = {
  /** What every event says of the place where the film is shown. */
  where: Record<string, string | number>
  onEnded?: (() => void) | undefined
  onTrouble?: ((hasTrouble: boolean) => void) | undefined
}

/** The state of a film, from loading to aborted, and all that is told of it. */
export function useFilm(
  ref: RefObject<HTMLVideoElement | null>,
  sources: VideoSource[],
  { where, onEnded, onTrouble }: Told,
) {
  const playback = usePlayback(ref)
  const [state, setState] = useState<VideoState>(sources.length > 0 ? 'loading' : 'aborted')

  function settle() {
    setState(before => (before === 'aborted' ? before : ref.current?.paused ? 'paused' : 'playing'))
  }

  function sourceFailed(source: VideoSource) {
    track('video_load_error', { ...where, file: source.name, file_type: source.type })
    if (source !== sources.at(-1)) return
    setState('aborted')
    onTrouble?.(true)
  }

  const listeners = {
    ...playback.listeners,
    onPlay() {
      playback.listeners.onPlay()
      track('video_play', where)
    },
    onPlaying: settle,
    onCanPlay: settle,
    onWaiting() {
      setState('loading')
      // Before the first moment it loads; later it buffers.
      if (ref.current?.currentTime) track('video_buffer', where)
    },
    onSuspend() {
      // A browser that saves data stops here and waits for the person.
      if (ref.current?.paused) settle()
    },
    onPause() {
      playback.listeners.onPause()
      settle()
      if (!ref.current?.ended) track('video_pause', where)
    },
    onEnded,
    /** It broke off while it was being shown. */
    onError() {
      const shown = sources.find(({ name }) => ref.current?.currentSrc.endsWith(`/${name}`))
      track('video_load_error', { ...where, file: shown?.name ?? '', file_type: shown?.type ?? '' })
      setState('aborted')
      onTrouble?.(true)
    },
  }

  return { ...playback, state, listeners, sourceFailed }
}
