import * as v from 'valibot'
import { Language } from '../languages.ts'
import { visibleText } from '../text/visible.ts'
import { MAX_TITLE } from './courses.ts'

/** The kinds of things that a page of another program lost. Each has a text. */
export const PageNote = v.picklist([
  'answers-lost',
  'bar',
  'captions-lost',
  'essay-lost',
  'feedback-lost',
  'formula',
  'media-in-text',
  'picture-in-answer',
  'picture-missing',
  'removed',
  'right-lost',
  'table',
  'tips-lost',
  'value-lost',
  'weights-lost',
])
export type PageNote = v.InferOutput<typeof PageNote>

/** A part of the file that is in no page, and why. */
export const LeftOut = v.object({
  /** The name that its author knows; empty for something without a name. */
  name: v.string(),
  /** The name of its kind in the other program. */
  was: v.string(),
  reason: v.picklist([
    'background',
    'empty',
    'format',
    'of-word',
    'online',
    'picture',
    'too-few',
    'too-many',
    'unknown',
    'unreadable',
  ]),
  /** How many such parts there are, if they have no names. */
  count: v.optional(v.number()),
})
export type LeftOut = v.InferOutput<typeof LeftOut>

const OutlinePage = v.object({
  /** Unique in the outline. */
  id: v.string(),
  /** Its heading or first words. */
  title: v.string(),
  type: v.string(),
  /**
   * The types that the page can have, including its present type. `answers`: whether this type lists answers, and
   * whether the right ones can be `marked`.
   */
  types: v.array(v.object({ type: v.string(), answers: v.picklist(['none', 'listed', 'marked']) })),
  /** The answers of a question. Or the items of a list at the end of a text, which could be answers. */
  answers: v.array(v.object({ id: v.string(), text: v.string(), isRight: v.boolean() })),
  /** Its kind in the other program; empty for text. */
  was: v.string(),
  notes: v.array(PageNote),
})
export type OutlinePage = v.InferOutput<typeof OutlinePage>

/** The course that a file of another program would become, for its author to correct. */
export const Outline = v.object({
  language: Language,
  lessons: v.array(v.object({ title: v.string(), pages: v.array(OutlinePage) })),
  left: v.array(LeftOut),
})
export type Outline = v.InferOutput<typeof Outline>

const Title = visibleText(MAX_TITLE)
const Id = v.pipe(v.string(), v.maxLength(64))

/** The corrected outline. A page that is not named is left out. */
export const Corrected = v.object({
  title: Title,
  language: Language,
  lessons: v.pipe(
    v.array(
      v.object({
        title: Title,
        pages: v.pipe(
          v.array(v.object({ id: Id, type: Id, right: v.pipe(v.array(Id), v.maxLength(30)) })),
          v.minLength(1),
          v.maxLength(500),
        ),
      }),
    ),
    v.minLength(1),
    v.maxLength(900),
  ),
})
export type Corrected = v.InferOutput<typeof Corrected>
