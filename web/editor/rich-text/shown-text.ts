import { readMarkdown } from './read-markdown.ts'

const MARKDOWN = ['description', 'textContent', 'detailContent', 'transcript']

/** The text of a field as its form shows it: of Markdown the words alone, in lines. */
export function shownText(path: readonly string[], text: string): string {
  if (!MARKDOWN.includes(path.at(-1) ?? '')) return text
  const { doc } = readMarkdown(text)
  return doc.textBetween(0, doc.content.size, '\n', ({ attrs }) => attrs.source ?? attrs.alt ?? '\n')
}
