import { NAME_LIMIT } from '../../contract/account.ts'
import { isVisible } from '../../contract/text/visible.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
const BLANKS = /[\s\u0000-\u001f\u007f-\u009f]+/g
/** Marks that change the direction of the text after the name. */
const BIDI_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A name as one line of at most 100 letters; empty if nothing of it is visible. Stored as plain text: `<b>` stays
 * `<b>`.
 */
export function cleanName(text: string): string {
  const line = text.toWellFormed().replace(BIDI_OVERRIDES, '').replace(BLANKS, ' ').trim()
  return isVisible(line) ? [...line].slice(0, NAME_LIMIT).join('').trimEnd() : ''
}
