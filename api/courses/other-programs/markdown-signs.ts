/** Makes a text bold, with its spaces outside of the signs. */
export function bold(text: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return words === '' ? text : `${before}**${words}**${after}`
}

export function link(words: string, url: string): string {
  return /^(?:https?:\/\/|mailto:)/i.test(url) ? `[${words}](${url.replace(/[()\s<>]/g, encodeURIComponent)})` : words
}

const INLINE = /!\[((?:\\.|[^\]\\])*)\]\([^)]*\)|\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g

/** The words of one line of Markdown, as answers and titles have them. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(INLINE, (_, alt: string | undefined, words: string | undefined) => alt ?? words ?? '')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/(?<!\\)(\*\*|__|~~|`+)/g, '')
    .replace(/(?<![\\\p{L}\p{N}*])\*(?=\S)([^*]*?)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The first words of a text: its heading, or its first line. */
export function firstWords(markdown: string): string {
  const [line = ''] = markdown.split('\n').filter(one => one.trim() !== '')
  return plainWords(line.replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+[.)])\s+/, '')).slice(0, 200)
}
