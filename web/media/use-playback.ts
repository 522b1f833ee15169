import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { isSavingData } from './data-saver.ts'
import { playAlone } from './play-alone.ts'
import { useSpeed } from './speed/speed.ts'

/** The state of a sound or film. The caller puts `listeners` on its element. */
export function usePlayback(ref: RefObject<HTMLMediaElement | null>, ownSpeed?: string) {
  const [isHere, setIsHere] = useState(false)
  const [isPlaying, setIsPlaying] = useState(false)
  const [isWaiting, setIsWaiting] = useState(false)
  const [isMuted, setIsMuted] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(0)
  const [chosen] = useSpeed()
  const speed = ownSpeed ?? chosen

  // The media is loaded after the first rendering, because its events must not come before the listeners.
  useEffect(() => setIsHere(true), [])

  useEffect(() => {
    // A reload of the media resets the speed to the default.
    if (ref.current) Object.assign(ref.current, { defaultPlaybackRate: Number(speed), playbackRate: Number(speed) })
  }, [ref, speed])

  function seek(seconds: number): void {
    if (ref.current) ref.current.currentTime = seconds
    setAt(seconds)
  }

  return {
    /** False in the first rendering. The source of the media is set only afterwards. */
    isHere,
    isPlaying,
    /** True if it should play, but has to load more first. */
    isWaiting: isPlaying && isWaiting,
    isMuted,
    at,
    length,
    listeners: {
      onPlay() {
        if (ref.current) playAlone(ref.current)
        setIsPlaying(true)
      },
      onPause: () => setIsPlaying(false),
      onWaiting: () => setIsWaiting(true),
      onPlaying: () => setIsWaiting(false),
      // After another load it may wait for a tap, and no other event says so.
      onEmptied: () => setIsPlaying(ref.current?.paused === false),
      // While the media is loaded again, its time is 0.
      onTimeUpdate: () => ref.current?.readyState !== 0 && setAt(ref.current?.currentTime ?? 0),
      onDurationChange: () => setLength(ref.current?.duration ?? 0),
      onVolumeChange: () => setIsMuted(ref.current?.muted ?? false),
    },
    toggle() {
      if (ref.current?.paused) start(ref.current)
      else ref.current?.pause()
    },
    seek,
    skip(seconds: number) {
      const { currentTime = 0, duration = Number.NaN } = ref.current ?? {}
      if (duration > 0) seek(Math.min(duration, Math.max(0, currentTime + seconds)))
    },
    toggleMute() {
      if (ref.current) ref.current.muted = !ref.current.muted
    },
  }
}

/** Starts by itself if the browser allows it; otherwise the play button is there. */
export function useAutoPlay(ref: RefObject<HTMLMediaElement | null>, isWanted: boolean | undefined): void {
  useEffect(() => {
    if (isWanted && ref.current) start(ref.current)
  }, [ref, isWanted])
}

/** The event that is the reason for loading the media again. */
export type Cause = { type: string }

/** Calls `load` when the network is back, if the media could not be loaded. */
export function useLoadAgain(hasFailed: boolean | undefined, load: (cause: Cause) => void): void {
  const again = useEffectEvent(load)
  useEffect(() => {
    if (!hasFailed) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [hasFailed])
}

/**
 * Loads the media again and continues where it stopped, so that nobody hears the same minutes twice after a network
 * failure. When the network is back, it plays only after a press.
 */
export function loadAgain(element: HTMLMediaElement | null, cause?: Cause): void {
  if (!element) return
  const { currentTime } = element
  // The person may have begun to save data since it was first loaded.
  if (cause?.type === 'online' && isSavingData()) element.preload = 'none'
  element.load()
  // If this try fails, too, the listener stays for the next try.
  if (currentTime > 0) {
    element.addEventListener('loadedmetadata', () => Object.assign(element, { currentTime }), { once: true })
  }
  if (cause?.type !== 'online') start(element)
}

function start(element: HTMLMediaElement): void {
  element.play().catch((error: Error) => console.debug('Did not play', error.name))
}
