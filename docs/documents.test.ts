import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { Environment } from '../api/config.ts'
import { languageCodes } from '../contract/languages.ts'
import { pageTypes } from '../contract/pages/index.ts'

/** Names of the browser and of Firebase. */
const OF_OTHERS = ['innerHTML', 'firebaseConfig']

/** Decisions and the changelog describe their own time; all other documents describe the present. */
const DOCUMENTS = globSync(['*.md', 'docs/*.md'], { exclude: ['CHANGELOG.md'] }).toSorted()

/** Journeys run beside this test, and write what they saw into test-results. */
const MADE = ['**/node_modules/**', 'dist/**', 'data/**', 'test-results/**', 'playwright-report/**', '.git/**']

const FILES = globSync('**/*', { exclude: MADE })
const OWN_NAME = 'docs/documents.test.ts'
const CODE = FILES.filter(file => /\.(ts|tsx|js|mjs|css)$/.test(file) && !file.startsWith('docs/'))

test.each(DOCUMENTS)('all links in %s lead to existing files', document => {
  const broken = linksIn(read(document)).filter(link => !leadsSomewhere(document, link))
  expect(broken, 'lead the link to a file, and to a heading that is there').toEqual([])
})

test.each(DOCUMENTS)('all files named in %s exist', document => {
  const gone = codeIn(read(document))
    .filter(isPath)
    .filter(path => !isThere(path))
  expect(gone, 'write where the file is now').toEqual([])
})

test.each(DOCUMENTS)('all functions and settings named in %s are in the code', document => {
  const names = codeIn(read(document)).flatMap(nameIn)
  const gone = names.filter(name => !words().has(name))
  expect(gone, 'write the name that the code has now').toEqual([])
})

test.each([
  ['a link to a file that is gone', '[limits](nowhere.md)', linksIn],
  ['a link to a heading that is gone', '[limits](limits.md#nowhere)', linksIn],
])('%s is found', (_, text, find) => {
  expect(find(text).filter(link => !leadsSomewhere('docs/identity.md', link))).toHaveLength(1)
})

test('the test finds a missing file, function and setting', () => {
  const code = codeIn(
    '`api/nowhere.ts`, `findNobody(db, caller)`, `NO_SUCH_SETTING=1`, `api/main.ts`, `LOG_LEVEL=debug`',
  )
  expect(code.filter(isPath).filter(path => !isThere(path))).toEqual(['api/nowhere.ts'])
  expect(code.flatMap(nameIn).filter(name => !words().has(name))).toEqual(['findNobody', 'NO_SUCH_SETTING'])
})

/** Relative words that many readers of English as a second language read twice. */
const READ_TWICE = /\b(whoever|whom(ever)?|anew)\b/i

test('the words whoever, whom and anew are in no code and no document', () => {
  const ours = FILES.filter(file => /\.(css|html|js|md|mjs|ts|tsx|ya?ml)$/.test(file))
  const written = [...ours, '.env.example'].filter(file => !file.startsWith('courses/') && file !== OWN_NAME)
  const linesIn = (file: string) =>
    read(file)
      .split('\n')
      .map((line, index) => `${file}:${index + 1} ${line.trim()}`)
  const found = written
    .filter(file => READ_TWICE.test(read(file)))
    .flatMap(linesIn)
    .filter(line => READ_TWICE.test(line))
  expect(found, 'write the sentence in words that are read once').toEqual([])
  expect('whom a change concerns').toMatch(READ_TWICE)
})

/** Such a comment is half a sentence: its reader has to look for the other half. */
const HALF_A_SENTENCE = /(?:\/\/|\/\*\*|^\s*\*) Of\b/m

test('no comment begins with "Of"', () => {
  const found = CODE.filter(file => HALF_A_SENTENCE.test(read(file)))
  expect(found, 'say what it is: "The length of the film", not "Of the film"').toEqual([])
  expect('/** Of the film. */').toMatch(HALF_A_SENTENCE)
})

const COLUMNS = 120

test(`no line of a document has more than ${COLUMNS} characters, except in tables and code`, () => {
  const all = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md'])
  const tooLong = all.flatMap(file => tooLongIn(read(file)).map(line => `${file}: ${line}`))
  expect(tooLong, 'break these lines').toEqual([])
  expect(tooLongIn(`a${' word'.repeat(30)}\n| a${' cell'.repeat(30)} |`)).toHaveLength(1)
})

test(`no line of a comment has more than ${COLUMNS} characters, except orders to a tool`, () => {
  const tooLong = CODE.flatMap(file => longCommentsIn(read(file)).map(line => `${file}: ${line}`))
  expect(tooLong, 'break these lines').toEqual([])
  expect(longCommentsIn(`  // a${' word'.repeat(30)}\n  // biome-ignore${' word'.repeat(30)}`)).toHaveLength(1)
})

test('the tree in docs/architecture.md has every folder of the three roots, and no other', () => {
  const [, tree = ''] = read('docs/architecture.md').match(/^## The tree\n+```\n([\s\S]*?)^```/m) ?? []
  const named = [...tree.matchAll(/([\w-]+)\/(?=[\s,;:])/g)].map(([, name = '']) => name)
  const folders = FILES.filter(file => /^(api|contract|web)\/[^/]+\/./.test(file)).map(file => file.split('/')[1] ?? '')
  const missing = [...new Set(folders)].filter(folder => folder !== 'public' && !named.includes(folder))
  expect(missing, 'add each folder to the tree, with a line that says what is there').toEqual([])
  const gone = named.filter(name => !FILES.some(file => file.includes(`${name}/`)))
  expect(gone, 'take these folders out of the tree').toEqual([])
})

test('docs/course-format.md has a row and a section for each page type, and the section names its options', () => {
  const format = read('docs/course-format.md')
  const sections = new Map(format.split(/^### /m).map(text => [text.split('\n', 1)[0] ?? '', text]))
  /** The section, and those of the types to which it refers. */
  const textOf = (type: string) => {
    const section = sections.get(type) ?? ''
    const others = codeIn(section).filter(code => pageTypes.has(code))
    return [section, ...others.map(other => sections.get(other))].join('\n')
  }
  const missing = [...pageTypes].flatMap(([type, { options }]) => {
    if (!sections.has(type) || !format.includes(`| [\`${type}\`](#${type}) |`)) return [type]
    const names = Object.keys((options as { entries?: object }).entries ?? {})
    return names.filter(name => !new RegExp(`\\b${name}\\b`).test(textOf(type))).map(name => `${type}: ${name}`)
  })
  expect(missing, 'describe the type for authors, and each of its options').toEqual([])
})

test('docs/course-format.md names each language of the app', () => {
  const [row = ''] = read('docs/course-format.md').match(/^\| `language` .*/m) ?? []
  const missing = languageCodes.filter(code => !codeIn(row).includes(code))
  expect(missing, 'name each in the row of `language`').toEqual([])
})

test('each page type is in a demo course', () => {
  const lessons = globSync('courses/*/lessons/*.yaml').map(read).join('\n')
  const missing = [...pageTypes.keys()].filter(type => !new RegExp(`^ *(- )?type: ${type}$`, 'm').test(lessons))
  expect(missing, 'add a page to a lesson in courses/, so that people see the type').toEqual([])
})

test('.env.example has every setting, and no other', () => {
  const offered = read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)
  const advice = 'give each setting of api/config.ts a line in .env.example, and a comment that says what it is for'
  expect([...offered].map(([, name]) => name).toSorted(), advice).toEqual(Object.keys(Environment.entries).toSorted())
})

test('the container image copies only existing files', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  )
  expect(copied.length).toBeGreaterThan(5)
  const gone = copied.filter(file => !existsSync(file))
  expect(gone, 'correct these names in the Dockerfile').toEqual([])
})

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

function withoutBlocks(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```/gm, '')
}

/** A link cannot be broken. */
function tooLongIn(markdown: string): string[] {
  const isProse = (line: string) => !/^\s*(\||<)/.test(line)
  return withoutBlocks(markdown)
    .split('\n')
    .filter(line => line.length > COLUMNS && isProse(line) && line.trim().lastIndexOf(' ') > 0)
}

function longCommentsIn(code: string): string[] {
  return code
    .split('\n')
    .filter(line => line.length > COLUMNS && /^\s*(\/\/|\/?\*)/.test(line) && !line.includes('biome-ignore'))
}

/** Targets of links and sources of pictures, except those on other hosts. */
function linksIn(markdown: string): string[] {
  const text = withoutBlocks(markdown).replace(/`[^`\n]+`/g, '')
  const found = text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)
  return [...found].map(([, link, picture]) => link ?? picture ?? '').filter(link => !/^[a-z]+:/.test(link))
}

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const file = path === '' ? document : join(dirname(document), path)
  if (!existsSync(file)) return false
  return heading === undefined || headingsIn(read(file)).includes(heading)
}

/** The anchor of a heading, as GitHub makes it. */
function headingsIn(markdown: string): string[] {
  return [...withoutBlocks(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function codeIn(markdown: string): string[] {
  return [...withoutBlocks(markdown).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}

/** `api/main.ts`, `use-film.ts`, `e2e/`. Files of a course are not ours. */
function isPath(code: string): boolean {
  return /^[\w./-]+\.(ts|tsx|mjs|css|html)$/.test(code) || /^(api|bench|build|contract|e2e|web)\/[\w./-]*$/.test(code)
}

/** A document that has named the folder can name the file without it. */
function isThere(path: string): boolean {
  return existsSync(path) || FILES.some(file => file.endsWith(`/${path}`))
}

/** A name such as `findUser` or `findUser(db, caller)`, and a setting such as `LOG_LEVEL` or `LOG_LEVEL=debug`. */
function nameIn(code: string): string[] {
  const [, call] = code.match(/^([a-z][a-zA-Z]+)\(/) ?? code.match(/^([a-z]+[A-Z][a-zA-Z]*)$/) ?? []
  const [, setting] = code.match(/^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=|$)/) ?? []
  return [call, setting].filter(name => name !== undefined).filter(name => !OF_OTHERS.includes(name))
}

let known: Set<string> | undefined

/** Every word of the code and of the list of settings. */
function words(): Set<string> {
  known ??= new Set(['.env.example', ...CODE].flatMap(file => read(file).match(/\w+/g) ?? []))
  return known
}
