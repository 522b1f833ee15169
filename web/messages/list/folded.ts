const MAX_LETTERS = 1200
const LETTERS_SHOWN = 500
const MAX_LINES = 24
const LINES_SHOWN = 14

/** The beginning of a long text, cut between two words; undefined for a short one. */
export function folded(text: string): string | undefined {
  const lines = text.split('\n')
  if (text.length <= MAX_LETTERS && lines.length <= MAX_LINES) return undefined
  const beginning = lines.slice(0, LINES_SHOWN).join('\n').slice(0, LETTERS_SHOWN)
  const end = text.length > beginning.length ? lastBlank(beginning) : beginning.length
  return `${beginning.slice(0, end).trimEnd()}…`
}

/** One endless word is cut anywhere, but not within a character. */
function lastBlank(text: string): number {
  const blank = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'))
  if (blank > LETTERS_SHOWN / 2 || text.length < LETTERS_SHOWN) return blank > 0 ? blank : text.length
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length
}
