/** The content of an H5P file: a type and its parameters. */
export type H5pContent = {
  library: string
  title: string
  params: Record<string, unknown>
}

export function h5pContentOf(value: unknown): H5pContent {
  const { library, params, metadata } = fields(value)
  const title = h5pText(fields(metadata).title)
  return { library: h5pText(library), params: fields(params), title: /^Untitled/i.test(title) ? '' : title }
}

/** `H5P.MultiChoice 1.16` is `MultiChoice`. */
export function kindOf({ library }: Pick<H5pContent, 'library'>): string {
  return library.split(' ')[0]?.replace(/^H5P\./, '') ?? ''
}

export function h5pName(content: H5pContent): string {
  return content.title || kindOf(content)
}

export function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

export function h5pList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function h5pText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
