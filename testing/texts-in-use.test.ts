import { expect, test } from 'vitest'
import { errorCodes } from '../contract/calls/error-codes.ts'
import texts from '../contract/texts/en.json' with { type: 'json' }
import { isTest, sources } from './sources.ts'

/** What a file writes: words in quotes, templates with a value in them, and names of properties. */
type Written = {
  words: ReadonlySet<string>
  templates: readonly RegExp[]
  names: ReadonlySet<string>
  /** The file asks for a text by a value: `t(reason)`, `texts[kind]`. */
  isAskedByValue: boolean
}

const files = sources()
  .filter(({ file }) => !isTest(file))
  .map(({ text }) => writtenIn(text))

const everyWord = new Set(
  files.flatMap(({ words, names }) => [...[...words].flatMap(word => word.split(/[./]/)), ...names]),
)

test('each text is shown somewhere', () => {
  const all = pathsOf(texts)
  expect(all.length).toBeGreaterThan(2000)
  const unused = all.filter(path => !isUsed(path)).map(path => path.join('.'))
  expect(unused, 'show each somewhere, or take it out of the files of contract/texts').toEqual([])
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
    const hasRest = isWritten(file, rest) || rest.every(name => file.names.has(name) || file.words.has(name))
    return hasSection && (hasRest || (file.isAskedByValue && rest.every(isWord)))
  })
}

/** Whether a file has the path in one piece, or as a template for words that are written somewhere. */
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
      // A template of values only, such as a version number, would match the name of any text.
      .filter(template => template.includes('${') && /\w/.test(template.replace(/\$\{.*?\}/g, '')))
      .map(template => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{.*?\}/g, '([\\w./-]+)')}$`)),
    isAskedByValue:
      translatorsIn(text).some(name => new RegExp(`\\b${name}\\((?!['"\`)])`).test(text)) || /\w\[\w/.test(text),
    names: new Set([...all(/\.(\w+)\b/g), ...all(/[{,]\s*(\w+)\s*(?=[,}:])/g)]),
  }
}

/** The names of translators: `problems` in `const problems = useTranslations('org.problems')`, and always `t`. */
function translatorsIn(text: string): string[] {
  return ['t', ...[...text.matchAll(/const (\w+) = useTranslations\(/g)].map(([, name]) => name as string)]
}

function pathsOf(section: object): string[][] {
  return Object.entries(section).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name]] : pathsOf(text).map(path => [name, ...path]),
  )
}
