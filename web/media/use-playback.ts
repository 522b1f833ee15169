import { type RefObject, useEffect, useState } from 'react'
import { playAlone } from './play-alone.ts'

/** Where a sound or film stands, kept up by the listeners, which go onto its element. */
export function usePlayback(ref: RefObject<HTMLMediaElement | null>) {
  const [isPlaying, setIsPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(0)

  // What came or failed before the element stood on the page, nobody heard: it begins again, now with its listeners.
  useEffect(() => {
    const element = ref.current
    if (element && (element.readyState > 0 || element.error || isWithoutSource(element))) element.load()
  }, [ref])

  return {
    isPlaying,
    at,
    length,
    listeners: {
      onPlay() {
        if (ref.current) playAlone(ref.current)
        setIsPlaying(true)
      },
      onPause: () => setIsPlaying(false),
      onTimeUpdate: () => setAt(ref.current?.currentTime ?? 0),
      onDurationChange: () => setLength(ref.current?.duration ?? 0),
    },
    toggle() {
      if (ref.current?.paused) start(ref.current)
      else ref.current?.pause()
    },
    seek(seconds: number) {
      if (ref.current) ref.current.currentTime = seconds
      setAt(seconds)
    },
  }
}

function isWithoutSource({ networkState }: HTMLMediaElement): boolean {
  return networkState === HTMLMediaElement.NETWORK_NO_SOURCE
}

/** Begins by itself where the browser lets it; where it does not, the play button is there. */
export function useAutoPlay(ref: RefObject<HTMLMediaElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (isWanted && ref.current) start(ref.current)
  }, [ref, isWanted])
}

function start(element: HTMLMediaElement): void {
  element.play().catch((error: Error) => console.debug('Did not play', error.name))
}
