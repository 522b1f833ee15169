import type * as v from 'valibot'
import type { PageOptions } from '../lessons.ts'
import type { StoredAnswer } from '../progress.ts'

/** Why an answer will not do yet; the screens have a sentence for each (`lesson.missing.<reason>`). */
export type Missing =
  | 'choose'
  | 'choose-correct'
  | 'fill-blanks'
  | 'blanks-wrong'
  | 'touch-slider'
  | 'write-more'
  | 'write-or-record'

/**
 * What a page type knows of itself. Each type answers these same questions, so nobody switches on a type's name.
 * `Draft` is the answer while the person is still at it.
 */
export type PageType<Draft> = {
  type: string
  /** The options that a course file may give. */
  options: v.GenericSchema<unknown, PageOptions>
  /** Mistakes that the shape alone cannot tell: where (path below `options`) and what. */
  mistakes?(options: PageOptions): Mistake[]
  empty: Draft
  /** What was stored before, possibly under older rules, as a draft. */
  draft(stored: StoredAnswer, options: PageOptions): Draft
  /** The answer as it is logged; undefined on pages that only show something. */
  stored(draft: Draft): StoredAnswer | undefined
  /** Why the draft will not do yet, or undefined when it will. */
  missing(draft: Draft, options: PageOptions): Missing | undefined
}

export type Mistake = { path: (string | number)[]; message: string }

/** Types whose answers are ids of one list. */
const CHOICES: readonly string[] = ['explore-options', 'multichoice', 'multiselect']

/**
 * Whether an answer that was given on a page of one type means the same on that page now that it is of this type. An id
 * would show as text in a box, and a text as a number. Undefined or null: the type is not known, as in older records.
 */
export function readsAnswerOf(type: string, givenOn: string | null | undefined): boolean {
  return givenOn == null || givenOn === type || (CHOICES.includes(givenOn) && CHOICES.includes(type))
}

/** The id of an answer named by id or, as in older records and other clients, by text. Empty for one that is gone. */
export function idOf(list: readonly { id: string; text: string }[], idOrText: string): string {
  return (list.find(one => one.id === idOrText) ?? list.find(one => one.text === idOrText))?.id ?? ''
}

/** The ids of a stored list, without answers that are gone from the page. */
export function idsOf(list: readonly { id: string; text: string }[], stored: StoredAnswer): string[] {
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
