import * as v from 'valibot'
import { Answer } from '../lessons.ts'
import { idsOf, type PageType } from './page-type.ts'

/** Answers to open and explore; at least one was selected. That its media was heard is the player's to know. */
export const exploreOptions: PageType<string[]> = {
  type: 'explore-options',
  options: v.strictObject({ answers: v.pipe(v.array(Answer), v.minLength(1), v.maxLength(20)) }),
  empty: [],
  draft: (stored, { answers = [] }) => idsOf(answers, stored),
  stored: draft => draft,
  missing: draft => (draft.length === 0 ? 'choose' : undefined),
}
