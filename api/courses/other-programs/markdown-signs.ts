/** Escapes every sign that Markdown would read. */
export function escaped(text: string): string {
  return text
    .replace(/[\\`*[\]~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/&(?=#|\w+;)/g, '\\&')
}

/** Escapes a text that would begin a heading, a list or a quote. */
export function atLineStart(text: string): string {
  return text
    .replace(/^[ \t]+/, '')
    .replace(/^(#{1,6}(?=\s|$)|[-+>=](?=.|$))/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

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
