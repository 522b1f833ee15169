type Word = { id: string; text: string }

/** Shuffles words by a seed, so a page always shows the same order. The order is never the solution. */
export function shuffled<W extends Word>(words: readonly W[], solution: readonly Word[], seed: string): W[] {
  const random = randomFrom(seed)
  const mixed = words
    .map(word => ({ word, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ word }) => word)
  for (let turn = 0; turn < mixed.length && isSolved(mixed, solution); turn++) mixed.push(mixed.shift() as W)
  return mixed
}

/** Extra words, which belong to no place, do not count. */
function isSolved(mixed: readonly Word[], solution: readonly Word[]): boolean {
  const own = mixed.filter(({ id }) => solution.some(word => word.id === id))
  return own.every(({ text }, place) => text === solution[place]?.text)
}

/** Pseudo-random numbers in [0, 1) from a seed (xmur3 and mulberry32). */
function randomFrom(seed: string): () => number {
  let state = 1779033703 ^ seed.length
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 3432918353)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
