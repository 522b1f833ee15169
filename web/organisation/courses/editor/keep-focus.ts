/** The parts around an element, the innermost part first. `place`: the index of the inner part in the outer part. */
type Around = readonly { part: Element; place: number }[]

const BUTTONS = 'button:not(:disabled), a[href], summary'

/**
 * A press can take away its own button, such as the one that deletes an answer. Then the nearest button gets the focus,
 * and not the beginning of the page. No field gets it: on a phone the keyboard would open. Returns a function that ends
 * this.
 */
export function keepFocus(root: HTMLElement): () => void {
  let last: { element: Element; around: Around } | undefined

  function note({ target }: FocusEvent): void {
    if (target instanceof Element) last = { element: target, around: partsAround(target, root) }
  }

  const observer = new MutationObserver(() => {
    if (!last || last.element.isConnected || document.activeElement !== document.body) return
    nearestIn(last.around)?.focus()
  })
  root.addEventListener('focusin', note)
  observer.observe(root, { childList: true, subtree: true })
  return () => {
    root.removeEventListener('focusin', note)
    observer.disconnect()
  }
}

function partsAround(element: Element, root: Element): Around {
  const parts: { part: Element; place: number }[] = []
  for (let inner = element; inner !== root && inner.parentElement; inner = inner.parentElement)
    parts.push({ part: inner.parentElement, place: [...inner.parentElement.children].indexOf(inner) })
  return parts
}

function nearestIn(around: Around): HTMLElement | undefined {
  for (const { part, place } of around) {
    if (!part.isConnected) continue
    const children = [...part.children]
    const near = [...children.slice(place), ...children.slice(0, place).reverse()]
    const shown = near
      .flatMap(one => [one, ...one.querySelectorAll(BUTTONS)])
      .find(
        (one): one is HTMLElement => one instanceof HTMLElement && one.matches(BUTTONS) && one.offsetParent !== null,
      )
    if (shown) return shown
  }
  return undefined
}
