export type Slide = 'slide-left' | 'slide-right'

/** Deeper or equally deep slides in from ahead (left), shallower from behind; pages of one lesson count by their number. */
export function slideBetween(from: string, to: string): Slide {
  const [before, after] = [segments(from), segments(to)]
  if (isSameLesson(before, after)) return pageOf(after) < pageOf(before) ? 'slide-right' : 'slide-left'
  return after.length < before.length ? 'slide-right' : 'slide-left'
}

/** A move that overtakes another cuts its slide short. The browser reports that, and nobody is waiting for it. */
export function forgetOvertakenSlide(event: PromiseRejectionEvent): void {
  const { reason } = event
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault()
}

function segments(path: string): string[] {
  return path.split('/').filter(part => part !== '')
}

/** courses / course / lessons / lesson / page */
function isSameLesson(before: string[], after: string[]): boolean {
  return before.length >= 4 && after.length >= 4 && before.slice(0, 4).join('/') === after.slice(0, 4).join('/')
}

function pageOf(parts: string[]): number {
  return Number(parts[4] ?? 1)
}
