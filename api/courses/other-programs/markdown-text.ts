import { plainWords } from './markdown-signs.ts'
import * as questions from './questions.ts'
import { Lessons, type Sketch, type SketchPage } from './sketch.ts'

type Block = { kind: 'heading'; level: number; text: string } | { kind: 'list' | 'text'; lines: string[] }

const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
/** A line below a heading, instead of signs before it. */
const UNDERLINE = /^ {0,3}(?:={2,}|-{2,})\s*$/
/**
 * What programs for notes and websites write above a text: keys, items, comments and indented lines. It has no empty
 * line. So this does not match a text that begins with a dividing line, `Note: …` and an empty line.
 */
const FRONT_MATTER =
  /^---[ \t]*\n(?=[\w-]+[ \t]*:)((?:(?:[^\s:#-][^:\n]*:(?:[ \t].*)?|-[ \t].*|#.*|[ \t]+\S.*)\n)+)(?:---|\.\.\.)[ \t]*(?:\n|$)/
/** `title: >` or `title: |`: the title is in the indented lines below. */
const TITLE_BELOW = /^title[ \t]*:[ \t]*[>|][-+\d]*[ \t]*\n((?:[ \t]+\S.*(?:\n|$))*)/m
const ITEM = /^ {0,3}(?:[-*+•]|\d{1,3}[.)]|[A-Da-d][.)]|[أابجد]ـ?[.)-]|[٠-٩]{1,3}[.)-])\s+(.*)$/
const QUESTION = /[?؟][\s*_"”»)]*$/
const MARKED = /^(?:\*\*((?:(?!\*\*).)+)\*\*|__([^_]+)__|\*([^*]+)\*|\\?\*\s*([^*]+)|([^*]+?)(?:\s+\*|\\\*))$/s
/** List markers that Markdown does not know. */
const OTHER_MARKER = /^ {0,3}(?:•|[٠-٩]{1,3}[.)-]|[^\d\s*+-]ـ?[.)-])\s+/

/**
 * Reads a text with headings. A heading of the first level begins a lesson, a heading of the second level a page. A
 * list is a question if the line above it ends in a question mark, and exactly one of its items is bold or has a star.
 */
export function readMarkdownCourse(text: string, fileTitle: string): Sketch {
  const lessons = new Lessons()
  const whole = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const [matter = '', about = ''] = FRONT_MATTER.exec(whole) ?? []
  const blocks = blocksOf(whole.slice(matter.length))
  const headings = blocks.flatMap(block =>
    block.kind === 'heading' && block.level === 1 ? [plainWords(block.text)] : [],
  )
  const title = titleIn(about) || (headings.length === 1 ? headings[0] : '') || fileTitle
  let lesson = title
  let page: Block[] = []
  const endPage = () => {
    for (const made of pagesOf(page)) lessons.lesson(lesson).pages.push(made)
    page = []
  }
  for (const block of blocks) {
    const level = block.kind === 'heading' ? block.level : 9
    if (level <= 2) endPage()
    if (level === 1) lesson = plainWords((block as { text: string }).text).slice(0, 200) || title
    else page.push(block)
  }
  endPage()
  const isOnlyText =
    !titleIn(about) &&
    !blocks.some(({ kind }) => kind === 'heading') &&
    lessons.filled.every(({ pages }) => pages.every(({ was }) => was === 'text'))
  return { title: title.slice(0, 200), language: undefined, lessons: lessons.filled, left: [], isOnlyText }
}

function titleIn(about: string): string {
  const [isBelow, below = ''] = TITLE_BELOW.exec(about) ?? []
  if (isBelow) return plainWords(below.trim().replace(/\s+/g, ' '))
  const [, quote, words] = /^title[ \t]*:[ \t]*(["']?)(.*)\1[ \t]*$/m.exec(about) ?? []
  return plainWords((quote ? words?.replaceAll(`\\${quote}`, quote) : words) ?? '')
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let isFenced = false
  let isOpen = false
  for (const line of text.split('\n')) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced
    const last = blocks.at(-1)
    const [, signs, words = ''] = (!isFenced && HEADING.exec(line)) || []
    if (signs) blocks.push({ kind: 'heading', level: signs.length, text: words })
    else if (!isFenced && isOpen && last?.kind === 'text' && isUnderlined(last.lines, line)) {
      blocks.splice(-1, 1, { kind: 'heading', level: line.includes('=') ? 1 : 2, text: last.lines[0]?.trim() ?? '' })
      isOpen = false
      continue
    } else if (line.trim() === '' && !isFenced) isOpen = false
    else if (!isFenced && ITEM.test(line)) {
      if (last?.kind === 'list') last.lines.push(line)
      else blocks.push({ kind: 'list', lines: [line] })
    } else if (last && last.kind !== 'heading' && (isOpen || (last.kind === 'list' && /^\s/.test(line))))
      last.lines.push(line)
    else blocks.push({ kind: 'text', lines: [line] })
    if (line.trim() !== '') isOpen = !signs
  }
  return blocks
}

function isUnderlined([above = '', ...more]: readonly string[], line: string): boolean {
  // A line below a quotation divides the text.
  return more.length === 0 && UNDERLINE.test(line) && !/^ {0,3}>/.test(above)
}

/** The pages between two headings: the text, and each question. */
function pagesOf(blocks: readonly Block[]): SketchPage[] {
  const pages: SketchPage[] = []
  let before: Block[] = []
  const endText = () => {
    const made = questions.readPage({ name: '', was: 'text', text: markdownOf(before), notes: [] })
    if (before.length > 0 && !questions.isLeftOut(made)) pages.push(made)
    before = []
  }
  for (const block of blocks) {
    const above = before.at(-1)
    const question = above && block.kind === 'list' ? questionOf(above, block.lines) : undefined
    if (!question) {
      before.push(block)
      continue
    }
    const [heading] = before
    // A heading that stands alone above a question belongs to it.
    const isIntroduced = before.length === 2 && heading?.kind === 'heading'
    before = before.slice(0, -1)
    if (isIntroduced) before = []
    endText()
    pages.push(isIntroduced ? { ...question, textContent: markdownOf([heading as Block, above as Block]) } : question)
  }
  endText()
  return pages
}

/** Undefined if the list is no question. */
function questionOf(above: Block, lines: readonly string[]): SketchPage | undefined {
  const text = above.kind === 'heading' ? above.text : above.lines.join(' ')
  if (above.kind === 'list' || !QUESTION.test(text)) return undefined
  const items = lines.filter(line => ITEM.test(line)).map(line => ITEM.exec(line)?.[1]?.trim() ?? '')
  if (items.length !== lines.length) return undefined
  const answers = items.map(item => ({ text: plainWords(withoutMark(item)), isRight: MARKED.test(item) }))
  if (answers.filter(({ isRight }) => isRight).length !== 1) return undefined
  const made = questions.choicePage({ name: '', was: 'list', text: text.trim(), notes: [] }, answers)
  return questions.isLeftOut(made) ? undefined : made
}

function withoutMark(item: string): string {
  return (MARKED.exec(item) ?? [item]).slice(1).find(part => part !== undefined) ?? item
}

/** Raises headings by one level, because the second level of the file is the first level of a page. */
function markdownOf(blocks: readonly Block[]): string {
  const written = blocks.map(block =>
    block.kind === 'heading'
      ? `${'#'.repeat(Math.max(1, block.level - 1))} ${block.text}`
      : block.lines.map(line => (block.kind === 'list' ? line.replace(OTHER_MARKER, '- ') : line)).join('\n'),
  )
  return written.join('\n\n')
}
