import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Language, languageCodes } from '../../../contract/languages.ts'
import { sentenceIn } from './sentences.ts'

const others = languageCodes.filter(code => code !== 'en')
const courses = join(import.meta.dirname, '..')
const pages = join(import.meta.dirname, '../../../contract/pages')

/** The translation of every sentence of the YAML parser. Our own sentences have translations of their own. */
const OF_PARSER = 'لا يُقرأ هذا في YAML'
const SENTENCE =
  /\b(?:(?:mistake|warn|(?<!\.)report|nonEmpty|BadZipError|Unreadable)\(\s*|message = )(`(?:\\.|[^`\\\n])*`|'[^'\n]*')/g
/** Page types also write a sentence as a field of an object. */
const SENTENCE_IN_OBJECT = /\bmessage: (`(?:\\.|[^`\\\n])*`|'[^'\n]*')/g

/** The sentences that the rules can write, with a word in the place of each value. */
function written(): string[] {
  const inCourses = sourceOf(courses).flatMap(code => [...code.matchAll(SENTENCE)])
  const inPages = sourceOf(pages).flatMap(code => [...code.matchAll(SENTENCE), ...code.matchAll(SENTENCE_IN_OBJECT)])
  const found = [...inCourses, ...inPages].map(([, words = '']) => words.slice(1, -1))
  return found.map(words => words.replaceAll('\\`', '`').replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, 'value'))
}

function sourceOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(file => file.name.endsWith('.ts') && !file.name.includes('test'))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
}

test.each(others)('every sentence about a course is there in %s', (language: Language) => {
  const all = written().filter(words => !/^(?:value)?(?:: value)*$/.test(words))
  expect(all.length).toBeGreaterThan(40)
  const missing = all.filter(words => sentenceIn(language, words).startsWith(OF_PARSER))
  expect(missing, `write them in \`courseCheck\` of contract/texts/en.json and ${language}.json`).toEqual([])
})

test('an Arabic sentence has the words of the author in their own direction, and numbers in Arabic digits', () => {
  expect(sentenceIn('ar', 'unknown field `buttonTxt`: is it `buttonText`?')).toBe(
    'لا حقل باسم \u2068buttonTxt\u2069: هل المقصود \u2068buttonText\u2069؟',
  )
  expect(sentenceIn('ar', 'unknown field `colour`')).toBe('لا حقل باسم \u2068colour\u2069')
  expect(sentenceIn('ar', 'two words belong in place 12')).toContain('١٢')
  expect(sentenceIn('ar', 'gone.mp3 is not in media/')).toContain('\u2068gone.mp3\u2069')
  expect(sentenceIn('ar', 'must be one of ar, en, and is "fr"')).toBe(
    'يجب أن يكون واحدًا من: \u2068ar, en\u2069، وهو \u2068"fr"\u2069',
  )
  expect(sentenceIn('ar', 'Some words of the parser')).toBe('لا يُقرأ هذا في YAML: \u2068Some words of the parser\u2069')
  expect(sentenceIn('en', 'is missing')).toBe('is missing')
})
