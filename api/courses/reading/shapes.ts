import * as v from 'valibot'
import { Language } from '../../../contract/languages.ts'
import { Page } from '../../../contract/lessons.ts'
import { MAX_TITLE } from '../../../contract/organisation/courses.ts'
import { pageTypes } from '../../../contract/pages/index.ts'
import { isColour } from './colour.ts'
import { unknownFields, withoutFields } from './yaml/unknown-fields.ts'
import type { YamlPlace } from './yaml/yaml-file.ts'

export const ID = /^[a-z0-9-]{1,64}$/
export const ID_RULE = 'must be 1 to 64 characters of a-z, 0-9 and -'

const Id = v.pipe(v.string(), v.regex(ID, ID_RULE))
const Title = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(MAX_TITLE))

/** course.yaml */
export const CourseShape = v.object({
  id: Id,
  language: Language,
  title: Title,
  description: v.string(),
  note: v.optional(v.pipe(v.string(), v.check(isColour, 'must be #rgb, #rrggbb or the name of a CSS colour'))),
  icon: v.optional(v.string()),
  canDo: v.optional(v.pipe(v.array(Title), v.minLength(1), v.maxLength(6))),
  beta: v.optional(v.boolean()),
  position: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))),
  /** The same course in the other language. Authors only see it. */
  sister: v.optional(Id),
})

/** lessons/NN-name.yaml */
export const LessonShape = v.object({
  id: Id,
  title: Title,
  beta: v.optional(v.boolean()),
  pages: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(500)),
})

/** A page without its options, whose schema belongs to the page type. */
export const PageShape = v.object({
  ...Page.entries,
  id: Id,
  type: v.pipe(
    v.string(),
    v.check(type => pageTypes.has(type), `must be one of ${[...pageTypes.keys()].join(', ')}`),
  ),
  rank: v.optional(v.pipe(v.number(), v.integer())),
  options: v.optional(v.unknown()),
})

/**
 * Checks the value at a place and reports every mistake. An unknown field is reported and left out, so that the rest
 * can be checked. After any other mistake the result is undefined.
 */
export function checked<S extends v.GenericSchema>(
  shape: S,
  value: unknown,
  place: YamlPlace,
): v.InferOutput<S> | undefined {
  const unknown = unknownFields(shape, value)
  for (const field of unknown) place.at(...field.path).mistake(field.message)
  const result = v.safeParse(shape, withoutFields(value, unknown))
  for (const issue of result.issues ?? []) {
    const inner = issue.path?.map(item => item.key as string | number) ?? []
    place.at(...inner).mistake(sentenceOf(issue))
  }
  return result.success ? result.output : undefined
}

function sentenceOf(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'is missing'
  const sentence = sentences[issue.type]
  return typeof sentence === 'function' ? sentence(issue) : (sentence ?? issue.message)
}

type Sentence = string | ((issue: v.BaseIssue<unknown>) => string)

/** Valibot's issues in plain words. Issues without an entry have a message of their own. */
const sentences: Record<string, Sentence> = {
  string: ({ received }) => `must be text, not ${received}; quotes make it text`,
  number: ({ received }) => `must be a number, not ${received}`,
  boolean: ({ received }) => `must be true or false, not ${received}`,
  array: 'must be a list',
  object: 'must be a group of fields',
  strict_object: 'must be a group of fields',
  integer: ({ received }) => `must be a whole number, not ${received}`,
  picklist: ({ expected, received }) =>
    `must be one of ${expected?.replace(/[()"]/g, '').replaceAll(' | ', ', ')}, and is ${received}`,
  min_length: ({ requirement }: { requirement?: unknown }) => `needs at least ${requirement}`,
  max_length: ({ requirement }: { requirement?: unknown }) => `has more than ${requirement}`,
  min_value: ({ requirement }: { requirement?: unknown }) => `must be at least ${requirement}`,
  max_value: ({ requirement }: { requirement?: unknown }) => `must be at most ${requirement}`,
  gt_value: ({ requirement }: { requirement?: unknown }) => `must be more than ${requirement}`,
}
