import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const OURS = fileURLToPath(new URL('../web/fetch-piece.ts', import.meta.url))

/** Vite plugin: pieces that come later are fetched by web/fetch-piece.ts, not by what Vite has for it. */
export function fetchPieces(): Plugin {
  return {
    name: 'fetch-pieces',
    apply: 'build',
    enforce: 'pre',
    load: id =>
      /^\0vite\/preload-helper/.test(id) ? `export { fetchPiece as __vitePreload } from '${OURS}'` : undefined,
  }
}
