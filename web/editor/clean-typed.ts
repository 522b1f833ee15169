/** Invisible characters that change the text direction, and characters that no text needs. */
const UNWANTED = /(?![\n\r\t])[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Removes invisible characters from a typed or pasted text. */
export function cleanTyped(text: string): string {
  return text.replace(UNWANTED, '').replace(/\r\n?/g, '\n')
}
