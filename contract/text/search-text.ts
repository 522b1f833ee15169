/** Letters of Persian, Urdu and Kurdish keyboards, each with the letter that an Arabic keyboard types in its place. */
const SAME_LETTERS: Readonly<Record<string, string>> = {
  ...{ ی: 'ي', ې: 'ي', ۍ: 'ي', ێ: 'ي', ے: 'ي' },
  ...{ ک: 'ك', ڪ: 'ك' },
  ...{ ہ: 'ه', ھ: 'ه', ە: 'ه', ۃ: 'ه' },
}

/**
 * The signs that `searchable` folds and `formerSearchable` does not, for the brackets of a regular expression: the
 * letters above, rare vowel signs, and joiners, which many Persian names contain.
 */
export const FOLDED_LATER =
  Object.keys(SAME_LETTERS).join('') +
  '\u00ad\u0610-\u061a\u0656-\u065f\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200d\u2060\ufeff'
const LATER = new RegExp(`[${FOLDED_LATER}]`, 'g')

/**
 * Folds a text for search. Case, the shapes of a letter and the kinds of digits make no difference. Vowel signs, spaces
 * and invisible characters are removed.
 */
export function searchable(text: string): string {
  return formerSearchable(text).replace(LATER, letter => SAME_LETTERS[letter] ?? '')
}

/** As names were folded in `users.name_key` before (docs/decisions/070). */
export function formerSearchable(text: string): string {
  return (
    text
      // The last four bits of an Arabic-Indic or Persian digit are its value.
      .replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 0xf))
      .normalize('NFD')
      .replace(/[\u0300-\u036f\u064b-\u0655\u0670\u0640]/g, '')
      // Marks of direction come along with a name that is copied from a chat or a document.
      .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .replace(/[أإآٱ]/g, 'ا')
      .replace(/ى/g, 'ي')
      .replace(/ة/g, 'ه')
      .replace(/\s+/g, '')
      .toLowerCase()
  )
}
