import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { languageCodes } from '../../contract/languages.ts'
import { parts, sectionOf, type TextPartName } from './text-parts.ts'

type Set = { [key: string]: string | Set }

const TEXTS = fileURLToPath(new URL('../../contract/texts/', import.meta.url))
const FALLBACK = `${TEXTS}en.json`
const LOADERS = `${fileURLToPath(new URL('./text-parts.ts', import.meta.url))}?loaders`

/**
 * Vite plugin: `import '../../contract/texts/ar.json?outside'` gives the texts of a part, with their ICU syntax already
 * parsed. `./text-parts.ts?loaders` gives these imports for each language and part.
 */
export function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    load(id) {
      if (id === LOADERS) return { code: loaders(), moduleType: 'js' }
      const [file = '', part = ''] = id.split('?')
      if (!file.endsWith('.json') || !isPart(part)) return undefined
      this.addWatchFile(file)
      const own = Object.entries(withFallback(read(file), read(FALLBACK))).filter(([key]) => isIn(part, key))
      return { code: `export default ${JSON.stringify(compiled(Object.fromEntries(own)))}`, moduleType: 'js' }
    },
  }
}

function loaders(): string {
  const rows = languageCodes.map(language => {
    const imports = Object.keys(parts).map(part => `${part}: () => import('${TEXTS}${language}.json?${part}')`)
    return `${language}: { ${imports.join(', ')} }`
  })
  return `export default { ${rows.join(', ')} }`
}

function isPart(name: string): name is TextPartName {
  return Object.hasOwn(parts, name)
}

function isIn(part: TextPartName, key: string): boolean {
  return parts[part].some(section => section === sectionOf(key))
}

function read(file: string): Set {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Every key of the fallback, with the text of the set if there is one. */
export function withFallback(set: Set, fallback: Set): Set {
  const missing = Object.entries(fallback).map(([key, value]): [string, string | Set] => {
    const own = set[key]
    if (typeof value === 'string') return [key, own ?? value]
    return [key, withFallback(typeof own === 'object' ? own : {}, value)]
  })
  return { ...set, ...Object.fromEntries(missing) }
}

function compiled(set: Set): object {
  return Object.fromEntries(
    Object.entries(set).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compiled(value)]),
  )
}
