import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const OURS = fileURLToPath(new URL('../web/loading/load-chunk.ts', import.meta.url))

/** The module that Vite loads lazy chunks with. */
export const VITE_LOADER = '\0vite/preload-helper.js'

/**
 * Finds `(await import('…')).name`, of which Vite would make a longer function. Leaves out an export that is called at
 * once, or that is more than a name.
 */
const NAMED_IMPORT = /\(await (import\('[^']+'\))\)\.(\w+)(?![\w([.])/g

let bundle: Rolldown.OutputBundle = {}

/** Vite plugin: lazy chunks are loaded by web/loading/load-chunk.ts instead of Vite's own code. */
export function loadChunks(): Plugin {
  return {
    name: 'load-chunks',
    apply: 'build',
    enforce: 'pre',
    load: id => (id === VITE_LOADER ? `export { loadChunk as __vitePreload } from '${OURS}'` : undefined),
    transform: code => code.replaceAll(NAMED_IMPORT, '(await $1.then(chunk => chunk.$2))'),
    generateBundle(_options, made) {
      bundle = made
    },
  }
}

/** The files of a lazy chunk, without those that are loaded already when the chunk `hostId` asks for it. */
export function missingFiles(chunk: string, needed: readonly string[], { hostId }: { hostId: string }): string[] {
  const alreadyLoaded = importsOf(hostId)
  return [...new Set([chunk, ...needed])].filter(file => !isLoadedFirst(file) && !alreadyLoaded.has(file))
}

/** All that a chunk imports, and what these import. */
function importsOf(name: string, found = new Set<string>()): Set<string> {
  const file = bundle[name]
  const imports = file?.type === 'chunk' ? file.imports : []
  for (const next of imports) if (!found.has(next)) importsOf(next, found.add(next))
  return found
}

/** Whether a file is part of a chunk that is loaded before any lazy one. */
function isLoadedFirst(file: string): boolean {
  return ['frame', 'app', 'index', 'rolldown-runtime'].some(name => file.startsWith(`assets/${name}-`))
}
