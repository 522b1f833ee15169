import { inertDocument } from './inert-html.ts'

/** The visible text of some HTML, in one line. */
export function plainText(html: string): string {
  const { body } = inertDocument(html, 'text/html')
  for (const unread of body.querySelectorAll('script, style, template, noscript')) unread.remove()
  // A space separates the last word of one paragraph from the first of the next.
  for (const block of body.querySelectorAll('br, p, li, h1, h2, h3, h4, td, th, blockquote, pre')) block.after(' ')
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}
