/** The letters of a text message in 7 bits (GSM 03.38). Letters in `TWO_PLACES` count as two. */
const SEVEN_BITS = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const TWO_PLACES = new Set('\f^{}\\[~]|€')

export type SmsParts = { parts: number; letters: number }

/**
 * As how many messages a text is paid. A single message has at most 160 letters, and each of several messages 153. If
 * one letter is not in the 7-bit alphabet, which has no Arabic letters, the limits are 70 and 67.
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
