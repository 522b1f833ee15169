const LINES_FROM_BELOW = -3

/** Lifts captions above our controls, which cover the place where a browser would show them. */
export function raiseCaptions(element: HTMLTrackElement | null): void {
  const { track } = element ?? {}
  if (!track) return
  track.oncuechange = () => {
    for (const cue of (track.activeCues ?? []) as Iterable<VTTCue>) if (cue.line === 'auto') cue.line = LINES_FROM_BELOW
  }
}
