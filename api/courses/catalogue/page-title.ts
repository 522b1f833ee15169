import type { Page } from '../../../contract/lessons.ts'
import { firstLetters } from '../../../contract/text/first-letters.ts'

const LONGEST = 140
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The heading of a page, or its first words, as one line of plain text. Empty for a page without text. */
export function pageTitle({ textContent = '' }: Page): string {
  const [, heading] = /<h[1-6]\b[^>]*>(.*?)<\/h[1-6]>/s.exec(textContent) ?? []
  const text = plain(heading ?? textContent)
  return text.length <= LONGEST ? text : `${firstLetters(text, LONGEST).replace(/\s+\S*$/, '')}…`
}

/** Cleaned HTML has no other entities than these. */
function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot);/g, entity => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}
