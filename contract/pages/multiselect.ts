import * as v from 'valibot'
import { Answer } from '../lessons.ts'
import { idsOf, type PageType } from './page-type.ts'

/** Any number of answers by id; at least one. */
export const multiselect: PageType<string[]> = {
  type: 'multiselect',
  options: v.strictObject({ answers: v.pipe(v.array(Answer), v.minLength(2), v.maxLength(30)) }),
  empty: [],
  draft: (stored, { answers = [] }) => idsOf(answers, stored),
  stored: draft => draft,
  missing: draft => (draft.length === 0 ? 'choose' : undefined),
}
