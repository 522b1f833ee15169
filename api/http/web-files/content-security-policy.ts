import { createHash } from 'node:crypto'

/** The other hosts that a page may load from. */
export type ContentSources = {
  connect?: string[]
  script?: string[]
  frame?: string[]
  img?: string[]
  media?: string[]
  /** The scripts of these hosts insert markup with styles, which our own scripts never do. */
  writesMarkup?: boolean
}

/** Only our own files and the named sources run; the inline scripts of the page are named by their hash. */
export function contentSecurityPolicy(html: string, sources: ContentSources): string {
  const { connect = [], script = [], frame = [], img = [], media = [], writesMarkup = false } = sources
  const own = (...more: string[]) => ["'self'", ...more].join(' ')
  return [
    "default-src 'self'",
    `script-src ${own(...hashes(html, /<script>([\s\S]*?)<\/script>/g), ...script)}`,
    `style-src ${own(...hashes(html, /<style[^>]*>([\s\S]*?)<\/style>/g))}`,
    `img-src ${own('data:', ...img)}`,
    `media-src ${own('blob:', ...media)}`,
    ...(connect.length > 0 ? [`connect-src ${own(...connect)}`] : []),
    ...(frame.length > 0 ? [`frame-src ${own(...frame)}`] : []),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ...(writesMarkup ? ["style-src-attr 'unsafe-inline'"] : TRUSTED_TYPES),
  ].join('; ')
}

/** A thread of the page has its own policy. WebAssembly runs only there: it encodes mp3. */
export const THREAD_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** The service worker loads our own files, sends the items of the outbox, and shows the pictures of notifications. */
export function workerPolicy({ connect = [] }: ContentSources): string {
  return `default-src 'none'; script-src 'self'; connect-src ${["'self'", ...connect].join(' ')}; img-src 'self'`
}

const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types inert-html own-worker']

function hashes(html: string, inline: RegExp): string[] {
  return [...html.matchAll(inline)].map(([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
}
