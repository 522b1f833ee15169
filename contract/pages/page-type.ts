import type * as v from 'valibot'
import type { StoredAnswer } from '../progress.ts'

type OptionsShape = v.GenericSchema<unknown, object>
type OptionsOf<Shape extends OptionsShape> = Partial<v.InferOutput<Shape>>

/**
 * The properties of a page type. No other code compares the name of a type. `Draft` is the answer before it is
 * submitted. `Reason` is why a draft cannot be submitted yet; the texts have a sentence for each
 * (`lesson.missing.<reason>`).
 */
export type PageType<Draft, Shape extends OptionsShape = OptionsShape, Reason extends string = never> = {
  type: string
  /** The options that a course file may give. */
  options: Shape
  /** Mistakes in the options that the schema cannot find. */
  mistakes(options: OptionsOf<Shape>): Mistake[]
  /** Fields that a course file must give such a page, besides its options. */
  needs: 'film' | 'text-or-media' | 'nothing'
  /** It can be the opening page of a lesson (`rank: 1`). */
  mayOpenLesson: boolean

  empty: Draft
  /** A stored answer, possibly in an older format, as a draft. */
  draft(stored: StoredAnswer, options: OptionsOf<Shape>): Draft
  /** The draft as it is logged. Undefined on pages that only show something. */
  stored(draft: Draft): StoredAnswer | undefined
  /** The entries of the options that the ids in an answer stand for. Empty if an answer is text or a number. */
  choices(options: OptionsOf<Shape>): Choice[]
  /** Other page types whose answers mean the same here. */
  readsAnswersOf: readonly string[]
  /** The answer is in the learner's own words: a mentor reviews it. */
  isOwnWords: boolean

  /** Why the draft cannot be submitted yet. */
  missing(draft: Draft, options: OptionsOf<Shape>): Reason | undefined
  /** Reasons that do not disable the main button: pressing it shows what is wrong. */
  checkedOnPress: readonly Reason[]
  /** The page is complete when its film ends, without a press. */
  isDoneAtFilmEnd: boolean
}

export type Mistake = { path: (string | number)[]; message: string }

export type Choice = { id: string; text: string }

/** Types whose answers are ids of `options.answers`. */
export const CHOICE_TYPES: readonly string[] = ['explore-options', 'multichoice', 'multiselect']

/**
 * An import can change the type of a page. This says whether an earlier answer still means the same. Otherwise an id
 * would show as text in a box, and text as a number. Older records have no type (undefined or null), and are read.
 */
export function readsAnswerOf(
  { type, readsAnswersOf }: Pick<PageType<unknown>, 'type' | 'readsAnswersOf'>,
  givenOn: string | null | undefined,
): boolean {
  return givenOn == null || givenOn === type || readsAnswersOf.includes(givenOn)
}

/** The id of a choice, which older records and other clients name by its text. Empty if the choice no longer exists. */
export function idOf(list: readonly Choice[], idOrText: string): string {
  return (list.find(one => one.id === idOrText) ?? list.find(one => one.text === idOrText))?.id ?? ''
}

/** The ids of a stored list, without choices that no longer exist. */
export function idsOf(list: readonly Choice[], stored: StoredAnswer): string[] {
  return listOf(stored)
    .map(one => idOf(list, one))
    .filter(id => id !== '')
}

/** Some clients send a list as one text, joined by '|'. */
export function listOf(stored: StoredAnswer): string[] {
  return typeof stored === 'string' ? stored.split('|').filter(part => part !== '') : stored
}

/** Counts characters as a person does: an emoji is one, and spaces at the ends do not count. */
export function lengthOf(text: string): number {
  return Array.from(text.trim()).length
}

export const MIN_TEXT = 5
/** In UTF-16 units. `ANSWER_LIMIT` (contract/lessons.ts) without the space for a number. */
export const MAX_TEXT = 19_900
