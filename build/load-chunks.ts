import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const OURS = fileURLToPath(new URL('../web/loading/load-chunk.ts', import.meta.url))

/** The module that Vite loads lazy chunks with. */
export const VITE_LOADER = '\0vite/preload-helper.js'

/** Vite plugin: lazy chunks are loaded by web/loading/load-chunk.ts instead of Vite's own code. */
export function loadChunks(): Plugin {
  return {
    name: 'load-chunks',
    apply: 'build',
    enforce: 'pre',
    load: id => (id === VITE_LOADER ? `export { loadChunk as __vitePreload } from '${OURS}'` : undefined),
  }
}
