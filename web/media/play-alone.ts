let heard: HTMLMediaElement | undefined

/** Of all sounds and films only one is heard: the one that was started last. */
export function playAlone(element: HTMLMediaElement): void {
  if (heard !== element) heard?.pause()
  heard = element
}

/** Whoever speaks is not to be answered by a film. */
export function pauseAll(): void {
  heard?.pause()
}
