export type Slide = 'slide-left' | 'slide-right'

/**
 * A deeper or equally deep path slides in from the left, which is ahead in Arabic; a shallower one from the right.
 * Pages of one lesson compare by number.
 */
export function slideBetween(from: string, to: string): Slide {
  const [before, after] = [segments(from), segments(to)]
  if (isSameLesson(before, after)) return pageOf(after) < pageOf(before) ? 'slide-right' : 'slide-left'
  return after.length < before.length ? 'slide-right' : 'slide-left'
}

/** Draws the next screen with a slide, if the browser can and the person does not avoid motion. */
export function slide(direction: Slide, draw: () => void): void {
  document.documentElement.dataset.slide = direction
  // A later navigation cuts the slide short; nothing waits for its end.
  if ('startViewTransition' in document && !matchMedia('(prefers-reduced-motion)').matches)
    document.startViewTransition(draw).ready.catch(() => {})
  else draw()
}

function segments(path: string): string[] {
  return path.split('/').filter(Boolean)
}

/** The segments are courses, the course, lessons, the lesson and the page. */
function isSameLesson(before: string[], after: string[]): boolean {
  return before.length >= 4 && after.length >= 4 && before.slice(0, 4).join('/') === after.slice(0, 4).join('/')
}

function pageOf(parts: string[]): number {
  return Number(parts[4] ?? 1)
}
