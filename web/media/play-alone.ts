let heard: HTMLMediaElement | undefined

/** Pauses the sound or film that was started before, so that only one plays. */
export function playAlone(element: HTMLMediaElement): void {
  if (heard !== element) heard?.pause()
  heard = element
}

/** Called before a recording: a film must not be heard in it. */
export function pauseAll(): void {
  heard?.pause()
}
