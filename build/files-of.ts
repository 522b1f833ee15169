import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const WEB = fileURLToPath(new URL('../web/', import.meta.url))

/** The files that modules of `web/` need at once, beyond the entry. */
export function filesOf(bundle: Rolldown.OutputBundle | undefined, modules: string[]): string[] {
  if (!bundle) return []
  const chunks = chunksIn(bundle)
  const inEntry = closure(bundle, chunks.filter(isEntry))
  const wanted = modules.map(module => chunkOf(chunks, module))
  return withStyles([...closure(bundle, wanted)].filter(chunk => !inEntry.has(chunk)))
}

/** The files that the page itself asks for. */
export function entryFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = chunksIn(bundle)
  return withStyles(closure(bundle, chunks.filter(isEntry)))
}

/**
 * The files that modules of `web/` need at once or later, except chunks of `web/` that `without` matches. Each module
 * is followed by what it imports.
 */
export function everyFileOf(bundle: Rolldown.OutputBundle, modules: string[], without: RegExp): string[] {
  const chunks = chunksIn(bundle)
  // Modules of contract/ do not count, because they go into the chunk that imports them.
  const isWanted = ({ moduleIds }: Rolldown.OutputChunk) => {
    const own = moduleIds.filter(id => id.startsWith(WEB))
    return own.length === 0 || !own.every(id => without.test(relative(WEB, id)))
  }
  const wanted = modules.map(module => chunkOf(chunks, module))
  // Chunks that a screen imports lazily belong to later screens.
  const later = wanted.flatMap(chunk => chunk.dynamicImports.map(file => bundle[file] as Rolldown.OutputChunk))
  const inOrder = wanted.flatMap(chunk => [...closure(bundle, [chunk])])
  return withStyles(closure(bundle, [...inOrder, ...later.filter(isWanted)]))
}

/** The bundler marks no entry that is in a group (chunks.ts). */
function isEntry({ moduleIds }: Rolldown.OutputChunk): boolean {
  return moduleIds.includes(join(WEB, 'main.ts'))
}

function chunksIn(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter(file => file.type === 'chunk')
}

function chunkOf(chunks: Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  const chunk = chunks.find(chunk => chunk.moduleIds.includes(join(WEB, module)))
  if (!chunk) throw new Error(`${module} is in no chunk`)
  return chunk
}

/** The chunks with everything that they import, directly or not. */
function closure(bundle: Rolldown.OutputBundle, chunks: Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const all = new Set(chunks)
  for (const chunk of all) {
    for (const file of chunk.imports) {
      const imported = bundle[file]
      if (imported?.type === 'chunk') all.add(imported)
    }
  }
  return all
}

function withStyles(chunks: Iterable<Rolldown.OutputChunk>): string[] {
  return [...new Set([...chunks].flatMap(chunk => [chunk.fileName, ...stylesOf(chunk)]))]
}

/** The style files of a chunk. Those of the entry are in the page (inline-styles.ts). */
function stylesOf(chunk: Rolldown.OutputChunk): string[] {
  if (isEntry(chunk)) return []
  const { viteMetadata } = chunk as Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }
  return [...(viteMetadata?.importedCss ?? [])]
}
