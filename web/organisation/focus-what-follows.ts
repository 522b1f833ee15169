import { focusHeading } from '../ui/focus-heading.ts'

/** A field for files is hidden behind its button, and no key reaches it. */
const CONTROL =
  'a[href], button:enabled, input:enabled:not([tabindex="-1"]), select:enabled, textarea:enabled, summary, [tabindex="0"]'
const HEADING = 'h1, h2, h3, [data-heading]'
/** A screen that sets the focus itself has done so by then. */
const AFTER_MS = 100

type Level = { parent: Element; place: number }

/**
 * A control that disappears when it is pressed, as *block* does for *unblock*, leaves the keyboard and screen readers
 * without a place. The focus goes to what is in its place now, or to the heading above. If the part around the control
 * is gone, too, there is a new screen, which sets the focus itself. Returns a function that stops this.
 */
export function focusWhatFollows(): () => void {
  let control: Element | null = null
  let levels: Level[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const remember = ({ type, target }: Event) => {
    const isFocused = type === 'focusin'
    control = target instanceof Element ? (target.closest(CONTROL) ?? (isFocused ? target : null)) : null
    levels = control ? levelsAbove(control) : []
  }
  const isGone = () => control !== null && (!control.isConnected || control.matches(':disabled'))
  const restore = () => {
    if (isGone() && document.activeElement === document.body) focusNear(levels)
  }
  const observer = new MutationObserver(() => {
    // A control that was disabled has the focus until the next frame.
    if (!isGone()) return
    clearTimeout(timer)
    timer = setTimeout(restore, AFTER_MS)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  for (const type of ['focusin', 'pointerdown']) addEventListener(type, remember)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    for (const type of ['focusin', 'pointerdown']) removeEventListener(type, remember)
  }
}

function levelsAbove(control: Element): Level[] {
  const levels: Level[] = []
  let child = control
  for (let parent = child.parentElement; parent; parent = parent.parentElement) {
    levels.push({ parent, place: [...parent.children].indexOf(child) })
    child = parent
  }
  return levels
}

function focusNear(levels: readonly Level[]): void {
  const level = levels.find(({ parent }) => parent.isConnected)
  if (!level?.parent.closest('main, header, dialog, [role=group]')) return
  const { parent, place } = level
  // A disabled control is still in its place.
  for (const near of [place, place + 1, place - 1].map(at => parent.children[at])) {
    const next = near?.matches(CONTROL) ? near : near?.querySelector(CONTROL)
    if (next instanceof HTMLElement) next.focus()
    if (document.activeElement !== document.body) return
  }
  focusHeadingAbove(parent)
}

function focusHeadingAbove(part: Element): void {
  for (let above: Element | null = part; above?.closest('main, dialog'); above = above.parentElement) {
    const heading = above.querySelector<HTMLElement>(HEADING)
    if (!heading) continue
    heading.tabIndex = -1
    heading.focus()
    return
  }
  focusHeading()
}
