import { expect, test } from 'vitest'
import { errorCodes } from '../contract/calls/error-codes.ts'
import texts from '../contract/texts/en.json' with { type: 'json' }
import { isTest, sources } from './sources.ts'

/** What a file writes: words in quotes, templates with a value in them, and names of properties. */
type Written = { words: ReadonlySet<string>; templates: readonly RegExp[]; names: ReadonlySet<string> }

const files = sources()
  .filter(({ file }) => !isTest(file))
  .map(({ text }) => writtenIn(text))

const everyWord = new Set(
  files.flatMap(({ words, names }) => [...[...words].flatMap(word => word.split(/[./]/)), ...names]),
)

test('each text is shown somewhere', () => {
  const all = pathsOf(texts)
  expect(all.length).toBeGreaterThan(2000)
  expect(all.filter(path => !isUsed(path))).toEqual([])
})

/** Some file names the section and the text in it. */
function isUsed(path: string[]): boolean {
  // Some texts are found by an error code, of the contract or of Firebase; those of `courseCheck` by an English
  // sentence.
  if ((path.at(-1) as string) in errorCodes || /^(FIREBASE_ERROR_|courseCheck$)/.test(path[0] as string)) return true
  return files.some(file => isWritten(file, path) || namesBoth(file, path))
}

function namesBoth(file: Written, path: string[]): boolean {
  return path.slice(1).some((_, index) => {
    const [section, rest] = [path.slice(0, index + 1), path.slice(index + 1)]
    const hasSection = isWritten(file, section) || file.names.has(section[0] as string)
    return hasSection && (isWritten(file, rest) || rest.every(name => file.names.has(name) || file.words.has(name)))
  })
}

/** In one piece, or put together from words that are written somewhere. */
function isWritten({ words, templates }: Written, path: string[]): boolean {
  const name = path.join('.')
  return words.has(name) || templates.some(template => template.exec(name)?.slice(1).every(isWord))
}

function isWord(piece: string): boolean {
  return piece.split('.').every(word => everyWord.has(word))
}

function writtenIn(text: string): Written {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found as string)
  return {
    words: new Set(all(/['"`]([\w./-]+)['"`]/g)),
    templates: all(/`((?:[\w.-]|\$\{[^`\n{}]*\})*)`/g)
      .filter(template => template.includes('${'))
      .map(template => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{.*?\}/g, '([\\w./-]+)')}$`)),
    names: new Set([...all(/\.(\w+)\b/g), ...all(/[{,]\s*(\w+)\s*(?=[,}:])/g)]),
  }
}

function pathsOf(section: object): string[][] {
  return Object.entries(section).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name]] : pathsOf(text).map(path => [name, ...path]),
  )
}
