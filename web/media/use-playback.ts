import { type RefObject, useEffect, useState } from 'react'
import { playAlone } from './play-alone.ts'
import { useSpeed } from './speed.ts'

/** Where a sound or film stands, kept up by the listeners, which go onto its element. */
export function usePlayback(ref: RefObject<HTMLMediaElement | null>, ownSpeed?: string) {
  const [isHere, setIsHere] = useState(false)
  const [isPlaying, setIsPlaying] = useState(false)
  const [isMuted, setIsMuted] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(0)
  const [chosen] = useSpeed()
  const speed = ownSpeed ?? chosen

  // What came or failed before the element stands on the page, its listeners would not hear.
  useEffect(() => setIsHere(true), [])

  useEffect(() => {
    // The default is what it goes back to whenever it is loaded.
    if (ref.current) Object.assign(ref.current, { defaultPlaybackRate: Number(speed), playbackRate: Number(speed) })
  }, [ref, speed])

  function seek(seconds: number): void {
    if (ref.current) ref.current.currentTime = seconds
    setAt(seconds)
  }

  return {
    /** Only now it is told what to load. */
    isHere,
    isPlaying,
    isMuted,
    at,
    length,
    listeners: {
      onPlay() {
        if (ref.current) playAlone(ref.current)
        setIsPlaying(true)
      },
      onPause: () => setIsPlaying(false),
      // Reloaded, it may have to wait for a tap, and nothing else tells.
      onEmptied: () => setIsPlaying(ref.current?.paused === false),
      onTimeUpdate: () => setAt(ref.current?.currentTime ?? 0),
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

/** Begins by itself where the browser lets it; where it does not, the play button is there. */
export function useAutoPlay(ref: RefObject<HTMLMediaElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (isWanted && ref.current) start(ref.current)
  }, [ref, isWanted])
}

/** Reloads it and goes on where it broke off: nobody hears the same minutes twice for a bad network. */
export function startAgain(element: HTMLMediaElement | null): void {
  if (!element) return
  const { currentTime } = element
  element.load()
  // Should this try fail as well, the listener waits for the one that does not.
  if (currentTime > 0) {
    element.addEventListener('loadedmetadata', () => Object.assign(element, { currentTime }), { once: true })
  }
  start(element)
}

function start(element: HTMLMediaElement): void {
  element.play().catch((error: Error) => console.debug('Did not play', error.name))
}
