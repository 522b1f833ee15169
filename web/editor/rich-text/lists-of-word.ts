/** Word writes the items of a list as paragraphs, each with its sign or number in a part that other programs ignore. */
export function listsOfWord(body: HTMLElement): void {
  for (const sign of body.querySelectorAll('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]')) {
    const item = sign.closest('p, h1, h2, h3, h4, h5, h6')
    item?.setAttribute('data-sign', sign.textContent ?? '')
    sign.remove()
  }
  for (const item of body.querySelectorAll<HTMLElement>('[style*="mso-list:"], [data-sign]')) {
    if (!item.isConnected || !/^P$/i.test(item.tagName)) continue
    const isOrdered = /[0-9٠-٩a-z]+[.)]/i.test(item.getAttribute('data-sign') ?? '')
    const before = item.previousElementSibling
    const wanted = isOrdered ? 'OL' : 'UL'
    const list = before?.tagName === wanted && before.hasAttribute('data-word') ? before : newList(item, wanted)
    const entry = body.ownerDocument.createElement('li')
    entry.append(...item.childNodes)
    list.append(entry)
    item.remove()
  }
}

function newList(before: Element, kind: string): Element {
  const list = before.ownerDocument.createElement(kind)
  list.setAttribute('data-word', '')
  before.before(list)
  return list
}
