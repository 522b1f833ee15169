import type { Page } from '../../contract/lessons.ts'
import { plainText } from '../ui/rich-text/plain-text.ts'

const TITLE_LONGEST = 140

/** The heading of a page, otherwise its first words, as the server computes it, too. */
export function titleOf({ textContent = '' }: Page): string {
  const [, heading] = /<h[1-6]\b[^>]*>(.*?)<\/h[1-6]>/s.exec(textContent) ?? []
  return plainText(heading ?? textContent).slice(0, TITLE_LONGEST)
}
