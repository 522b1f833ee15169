type Policy = { createHTML(source: string): string }
type Factory = { createPolicy(name: string, rules: { createHTML(source: string): string }): Policy }

let policy: Policy | undefined

/** Reads markup into a document that runs nothing and fetches nothing. Only its nodes are looked at, never adopted. */
export function inertDocument(source: string, type: 'text/html' | 'image/svg+xml'): Document {
  return new DOMParser().parseFromString(trusted(source), type)
}

/** Where the browser enforces Trusted Types, this is the one policy that lets a text be parsed. */
function trusted(source: string): string {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  policy ??= factory?.createPolicy('inert-html', { createHTML: html => html })
  return policy?.createHTML(source) ?? source
}
