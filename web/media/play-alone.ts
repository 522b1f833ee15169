let heard: HTMLMediaElement | undefined

/** Of all sounds and films only one is heard: the one that was started last. */
export function playAlone(element: HTMLMediaElement): void {
  if (heard !== element) heard?.pause()
  heard = element
}

/** A film must not play into a recording. */
export function pauseAll(): void {
  heard?.pause()
}
