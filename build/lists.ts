import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** The files that list what is in a folder, with the text that belongs in each. A new file needs no line by hand. */
const lists: Record<string, () => string> = {
  'contract/pages/registry.ts': () => {
    const types = pageTypes()
    const imports = types.map(type => `import { ${camelCased(type)} } from './${type}.ts'`)
    return `${imports.join('\n')}\n\nexport const registry = ${objectOf(types, camelCased)}\n`
  },
  'web/lessons/pages/lazy-screens.ts': () => {
    const loadedAtOnce = read('web/lessons/pages/index.ts')
    const types = pageTypes().filter(
      type => isIn('web/lessons/pages', type) && !loadedAtOnce.includes(`'./${type}.tsx'`),
    )
    const screens = objectOf(types, type => `lazy(async () => (await import('./${type}.tsx')).${camelCased(type)})`)
    return `import { lazy } from '../../ui/lazy.ts'\n\nexport const lazyScreens = ${screens}\n`
  },
  'web/lessons/pages/forms/registry.ts': () => {
    const types = pageTypes().filter(type => isIn('web/lessons/pages/forms', type))
    const imports = types.map(type => `import { ${camelCased(type)} } from './${type}.tsx'`)
    return `${imports.join('\n')}\n\nexport const registry = ${objectOf(types, camelCased)}\n`
  },
  'contract/files-with-calls.ts': () => {
    const files = filesWithCalls()
    const imports = files.map(file => `import * as ${camelCased(file)} from './${file}.ts'`)
    return `${imports.join('\n')}\n\nexport const filesWithCalls = ${objectOf(files, camelCased)}\n`
  },
  'api/database/migrations/all-migrations.ts': () => {
    const names = namesIn('api/database/migrations', '[0-9]*.ts')
    return `export const migrations = ${objectOf(names, name => `() => import('./${name}.ts')`)}\n`
  },
  'api/routes.ts': () => {
    const nouns = namesIn('api', '*/routes.ts').map(name => name.replace('/routes', ''))
    const imports = nouns.map(noun => `import { ${routesOf(noun)} } from './${noun}/routes.ts'`)
    return `${imports.join('\n')}\n\nexport const routesByNoun = ${objectOf(nouns, routesOf)}\n`
  },
}

export const listNames = Object.keys(lists)

const HEADER = '// Written by `npm run lists`, from the names of the files. `npm run check` runs it, too.\n'

/** The lists that do not have what they should, each with the text that belongs in it. */
export function outdatedLists(): Map<string, string> {
  const all = Object.entries(lists).map(([file, write]) => [file, `${HEADER}${write()}`] as const)
  return new Map(all.filter(([file, text]) => !existsSync(join(ROOT, file)) || read(file) !== text))
}

export function writeLists(): void {
  for (const [file, text] of outdatedLists()) {
    writeFileSync(join(ROOT, file), text)
    console.log(`Wrote ${file}`)
  }
}

function pageTypes(): string[] {
  return namesIn('contract/pages', '*.ts').filter(name =>
    read(`contract/pages/${name}.ts`).includes(' satisfies PageType<'),
  )
}

/** A folder beside a file of the same name is part of that file, which exports what is in it. */
function filesWithCalls(): string[] {
  const files = namesIn('contract', '**/*.ts').filter(name => /^ {2}path: '/m.test(read(`contract/${name}.ts`)))
  return [...new Set(files.map(name => partOf(name) ?? name))].sort()
}

function partOf(name: string): string | undefined {
  const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')))
  return folder !== '' && existsSync(join(ROOT, `contract/${folder}.ts`)) ? folder : undefined
}

/** The name that `api/<noun>/routes.ts` exports. */
function routesOf(noun: string): string {
  const [, name] = /^export function (\w+Routes)\(/m.exec(read(`api/${noun}/routes.ts`)) ?? []
  if (name === undefined) throw new Error(`api/${noun}/routes.ts must export a function whose name ends in Routes`)
  return name
}

function isIn(folder: string, type: string): boolean {
  return existsSync(join(ROOT, folder, `${type}.tsx`))
}

/** The files of a pattern without their endings, sorted. No tests. */
function namesIn(folder: string, pattern: string): string[] {
  const names = globSync(pattern, { cwd: join(ROOT, folder), exclude: ['**/*.test.ts'] })
  return names.map(name => name.replaceAll('\\', '/').replace(/\.ts$/, '')).sort()
}

/** An object with a line for each key, as Biome formats it. */
function objectOf(keys: readonly string[], codeFor: (key: string) => string): string {
  const entries = keys.map(key => {
    const value = codeFor(key)
    if (key === value) return `  ${key},\n`
    return `  ${/^\w+$/.test(key) && /^\D/.test(key) ? key : `'${key}'`}: ${value},\n`
  })
  return `{\n${entries.join('')}}`
}

/** `fill-blanks` and `fill/blanks` become `fillBlanks`. */
function camelCased(name: string): string {
  return name.replace(/[-/](\w)/g, (_, letter: string) => letter.toUpperCase())
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

if (import.meta.main) writeLists()
