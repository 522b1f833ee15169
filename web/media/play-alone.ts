let heard: HTMLMediaElement | undefined

/** Only one sound or film plays: the one started last. */
export function playAlone(element: HTMLMediaElement): void {
  if (heard !== element) heard?.pause()
  heard = element
}

/** A film must not play into a recording. */
export function pauseAll(): void {
  heard?.pause()
}
