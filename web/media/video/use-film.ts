import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { track } from '../../analytics/track.ts'
import { type Cause, loadAgain, useLoadAgain, usePlayback } from '../use-playback.ts'
import type { VideoState } from './video-overlay.tsx'
import type { VideoSource } from './video-sources.ts'

type Options = {
  /** Sent with every event: the place where the film is shown. */
  where: Record<string, string | number>
  onEnded?: (() => void) | undefined
  onTrouble?: ((hasTrouble: boolean) => void) | undefined
}

type Start = { sources: VideoSource[]; preload: 'auto' | 'metadata' | 'none' }

/** The sources from `first` on are still to be tried. */
type Try = { first: number; cause?: Cause | undefined }

/** The state of a film, from loading to aborted, with its events. */
export function useFilm(
  ref: RefObject<HTMLVideoElement | null>,
  { sources: all, preload }: Start,
  { where, onEnded, onTrouble }: Options,
) {
  const playback = usePlayback(ref)
  // After the call to play, the film may still have to be loaded. It counts as played only when a frame is shown.
  const isShown = useRef(false)
  const [state, setState] = useState<VideoState>(() => firstState(all, preload))
  /** Each try is a new object, so that the effect below runs again. */
  const [tryOf, setTryOf] = useState<Try>()
  const sources = playback.isHere ? all.slice(tryOf?.first) : []

  useLayoutEffect(() => {
    if (tryOf) loadAgain(ref.current, tryOf.cause)
  }, [ref, tryOf])

  function tryFrom(first: number, cause?: Cause) {
    setState('loading')
    setTryOf({ first, cause })
  }

  function settle() {
    const now = ref.current?.paused ? 'paused' : 'playing'
    setState(before => (before === 'aborted' ? before : now))
  }

  function sourceNow(): VideoSource {
    return all.find(({ name }) => ref.current?.currentSrc.endsWith(`/${name}`)) ?? (all.at(-1) as VideoSource)
  }

  function trackPlayed(name: 'video_play' | 'video_pause' | 'video_buffer') {
    track(name, { ...where, file: sourceNow().name })
  }

  function sourceFailed(source: VideoSource) {
    track('video_load_error', { ...where, file: source.name, file_type: source.type })
    if (source !== all.at(-1)) return
    setState('aborted')
    onTrouble?.(true)
  }

  const listeners = {
    ...playback.listeners,
    onPlaying() {
      settle()
      if (!isShown.current) trackPlayed('video_play')
      isShown.current = true
    },
    onCanPlay: settle,
    onWaiting() {
      setState('loading')
      // Before the first frame the film is only loading. Later this event means that it buffers.
      if (ref.current?.currentTime) trackPlayed('video_buffer')
    },
    onSuspend() {
      // With data saving the browser stops here and waits for the person.
      if (ref.current?.paused) settle()
    },
    onPause() {
      playback.listeners.onPause()
      settle()
      if (isShown.current && !ref.current?.ended) trackPlayed('video_pause')
      isShown.current = false
    },
    onEnded,
    /** The film failed while it played. The browser does not try the next source then, so this does. */
    onError({ target }: SyntheticEvent<HTMLVideoElement>) {
      // React also passes on errors of the sources, which were handled already.
      if (target !== ref.current) return
      const shown = sourceNow()
      isShown.current = false
      sourceFailed(shown)
      if (shown !== all.at(-1)) tryFrom(all.indexOf(shown) + 1)
    },
  }

  function retry(cause: Cause) {
    onTrouble?.(false)
    tryFrom(0, cause)
  }
  useLoadAgain(state === 'aborted', retry)

  return { ...playback, state, sources, listeners, sourceFailed, retry }
}

function firstState(sources: VideoSource[], preload: Start['preload']): VideoState {
  if (sources.length === 0) return 'aborted'
  return preload === 'none' ? 'paused' : 'loading'
}
