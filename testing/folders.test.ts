import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { listNames } from '../build/lists.ts'
import { filesImportedBy, isTest, type Source, sources } from './sources.ts'

const MAX_FILES = 20

/** Folders that are a list of equal things. */
const REGISTRIES = ['api/database/migrations', 'web/lessons/pages', 'docs/decisions']

/** A file this short belongs into its only importer, unless it has a test of its own. */
const CRUMB_LINES = 20

/** Lists of things that have a file each. An import here is only an entry of the list, not a user of the file. */
const LISTS = new Set([
  ...listNames,
  ...['app', 'services', 'hourly-work', 'personal-data-sources', 'commands/admin'].map(name => `api/${name}.ts`),
  ...['addresses.ts', 'routes.tsx', 'prerender.tsx', 'lessons/pages/index.ts'].map(name => `web/${name}`),
])

const product = sources().filter(({ file }) => !isTest(file))

test('no file imports itself through other files', () => {
  const found = circlesIn(new Map(product.map(source => [source.file, filesImportedBy(source)])))
  expect(found, 'move what both sides need into a file that imports neither').toEqual([])
  const circle = new Map([
    ['a.ts', ['b.ts']],
    ['b.ts', ['c.ts', 'd.ts']],
    ['c.ts', ['a.ts']],
  ])
  expect(circlesIn(circle)).toEqual(['a.ts → b.ts → c.ts'])
})

test('folders beside each other do not import each other in a circle', () => {
  const parents = new Set(product.map(({ file }) => posix.dirname(posix.dirname(file))))
  const found = [...parents].flatMap(parent => circlesIn(importsBetweenFoldersOf(parent)))
  expect(found, 'move the file into the folder that uses it').toEqual([])
})

test(`a folder has at most ${MAX_FILES} files, tests included`, () => {
  const roots = ['api', 'bench', 'bin', 'build', 'contract', 'docs', 'e2e', 'testing', 'web']
  const folders = roots.flatMap(root => [
    root,
    ...readdirSync(root, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(({ parentPath, name }) => posix.join(parentPath.replaceAll('\\', '/'), name))
      .filter(folder => !folder.includes('node_modules')),
  ])
  const filesIn = (folder: string) => readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isFile())
  const full = folders.filter(folder => filesIn(folder).length > MAX_FILES)
  const advice = 'put the files of one subject into a folder below, named after it'
  expect(
    full.filter(folder => !REGISTRIES.includes(folder)),
    advice,
  ).toEqual([])
})

test(`the root has at most ${MAX_FILES} entries`, () => {
  const made = ['node_modules', 'dist', 'data', 'test-results']
  const entries = readdirSync('.').filter(name => !name.startsWith('.') && !made.includes(name))
  expect(entries.length).toBeLessThanOrEqual(MAX_FILES)
})

test(`a file of at most ${CRUMB_LINES} lines has a second importer or a test of its own`, () => {
  const all = sources()
  const files = new Set(all.map(({ file }) => file))
  const importers = new Map<string, string[]>()
  for (const source of all) {
    for (const imported of filesImportedBy(source))
      importers.set(imported, [...(importers.get(imported) ?? []), source.file])
  }
  const isCrumb = ({ file, text }: Source) => {
    const [importer, ...others] = importers.get(file) ?? []
    const isShort = text.trimEnd().split('\n').length <= CRUMB_LINES
    const hasTest = files.has(file.replace(/\.tsx?$/, '.test.ts')) || files.has(file.replace(/\.tsx?$/, '.test.tsx'))
    return isShort && !hasTest && importer !== undefined && others.length === 0 && !isListedOrLazy(importer, file)
  }
  const crumbs = product.filter(isCrumb).map(({ file }) => file)
  expect(crumbs, 'move its code into the only file that imports it').toEqual([])

  /** Code that is loaded lazily, or in a worker, needs a file of its own. */
  function isListedOrLazy(importer: string, file: string): boolean {
    const text = all.find(source => source.file === importer)?.text ?? ''
    return (
      LISTS.has(importer) ||
      new RegExp(`import\\('[^']*${posix.basename(file)}'|${posix.basename(file)}\\?worker`).test(text)
    )
  }
})

/** The folders in `parent`, each with the other folders in `parent` from which its files import. */
function importsBetweenFoldersOf(parent: string): Map<string, string[]> {
  const childOf = (file: string) =>
    file.startsWith(`${parent}/`)
      ? file
          .slice(parent.length + 1)
          .split('/')
          .slice(0, -1)[0]
      : undefined
  const imports = new Map<string, string[]>()
  for (const source of product) {
    const from = childOf(source.file)
    if (from === undefined) continue
    const to = filesImportedBy(source).flatMap(file => childOf(file) ?? [])
    imports.set(from, [...(imports.get(from) ?? []), ...to.filter(other => other !== from)])
  }
  return imports
}

/** Each circle once, starting with its first name. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const circles = new Set<string>()
  const done = new Set<string>()
  const visit = (node: string, path: string[]): void => {
    const at = path.indexOf(node)
    if (at >= 0) return void circles.add(inOrder(path.slice(at)).join(' → '))
    if (done.has(node)) return
    for (const next of imports.get(node) ?? []) visit(next, [...path, node])
    done.add(node)
  }
  for (const node of imports.keys()) visit(node, [])
  return [...circles]
}

function inOrder(circle: string[]): string[] {
  const first = circle.indexOf([...circle].sort()[0] as string)
  return [...circle.slice(first), ...circle.slice(0, first)]
}
