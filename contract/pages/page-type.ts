import type * as v from 'valibot'
import type { StoredAnswer } from '../progress.ts'

type OptionsShape = v.GenericSchema<unknown, object>
type OptionsOf<Shape extends OptionsShape> = Partial<v.InferOutput<Shape>>

/**
 * What a page type knows of itself. Nothing else in the product asks for a type by its name.
 * `Draft` is the answer while the person is still at it. `Reason` is why a draft will not do yet; the screens have a
 * sentence for each (`lesson.missing.<reason>`).
 */
export type PageType<Draft, Shape extends OptionsShape = OptionsShape, Reason extends string = never> = {
  type: string
  /** The options that a course file may give. */
  options: Shape
  /** Mistakes in the options that the shape alone cannot tell. */
  mistakes(options: OptionsOf<Shape>): Mistake[]
  /** What a course file must give such a page beside its options. */
  needs: 'film' | 'text-or-media' | 'nothing'
  /** Whether it may be the opening page of a lesson (`rank: 1`). */
  mayOpenLesson: boolean

  empty: Draft
  /** What was stored before, possibly under older rules, as a draft. */
  draft(stored: StoredAnswer, options: OptionsOf<Shape>): Draft
  /** The answer as it is logged; undefined on pages that only show something. */
  stored(draft: Draft): StoredAnswer | undefined
  /** The texts that an answer names by id; none where the answer is text or a number itself. */
  choices(options: OptionsOf<Shape>): Choice[]
  /** Other types whose answers mean the same on a page of this type. */
  readsAnswersOf: readonly string[]
  /** The answer is the person's own words: a mentor reviews it. */
  isOwnWords: boolean

  /** Why the draft will not do yet, or undefined when it will. */
  missing(draft: Draft, options: OptionsOf<Shape>): Reason | undefined
  /** Reasons that leave the main button open: pressing it shows what is wrong. */
  checkedOnPress: readonly Reason[]
  /** The page is done when its film has ended, without a press. */
  isDoneAtFilmEnd: boolean
}

export type Mistake = { path: (string | number)[]; message: string }

export type Choice = { id: string; text: string }

/** Types whose answers are ids of `options.answers`. */
export const CHOICE_TYPES: readonly string[] = ['explore-options', 'multichoice', 'multiselect']

/**
 * Whether an answer that was given on a page of one type means the same on that page now that it is of this type. An id
 * would show as text in a box, and a text as a number. Undefined or null: the type is not known, as in older records.
 */
export function readsAnswerOf(
  { type, readsAnswersOf }: Pick<PageType<unknown>, 'type' | 'readsAnswersOf'>,
  givenOn: string | null | undefined,
): boolean {
  return givenOn == null || givenOn === type || readsAnswersOf.includes(givenOn)
}

/** The id of an answer named by id or, as in older records and other clients, by text. Empty for one that is gone. */
export function idOf(list: readonly Choice[], idOrText: string): string {
  return (list.find(one => one.id === idOrText) ?? list.find(one => one.text === idOrText))?.id ?? ''
}

/** The ids of a stored list, without answers that are gone from the page. */
export function idsOf(list: readonly Choice[], stored: StoredAnswer): string[] {
  return listOf(stored)
    .map(one => idOf(list, one))
    .filter(id => id !== '')
}

/** A list as stored, or joined by '|' as some answers are received. */
export function listOf(stored: StoredAnswer): string[] {
  return typeof stored === 'string' ? stored.split('|').filter(part => part !== '') : stored
}

/** Characters as a person counts them, surrounding blanks aside. */
export function lengthOf(text: string): number {
  return Array.from(text.trim()).length
}

export const MIN_TEXT = 5
