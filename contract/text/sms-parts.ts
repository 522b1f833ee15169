/** Letters that text messages have room for in 7 bits (GSM 03.38); those of the second line take two places. */
const SEVEN_BITS = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const TWO_PLACES = new Set('\f^{}\\[~]|€')

export type SmsParts = { parts: number; letters: number }

/**
 * How many messages a text is paid as. One message has 160 letters, each of several has 153. If a single letter is not
 * in the small alphabet, and no Arabic letter is, these are 70 and 67.
 */
export function smsParts(text: string): SmsParts {
  const letters = [...text]
  if (letters.every(letter => SEVEN_BITS.has(letter) || TWO_PLACES.has(letter))) {
    const places = letters.reduce((sum, letter) => sum + (TWO_PLACES.has(letter) ? 2 : 1), 0)
    return { parts: places <= 160 ? 1 : Math.ceil(places / 153), letters: places }
  }
  // Counted in UTF-16, as networks do.
  return { parts: text.length <= 70 ? 1 : Math.ceil(text.length / 67), letters: text.length }
}
