import { expect, test } from 'vitest'
import { filmNoteShapes } from '../../../contract/films.ts'
import { languageCodes } from '../../../contract/languages.ts'
import { pageTypes } from '../../../contract/pages/index.ts'
import { CourseShape, LessonShape, PageShape } from '../reading/shapes.ts'
import { type FormField, formFieldAt, wordsOfField } from './field-words.ts'

/** Fields that no form has: the editor sets them itself, changes them outside of a form, or never shows them. */
const IN_NO_FORM = ['id', 'type', 'correctOrder', 'pages', 'options', 'language', 'position']
const OF_COURSE = [...IN_NO_FORM, 'beta']

type Shape = { entries?: Record<string, Shape>; item?: Shape; wrapped?: Shape }

/** The paths of all fields, without places in lists. */
function pathsIn({ entries, item, wrapped }: Shape): string[][] {
  const inner = wrapped ?? item
  if (inner) return pathsIn(inner)
  return Object.entries(entries ?? {}).flatMap(([name, shape]) => [
    [name],
    ...pathsIn(shape).map(path => [name, ...path]),
  ])
}

function fieldsOf(of: FormField['of'], shape: unknown, before: readonly string[] = [], type?: string): FormField[] {
  const left = [...(of === 'course' ? OF_COURSE : IN_NO_FORM), ...Object.keys(filmNoteShapes)]
  const paths = pathsIn(shape as Shape).filter(path => !left.includes(path.at(-1) as string))
  return paths.map(path => ({ of, path: [...before, ...path], number: 2, ...(type !== undefined && { type }) }))
}

test.each(languageCodes)('every field that an author fills in has words in %s', language => {
  const fields = [
    ...fieldsOf('course', CourseShape),
    ...fieldsOf('lesson', LessonShape),
    ...fieldsOf('page', PageShape),
    ...[...pageTypes.values()].flatMap(({ options, type }) => fieldsOf('page', options, ['options'], type)),
  ]
  expect(fields.length).toBeGreaterThan(60)
  const advice =
    'give it the words of its label in the form: a line in the tables of field-words.ts, or in ofType there'
  const withoutWords = fields.filter(field => /^$|^(editor|courseFiles)\./.test(wordsOfField(language, field) ?? ''))
  expect(withoutWords, advice).toEqual([])
})

test('a field is called as the form of its page calls it', () => {
  const blanks = [{ correctOrder: 2 }, { correctOrder: 1 }]
  const pages = [
    { type: 'rich-text' },
    { type: 'number' },
    { type: 'video' },
    { type: 'match-blanks', options: { blanks } },
  ]
  const words = (...steps: (string | number)[]) => {
    const field = formFieldAt('lessons/01-a.yaml', steps, pages)
    return field && (['ar', 'en'] as const).map(language => wordsOfField(language, field))
  }
  expect(words('title')).toEqual(['عنوان الدرس', 'Title of the lesson'])
  expect(words('pages')).toEqual(['الدروس والصفحات', 'Lessons and pages'])
  expect(words('pages', 0)).toBeUndefined()
  expect(words('pages', 0, 'textContent')).toEqual(['النصّ', 'Text'])
  expect(words('pages', 1, 'textContent')).toEqual(['السؤال', 'Question'])
  expect(words('pages', 0, 'avFilename')).toEqual(['صوت أو فيلم', 'Sound or film'])
  expect(words('pages', 2, 'avFilename')).toEqual(['الفيلم', 'Film'])
  expect(words('pages', 3, 'options', 'blanks', 0, 'text')).toEqual(['كلمة المكان ٢', 'The word of place 2'])
  expect(words('pages', 3, 'options', 'answers')).toEqual(['كلمات لا مكان لها', 'Words that belong nowhere'])
  expect(words('pages', 0, 'options', 'answers', 2, 'detailContent')).toEqual([
    'الإجابة ٣، ما خلفها',
    'Answer 3, What is behind it',
  ])
  expect(words('pages', 0, 'buttonTxt')).toEqual([undefined, undefined])
})
