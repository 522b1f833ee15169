type Policy = { createHTML(source: string): string }
type Factory = { createPolicy(name: string, rules: { createHTML(source: string): string }): Policy }

let policy: Policy | undefined

/** Parses markup into a document that runs nothing and loads nothing. Its nodes are only read, never inserted. */
export function inertDocument(source: string, type: 'text/html' | 'image/svg+xml'): Document {
  return new DOMParser().parseFromString(trusted(source), type)
}

/** An empty page for a frame. */
export function emptyPage(frame: HTMLIFrameElement): void {
  frame.srcdoc = trusted('<!doctype html>')
}

/** If the browser enforces Trusted Types, this is the only policy that may parse a text. */
function trusted(source: string): string {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  policy ??= factory?.createPolicy('inert-html', { createHTML: html => html })
  return policy?.createHTML(source) ?? source
}
