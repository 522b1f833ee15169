import { Marked, type Token } from 'marked'

/** Fields that name a file, and fields whose text can show pictures; the import reads the same ones. */
export const FILE_FIELDS = ['avFilename', 'captions']
const TEXTS = ['textContent', 'transcript', 'detailContent']

const parser = new Marked({ gfm: true })
const SOURCE = /<img\b[^>]*?\ssrc\s*=\s*["']?([^\s"'>]+)/gi

/** Most key presses change one page. The other pages stay the same objects, and need not be read again. */
const known = new WeakMap<object, string[]>()

/** The names of the files that a page, or any part of a draft, uses. A file with two uses is named twice. */
export function filesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const names = known.get(value) ?? Object.entries(value).flatMap(([name, one]) => filesOfField(name, one))
  known.set(value, names)
  return names
}

function filesOfField(name: string, value: unknown): string[] {
  if (typeof value !== 'string') return filesIn(value)
  if (FILE_FIELDS.includes(name)) return value === '' ? [] : [value]
  return TEXTS.includes(name) ? picturesOf(value) : []
}

function picturesOf(text: string): string[] {
  if (!/!\[|<img/i.test(text)) return []
  const names: string[] = []
  parser.walkTokens(parser.lexer(text), (token: Token) => {
    if (token.type === 'image') names.push(token.href)
    if (token.type === 'html') for (const [, source = ''] of token.raw.matchAll(SOURCE)) names.push(source)
  })
  return names
}

/** The same value with other names of its files. */
export function withFilesRenamed<T>(value: T, names: ReadonlyMap<string, string>): T {
  return renamed('', value, names) as T
}

function renamed(field: string, value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map(one => renamed('', one, names))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, renamed(name, one, names)]))
  if (typeof value !== 'string') return value
  if (FILE_FIELDS.includes(field)) return names.get(value) ?? value
  return TEXTS.includes(field) ? renamedInText(value, names) : value
}

/** Finds the name in `![words](name)`, `[label]: name` and `src="name"`. */
const NAMED = /(\]\(\s*<?|\]:\s*<?|\ssrc\s*=\s*["']?)([\w.-]+)(?=[\s"'>)]|$)/g

function renamedInText(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(NAMED, (_, before: string, name: string) => before + (names.get(name) ?? name))
}
