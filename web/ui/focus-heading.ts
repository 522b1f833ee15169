/** Lets a screen reader start at the heading. Returns whether there is a heading. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1, main [data-heading]')
  if (!heading) return false
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
