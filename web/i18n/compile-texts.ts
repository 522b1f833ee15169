import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { languageCodes } from '../../contract/languages.ts'
import { type TextTree, withFallback } from '../../contract/text/with-fallback.ts'
import { ofTeam, parts, sectionOf, type TextPartName } from './text-parts.ts'

const TEXTS = fileURLToPath(new URL('../../contract/texts/', import.meta.url))
const FALLBACK = `${TEXTS}en.json`
const PARTS = fileURLToPath(new URL('./text-parts.ts', import.meta.url))
const LOADERS = `${PARTS}?loaders`
const LOADERS_OF_TEAM = `${PARTS}?loaders-of-team`

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
      if (id === LOADERS_OF_TEAM) return { code: `export default ${loadersOf(ofTeam)}`, moduleType: 'js' }
      const [file = '', part = ''] = id.split('?')
      if (!file.endsWith('.json') || !isPart(part)) return undefined
      this.addWatchFile(file)
      const own = Object.entries(withFallback(read(file), read(FALLBACK))).filter(([key]) => isIn(part, key))
      return { code: `export default ${JSON.stringify(compiled(Object.fromEntries(own)))}`, moduleType: 'js' }
    },
  }
}

function loaders(): string {
  const ofAll = (Object.keys(parts) as TextPartName[]).filter(part => !ofTeam.includes(part))
  return `
    const loaders = ${loadersOf(ofAll)}
    for (const language in loaders)
      for (const part of ${JSON.stringify(ofTeam)})
        loaders[language][part] = async () => (await import('${LOADERS_OF_TEAM}')).default[language][part]()
    export default loaders`
}

function loadersOf(names: readonly TextPartName[]): string {
  const rows = languageCodes.map(language => {
    const imports = names.map(part => `${part}: () => import('${TEXTS}${language}.json?${part}')`)
    return `${language}: { ${imports.join(', ')} }`
  })
  return `{ ${rows.join(', ')} }`
}

function isPart(name: string): name is TextPartName {
  return Object.hasOwn(parts, name)
}

function isIn(part: TextPartName, key: string): boolean {
  return parts[part].some(section => section === sectionOf(key))
}

function read(file: string): TextTree {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function compiled(set: TextTree): object {
  return Object.fromEntries(
    Object.entries(set).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compiled(value)]),
  )
}
