import type { Page } from '../../contract/lessons.ts'
import { firstLetters } from '../../contract/text/first-letters.ts'
import { plainText } from '../ui/rich-text/plain-text.ts'

const TITLE_LONGEST = 140

/** The heading of a page, otherwise its first words. */
export function titleOf({ textContent = '' }: Page): string {
  const [, heading] = /<h[1-6]\b[^>]*>(.*?)<\/h[1-6]>/s.exec(textContent) ?? []
  return firstLetters(plainText(heading ?? textContent), TITLE_LONGEST)
}
