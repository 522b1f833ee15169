/** The first line of a page's text, without Markdown signs; empty if there is none. `bdi` becomes direction marks. */
export function titleOfDraftPage({ textContent }: { readonly textContent?: unknown }): string {
  if (typeof textContent !== 'string') return ''
  const line = textContent.split('\n').find(one => one.trim() !== '') ?? ''
  return line
    .replace(/<bdi dir="(ltr|rtl)">/g, (_, dir) => (dir === 'ltr' ? '\u2066' : '\u2067'))
    .replaceAll('</bdi>', '\u2069')
    .replace(/^[#>\s-]+|<[^>]*>/g, '')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\\(?=[^\w\s])|[*_]{1,2}(?=\S)|(?<=\S)\*{1,2}/g, '')
    .trim()
}
