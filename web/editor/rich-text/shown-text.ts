import { readMarkdown } from './read-markdown.ts'

const MARKDOWN = ['description', 'textContent', 'detailContent', 'transcript']

/** The text of a field as its form shows it. Markdown becomes plain lines, and isolated words stay isolated. */
export function shownText(path: readonly string[], text: string): string {
  if (!MARKDOWN.includes(path.at(-1) ?? '')) return text
  const isolated = text.replace(/<bdi dir="ltr">/g, '\u2066').replace(/<bdi dir="rtl">/g, '\u2067')
  const { doc } = readMarkdown(isolated.replaceAll('</bdi>', '\u2069'))
  return doc.textBetween(0, doc.content.size, '\n', ({ attrs }) => attrs.source ?? attrs.alt ?? '\n')
}
