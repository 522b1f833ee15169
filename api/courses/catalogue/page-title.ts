import type { Page } from '../../../contract/lessons.ts'

const LONGEST = 140
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** How a page begins, in one line of plain text: its heading, else its first words. Empty for a page without text. */
export function pageTitle({ textContent = '' }: Page): string {
  const [, heading] = /<h[1-6]\b[^>]*>(.*?)<\/h[1-6]>/s.exec(textContent) ?? []
  const text = plain(heading ?? textContent)
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`
}

/** Of cleaned HTML: nothing else is escaped in it. */
function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot);/g, entity => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}
