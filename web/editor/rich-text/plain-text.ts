const BULLET = /^\s*[-*•·‣▪]\s+/
const NUMBER = /^\s*[0-9٠-٩]{1,3}[.)-]\s+/

/**
 * The HTML of a plain text. Each line is a paragraph, and lines with bullets or numbers are a list. WhatsApp marks bold
 * words by stars.
 */
export function htmlOf(text: string): string {
  const lines = wholeLines(text.split(/\r\n?|\n/).map(line => line.trim()))
  const kindOf = (line: string) => {
    if (BULLET.test(line)) return 'ul'
    return NUMBER.test(line) ? 'ol' : 'p'
  }
  return lines
    .map((line, index) => {
      const kind = kindOf(line)
      const words = inHtml(kind === 'p' ? line : line.replace(kind === 'ul' ? BULLET : NUMBER, ''))
      if (kind === 'p') return `<p>${words}</p>`
      const isFirst = index === 0 || kindOf(lines[index - 1] as string) !== kind
      const isLast = index === lines.length - 1 || kindOf(lines[index + 1] as string) !== kind
      return `${isFirst ? `<${kind}>` : ''}<li>${words}</li>${isLast ? `</${kind}>` : ''}`
    })
    .join('')
}

/** In characters, of a column in a PDF. Chats have shorter lines, and paragraphs on one line are longer. */
const [NARROWEST, WIDEST] = [45, 130]
const NEARLY_FULL = 0.75

/** A PDF breaks each line at the edge of its column. A line that fills the column is joined with the next line. */
function wholeLines(lines: readonly string[]): string[] {
  const width = Math.max(...lines.map(({ length }) => length))
  const isFull = (line: string) => line.length >= width * NEARLY_FULL
  const isColumn = width >= NARROWEST && width <= WIDEST && lines.filter(isFull).length >= 3
  const whole: string[] = []
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    const before = lines[index - 1] ?? ''
    const goesOn = isColumn && isFull(before) && !BULLET.test(line) && !NUMBER.test(line)
    if (goesOn) whole.push(joined(whole.pop() ?? '', line))
    else whole.push(line)
  }
  return whole
}

/** Joins two lines, and a word that was hyphenated between them. */
function joined(before: string, line: string): string {
  return /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(line) ? before.slice(0, -1) + line : `${before} ${line}`
}

function inHtml(line: string): string {
  const safe = line.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return safe.replace(/(?<![\p{L}\p{N}*])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\p{L}\p{N}*])/gu, '<strong>$1</strong>')
}
