import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { languageCodes } from '../../../contract/languages.ts'
import { checkDraft, type Finding } from '../../../contract/organisation/checking/findings.ts'
import { importAsDraft } from '../../../contract/organisation/course-files.ts'
import { pageTypes } from '../../../contract/pages/index.ts'
import english from '../../../contract/texts/en.json' with { type: 'json' }
import { ruleOf } from '../../courses/checking/sentences.ts'
import { CourseMistakesError } from '../../courses/reading/findings.ts'
import { CourseShape, LessonShape, PageShape } from '../../courses/reading/shapes.ts'
import { courseFolder } from '../../courses/testing.ts'
import { startWithAuthors, upload, zipFrom } from '../../organisation/courses/testing.ts'
import { onSqlite, type TestServer } from '../../testing.ts'
import { importCourseCommand } from './import-course.ts'
import type { Rule } from './testing-broken-lessons.ts'
import { brokenCourses, elsewhere, FOREIGN_LESSON } from './testing-rules.ts'

const rules = Object.keys(english.courseCheck) as Rule[]
/** The sentences of these rules repeat a name from the file. */
const ABOUT_NAMES: readonly Rule[] = ['unknown', 'unknownMeant', 'twice', 'noFieldName']
const ARABIC = /\p{Script=Arabic}/u
const ISOLATED = /\u2068[^\u2069]*\u2069/g

test('every rule of a course has a row', () => {
  const rows = [
    ...brokenCourses.flatMap(broken => broken.rows.map(([rule]) => rule)),
    ...Object.values(elsewhere).flat(),
  ]
  expect(
    rules.filter(rule => !rows.includes(rule)),
    'write a page that breaks the rule in testing-broken-lessons.ts',
  ).toEqual([])
  expect(
    rows.filter(rule => !rules.includes(rule)),
    'rows without a rule',
  ).toEqual([])
})

// One database is enough, because no rule reads it.
onSqlite('Every rule of a course', start => {
  test('says the same at the same place in the command, on the import page and in the editor', async () => {
    const { server, omar } = await startWithAuthors(start)
    const pages = '  - { id: p, type: rich-text, textContent: Hi }\n'
    await server.importCourse(
      courseFolder({
        'course.yaml': 'id: coffee\nlanguage: en\ntitle: Coffee\ndescription: Coffee\n',
        'lessons/01-water.yaml': `id: ${FOREIGN_LESSON}\ntitle: Beans\npages:\n${pages}`,
        'lessons/02-leaves.yaml': undefined,
      }),
    )
    for (const { files, rows } of brokenCourses) {
      const folder = courseFolder(files)
      const zip = await zipFrom(folder)
      const { id, findings } = await upload(server, omar, zip)
      const broken = findings.map(({ file, message }) => `${ruleOf(message)} in ${file}`)
      for (const [rule, file] of rows) expect(broken).toContain(`${rule} in ${file}`)
      const aboutOthers = findings.filter(({ message }) => !ABOUT_NAMES.includes(ruleOf(message) as Rule))
      for (const { message } of aboutOthers) expect(namesIn(message, CAMEL), message).toEqual([])

      const taken = await omar.call(importAsDraft, { params: { importId: id }, body: { replaces: true } })
      const params = { id: taken.data.courseId }
      for (const language of languageCodes) {
        const onPage = language === 'en' ? findings : (await upload(server, omar, zip, language)).findings
        const inEditor = (await omar.call(checkDraft, { params, query: { language } })).data.findings
        expect(inEditor.map(comparable)).toEqual(onPage.map(comparable))
        if (language === 'ar') onPage.forEach(expectArabic)
      }

      // The command prints either the mistakes, or the warnings of a course that it imports.
      const printed = await printedFor(server, folder)
      const printable = findings.filter(({ isMistake }) => isMistake === findings.some(one => one.isMistake))
      const left = printable.reduce((lines, finding) => {
        expect(
          lines.filter(line => isSame(line, finding)),
          finding.message,
        ).not.toEqual([])
        return lines.filter(line => !isSame(line, finding))
      }, printed)
      expect(left, 'said by the command alone').toEqual([])
    }
  })
})

function comparable({ file, line, column, isMistake, field, message }: Finding) {
  return { file, line, column, isMistake, field, message }
}

/** The lines that the command prints about the course. */
async function printedFor({ services: { db, config } }: TestServer, folder: string): Promise<string[]> {
  const lines: string[] = []
  const error = await importCourseCommand
    .run({ db, config, words: [folder], print: line => lines.push(line) })
    .catch((reason: unknown) => reason)
  if (error === undefined) return lines.slice(0, -1)
  expect(error).toBeInstanceOf(CourseMistakesError)
  return (error as CourseMistakesError).message.split('\n')
}

function isSame(printed: string, { file, line, column, message }: Finding): boolean {
  return printed.startsWith(`${file}:${line}:${column} `) && printed.endsWith(` ${message}`)
}

/** An Arabic sentence has no name of the format, except a name that is in the file. */
function expectArabic({ field, message }: Finding): void {
  expect(message).toMatch(ARABIC)
  if (field !== undefined) expect(field).toMatch(ARABIC)
  expect(namesIn(message.replaceAll(ISOLATED, ''), NAMES), message).toEqual([])
}

function namesIn(message: string, names: ReadonlySet<string>): string[] {
  return (message.match(/\w+/g) ?? []).filter(word => names.has(word))
}

type Shape = { entries?: Record<string, Shape>; item?: Shape; wrapped?: Shape }

function fieldNames(shape: Shape): string[] {
  const { entries = {}, item, wrapped } = shape
  const inner = [...Object.values(entries), item, wrapped].filter(one => one !== undefined)
  return [...Object.keys(entries), ...inner.flatMap(fieldNames)]
}

const shapes: v.GenericSchema[] = [
  CourseShape,
  LessonShape,
  PageShape,
  ...[...pageTypes.values()].map(one => one.options),
]
const NAMES = new Set(shapes.flatMap(shape => fieldNames(shape as Shape)))
/** For English sentences, in which a name without a capital letter can be a word, too. */
const CAMEL = new Set([...NAMES].filter(name => /[A-Z]/.test(name)))
