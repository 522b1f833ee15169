const LONGEST = 40

/** Makes an id from a text: its Latin words, or `p-` and letters. It is unique in the list. */
export function newId(text: string, taken: readonly string[], prefix = 'p'): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  const isLatin = /[a-z]{2}/.test(words) && words.length >= plain.replace(/[^\p{L}\p{N}]+/gu, '').length / 2
  const base = isLatin ? words.slice(0, LONGEST).replace(/-+$/, '') : `${prefix}-${someLetters()}`
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!taken.includes(id)) return id
  }
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

function someLetters(): string {
  const numbers = crypto.getRandomValues(new Uint8Array(6))
  return [...numbers].map(number => LETTERS[number % LETTERS.length]).join('')
}
