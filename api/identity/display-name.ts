import { NAME_LIMIT } from '../../contract/identity.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
const BLANKS = /[\s\u0000-\u001f\u007f-\u009f]+/g
/** Marks that turn the direction of whatever stands after the name. */
const BIDI_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g

/** Anything that is neither a mark of the writing nor a space, nor a letter without a shape (U+3164, U+2800 and their like). */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A name as one line of at most 100 letters; empty if nothing of it shows. Kept as text: `<b>` stays `<b>`. */
export function cleanName(text: string): string {
  const line = text.toWellFormed().replace(BIDI_OVERRIDES, '').replace(BLANKS, ' ').trim()
  return isVisible(line) ? [...line].slice(0, NAME_LIMIT).join('').trimEnd() : ''
}

/** Whether anything of a text shows. A sign that is younger than this server is taken to. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}
