import { type RefObject, type SyntheticEvent, useRef, useState } from 'react'
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
  // Between being asked to play and showing anything lies the network: only what is shown counts as played.
  const isShown = useRef(false)
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
    onPlaying() {
      settle()
      if (!isShown.current) track('video_play', where)
      isShown.current = true
    },
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
      if (isShown.current && !ref.current?.ended) track('video_pause', where)
      isShown.current = false
    },
    onEnded,
    /** It broke off while it was being shown. */
    onError({ target }: SyntheticEvent<HTMLVideoElement>) {
      // React hands on the errors of the sources, too, which were told already.
      if (target !== ref.current) return
      const shown = sources.find(({ name }) => ref.current?.currentSrc.endsWith(`/${name}`))
      track('video_load_error', { ...where, file: shown?.name ?? '', file_type: shown?.type ?? '' })
      setState('aborted')
      onTrouble?.(true)
    },
  }

  return { ...playback, state, listeners, sourceFailed }
}
