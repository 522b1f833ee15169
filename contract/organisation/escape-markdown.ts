/** Escapes every sign that Markdown would read. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*[\]~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/&(?=#|\w+;)/g, '\\&')
}

/** Escapes signs that would begin a heading, a list or a quote. */
export function escapeLineStart(text: string): string {
  return text
    .replace(/^[ \t]+/, '')
    .replace(/^(#{1,6}(?=\s|$)|[-+>=](?=.|$))/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
