/**
 * Word writes the items of a list as paragraphs, each with its bullet or number in a part that other programs ignore.
 * Word on the web writes each item as a list of its own. Both become lists, nested by their levels.
 */
export function cleanListsOfWord(body: HTMLElement): void {
  for (const sign of body.querySelectorAll('[data-style*="mso-list:Ignore"], [data-style*="mso-list: Ignore"]')) {
    const item = sign.closest('p, h1, h2, h3, h4, h5, h6')
    item?.setAttribute('data-sign', sign.textContent ?? '')
    sign.remove()
  }
  for (const item of body.querySelectorAll<HTMLElement>('p[data-style*="mso-list:"], p[data-sign]')) {
    const isOrdered = /[0-9٠-٩a-z]+[.)]/i.test(item.getAttribute('data-sign') ?? '')
    const level = Number(/level(\d)/.exec(item.getAttribute('data-style') ?? '')?.[1] ?? 1)
    addItem(item, { kind: isOrdered ? 'OL' : 'UL', level, content: [...item.childNodes] })
    item.remove()
  }
  for (const list of body.querySelectorAll('.ListContainerWrapper > :is(ul, ol)')) {
    const wrapper = list.parentElement as HTMLElement
    for (const item of list.querySelectorAll(':scope > li')) {
      const level = Number(item.getAttribute('data-aria-level') ?? 1)
      addItem(wrapper, { kind: list.tagName, level, content: [...item.childNodes] })
    }
    wrapper.remove()
  }
}

type Item = { kind: string; level: number; content: Node[] }

/** Puts an item into the list that ends before this element, or into a new one. */
function addItem(at: Element, { kind, level, content }: Item): void {
  const before = at.previousElementSibling
  const isList = before?.hasAttribute('data-word') === true
  let list = isList ? before : newList(at, kind, one => at.before(one))
  for (let depth = 1; depth < level && isList; depth++) {
    const last = list.lastElementChild as Element
    const inner = last.lastElementChild
    list = inner?.hasAttribute('data-word') ? inner : newList(at, kind, one => last.append(one))
  }
  if (list.tagName !== kind) {
    const other = list
    list = newList(at, kind, one => other.after(one))
  }
  const entry = at.ownerDocument.createElement('li')
  entry.append(...content)
  list.append(entry)
}

function newList(at: Element, kind: string, put: (list: Element) => void): Element {
  const list = at.ownerDocument.createElement(kind)
  list.setAttribute('data-word', '')
  put(list)
  return list
}
