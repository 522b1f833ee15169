/**
 * Folds a text for search: no case, vowel signs, shapes of alif, kinds of digits or spaces. Nor the marks of direction
 * that come with a name copied from a chat or a document.
 */
export function searchable(text: string): string {
  return (
    text
      // The last four bits of an Arabic-Indic or Persian digit are its value.
      .replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 0xf))
      .normalize('NFD')
      .replace(/[\u0300-\u036f\u064b-\u0655\u0670\u0640]/g, '')
      .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .replace(/[أإآٱ]/g, 'ا')
      .replace(/ى/g, 'ي')
      .replace(/ة/g, 'ه')
      .replace(/\s+/g, '')
      .toLowerCase()
  )
}
