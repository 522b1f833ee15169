import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { pageTypes } from '../contract/pages/index.ts'
import { importsIn, isTest, type Source, sources } from './sources.ts'

const TABLE = '"Who may import what" in docs/architecture.md'

/** Who may import what: for each root its folders and files in order, those of equal rank together. */
const table = importTableIn(readFileSync('docs/architecture.md', 'utf8'))

/** The packages that contract uses. */
const CONTRACT_NEEDS = ['valibot']

/** Known exceptions, with their reasons. An exception that is no longer needed fails, too. */
const exceptions: Record<string, string> = {
  'web/sign-in/complete-sign-in.ts imports web/sign-in-data.ts':
    'Signing in fills the course list before it goes there, and fetches that code only then: the sign-in stays small.',
  'web/ui/rich-text/rich-text.tsx imports web/settings/settings.ts':
    'Pictures in a text stand below the media base, which only the settings know.',
}

test('every import follows the table', () => {
  const found = sources().flatMap(offencesIn)
  const advice = `follow ${TABLE}: code about two folders belongs to the later one, and a new folder needs a place there`
  expect(
    found.filter(offence => !(offence in exceptions)),
    advice,
  ).toEqual([])
  const unneeded = Object.keys(exceptions).filter(exception => !found.includes(exception))
  expect(unneeded, 'take these out of exceptions above: nothing needs them').toEqual([])
})

test.each([
  ['api/lessons/routes.ts', "import { call } from '../../web/api.ts'", 'web/api.ts'],
  ['web/lessons/lesson.ts', "import type { Db } from '../../api/database/tables.ts'", 'api/database/tables.ts'],
  ['contract/lessons.ts', "import { useState } from 'react'", 'react'],
  ['contract/media.ts', "import { join } from 'node:path'", 'node:path'],
  ['contract/courses.ts', "export type { Config } from '../api/config.ts'", 'api/config.ts'],
  ['api/courses/routes.ts', "import { logPage } from '../lessons/log-page.ts'", 'api/lessons/log-page.ts'],
  ['api/database/open.ts', "import { spend } from '../http/limits.ts'", 'api/http/limits.ts'],
  ['api/settings/routes.ts', "import * as users from '../account/users.ts'", 'api/account/users.ts'],
  ['api/sign-in/phone/codes.ts', "import type { Services } from '../../services.ts'", 'api/services.ts'],
  ['api/lessons/progress.ts', "import { signIn } from '../testing-people.ts'", 'api/testing-people.ts'],
  ['api/courses/import.ts', "import { aCourse } from './testing.ts'", 'api/courses/testing.ts'],
  ['web/ui/icon.tsx', "import { useUser } from '../user/user.ts'", 'web/user/user.ts'],
  [
    'web/media/player.tsx',
    "const Sheet = lazy(() => import('../courses/finish-sheet.tsx'))",
    'web/courses/finish-sheet.tsx',
  ],
  ['web/user/user.ts', "import {\n  Header,\n} from '../shell/header.tsx'", 'web/shell/header.tsx'],
  ['web/outbox/store.ts', "import '../main.ts'", 'web/main.ts'],
  [
    'web/sign-in/provider/bot-check.ts',
    "import url from '../../lessons/worker.ts?worker&url'",
    'web/lessons/worker.ts',
  ],
  ['api/lessons/lessons.test.ts', "import { slideBetween } from '../../web/router/slide.ts'", 'web/router/slide.ts'],
])('%s is found with %j', (file, text, imported) => {
  expect(offencesIn({ file, text })).toEqual([`${file} imports ${imported}`])
})

test.each([
  ['api/lessons/routes.ts', "import { readConfig } from '../read-config.ts'"],
  ['api/lessons/lessons.test.ts', "import { onEachDatabase } from '../testing.ts'"],
  ['web/lessons/lesson-screen.test.tsx', "import { onEachDatabase } from '../../api/testing.ts'"],
  ['web/lessons/lesson-screen.tsx', "import { pageTypeOf } from '../../contract/pages/index.ts'"],
  ['contract/progress.test.ts', "import fc from 'fast-check'"],
])('%s may contain %j', (file, text) => {
  expect(offencesIn({ file, text })).toEqual([])
})

/** TypeScript knows which functions of the language are too new (web/tsconfig.json), but not which of the browser. */
const NEWER_THAN_CHROME_100 =
  /\b(URL\.(canParse|parse)|AbortSignal\.(any|timeout)|Response\.json)\(|\.(checkVisibility|showPopover)\(/

test('the code uses no function that the oldest supported browser lacks', () => {
  const shipped = sources().filter(({ file }) => !file.startsWith('api/') && !isTest(file))
  const newer = shipped.filter(({ text }) => NEWER_THAN_CHROME_100.test(text)).map(({ file }) => file)
  expect(newer, 'use what Chrome 100 has: docs/browsers.md').toEqual([])
  expect('const url = URL.canParse(text) ? new URL(text) : undefined').toMatch(NEWER_THAN_CHROME_100)
})

/** Files of the server that may ask for the real time, with the reason. Commands may, too. */
const READS_THE_CLOCK: Record<string, string> = {
  'api/audit-log/audit-log.ts': 'Acts of commands.',
  'api/courses/import.ts': 'A default for commands.',
  'api/courses/store-media.ts': 'Compares with the time of files.',
  'api/database/backup/restore-backup.ts': 'The name of a file, in a command.',
  'api/database/foreign-wal.ts': 'The name of a file, at the start.',
}

test('the server is given the time, so that a test can move the clock', () => {
  const clock = /\bDate\.now\(\)|\bnew Date\(\)/
  const given = sources().filter(
    ({ file }) =>
      /^(api|contract)\//.test(file) && !isTest(file) && !/^api\/(commands|database\/migrations)\//.test(file),
  )
  const asking = given.filter(({ text }) => clock.test(text)).map(({ file }) => file)
  const advice = 'take now as the last argument: docs/style.md'
  expect(
    asking.filter(file => !(file in READS_THE_CLOCK)),
    advice,
  ).toEqual([])
  expect(Object.keys(READS_THE_CLOCK).filter(file => !asking.includes(file))).toEqual([])
})

const SQL = /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[`<]/

test('a command asks the nouns, and no table itself', () => {
  const commands = sources().filter(({ file }) => file.startsWith('api/commands/') && !isTest(file))
  const asking = commands.filter(({ text }) => SQL.test(text)).map(({ file }) => file)
  expect(asking, 'put the query beside those of its noun').toEqual([])
})

/** Files of the server that make a page, with the reason why nobody's text can run in it. */
const WRITES_PAGES: Record<string, string> = { 'api/account/no-more-page.ts': 'It has our own texts only.' }

test('the server makes no page of what people wrote', () => {
  const product = sources().filter(({ file }) => file.startsWith('api/') && !isTest(file))
  const writing = product.filter(({ text }) => /'text\/html;|<!doctype html>/i.test(text)).map(({ file }) => file)
  expect(writing, 'show it by a screen of web/, which escapes each text').toEqual(Object.keys(WRITES_PAGES))
})

/** A function whose name is a question, with its body. */
const QUESTION = /^( *)(?:export )?(?:async )?function ((?:is|has|may)[A-Z]\w*)\([\s\S]*?^\1\}/gm
const WRITES = /\b(insertInto|updateTable|deleteFrom|consume|storeValue|addLine|record)\(/

test('a question writes nothing, so it can be asked twice', () => {
  const product = sources().filter(({ file }) => file.startsWith('api/') && !isTest(file))
  const writing = product.flatMap(({ file, text }) => questionsThatWrite(text).map(name => `${file} ${name}`))
  expect(writing, 'give it the name of what it does: docs/style.md').toEqual([])
  const sample = "export async function isFirst(db: Db): Promise<boolean> {\n  await db.insertInto('seen')\n}\n"
  expect(questionsThatWrite(sample)).toEqual(['isFirst'])
  expect(questionsThatWrite(sample.replace('insertInto', 'selectFrom'))).toEqual([])
})

function questionsThatWrite(text: string): string[] {
  return [...text.matchAll(QUESTION)].filter(([body]) => WRITES.test(body)).map(([, , name = '']) => name)
}

test('a new folder needs a place in the table, and one that is gone leaves it', () => {
  expect(offencesIn({ file: 'api/utils/text.ts', text: '' })).toEqual(['api/utils has no place in the table'])
  const named = Object.entries(table).flatMap(([root, ranks]) => ranks.flat().map(name => posix.join(root, name)))
  expect(named.length).toBeGreaterThan(60)
  expect(
    named.filter(path => !existsSync(path)),
    `take them out of ${TABLE}`,
  ).toEqual([])
})

/**
 * Files that may name a page type: its own, the registries, and the readers of other programs' files. Migrations may,
 * too, because they know the types of their time.
 */
const NAMES_PAGE_TYPES = /^(contract|web\/lessons)\/pages\/|^api\/(database\/migrations|courses\/other-programs)\//

test('no other file names a page type', () => {
  // `number` and `video` have other meanings, too.
  const names = [...pageTypes.keys()].filter(name => name !== 'number' && name !== 'video')
  const namesType = new RegExp(`'(${names.join('|')})'|\\b(type|pageType) [=!]== '(number|video)'`)
  const product = sources().filter(({ file }) => !isTest(file) && !NAMES_PAGE_TYPES.test(file))
  const asking = product.filter(({ text }) => namesType.test(text)).map(({ file }) => file)
  const advice =
    'make it a question of PageType (contract/pages/page-type.ts), which each type answers; if the word means something else there, give a new type another name'
  expect(asking, advice).toEqual([])
  for (const line of ["if (page.type === 'video') return", "new Set(['text-response'])", "pageType !== 'number'"])
    expect(line).toMatch(namesType)
})

/** A property that names left or right: it is correct in one writing direction only. */
const ONE_DIRECTION = /[\s{;](left|right):|-(left|right)(-\w+)?:(?!:|\w)|(text-align|float|clear):\s*(left|right)/

test('two screens do not give one class name two looks: the styles of both stay in a tab', () => {
  const files = new Map<string, Set<string>>()
  for (const name of readdirSync('web', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.css') || name.startsWith('ui/styles/')) continue
    const text = readFileSync(posix.join('web', name), 'utf8').replace(/\/\*.*?\*\//gs, '')
    const lists = [...text.matchAll(/([^{}]+)\{/g)].map(([, list = '']) => list.replace(/\([^()]*\)/g, '()'))
    const selectors = lists.flatMap(list => list.split(','))
    for (const alone of selectors.map(one => one.trim()).filter(one => /^\.[\w-]+$/.test(one)))
      files.set(alone.slice(1), (files.get(alone.slice(1)) ?? new Set()).add(name))
  }
  const twice = [...files].filter(([, names]) => names.size > 1).map(([name]) => name)
  expect(twice, 'give the class of one of them another name').toEqual([])
})

test('styles use start and end, not left and right', () => {
  const styles = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.css'))
  const lines = styles.flatMap(name =>
    readFileSync(posix.join('web', name), 'utf8')
      .split('\n')
      .map(line => `${name}: ${line}`),
  )
  expect(
    lines.filter(line => ONE_DIRECTION.test(line)),
    'use margin-inline-start, inset-inline-end, text-align: start and the like',
  ).toEqual([])
  for (const line of [
    'a { margin-left: 1rem }',
    'a { text-align: right }',
    'a { border-right-color: red }',
    'a { left: 0 }',
  ])
    expect(line).toMatch(ONE_DIRECTION)
})

function offencesIn({ file, text }: Source): string[] {
  if (rankOf(file) < 0) return [`${folderOf(file)} has no place in the table`]
  return importsIn(text)
    .map(name => (name.startsWith('.') ? posix.join(posix.dirname(file), name) : name))
    .filter(imported => !mayImport(file, imported))
    .map(imported => `${file} imports ${imported}`)
}

function mayImport(file: string, imported: string): boolean {
  const [from, to] = [rootOf(file), rootOf(imported)]
  // A package, or a file at the top, like package.json.
  if (!(to in table)) return from !== 'contract' || isTest(file) || CONTRACT_NEEDS.includes(imported)
  if (isTest(file)) return from === to || to === 'contract' || from === 'web'
  if (isTest(imported)) return false
  if (from !== to) return to === 'contract'
  return folderOf(file) === folderOf(imported) || rankOf(imported) < rankOf(file)
}

/** A list begins with its root, as in `api: database < http < secrets, senders`, and may have several lines. */
function importTableIn(document: string): Record<string, string[][]> {
  const [, block = ''] = document.match(/^## Who may import what\n[\s\S]*?^```\n([\s\S]*?)^```/m) ?? []
  const ranksIn = (list: string) => list.split('<').map(rank => rank.split(',').map(name => name.trim()))
  const lists = block.split(/^(?=\w+:)/m).map(text => text.split(':'))
  return { contract: [], ...Object.fromEntries(lists.map(([root = '', list = '']) => [root, ranksIn(list)])) }
}

function rootOf(file: string): string {
  return file.split('/', 1)[0] as string
}

/** `api/lessons` for a file in a folder, `api/app.ts` for one beside them; contract is one folder. */
function folderOf(file: string): string {
  return rootOf(file) === 'contract' ? 'contract' : file.split('/').slice(0, 2).join('/')
}

/** The rank in the table; -1 if there is none. */
function rankOf(file: string): number {
  if (isTest(file) || rootOf(file) === 'contract') return Number.POSITIVE_INFINITY
  const folder = folderOf(file).split('/')[1] as string
  return table[rootOf(file)]?.findIndex(folders => folders.includes(folder)) ?? -1
}
