import * as v from 'valibot'
import { Answer } from './answer.ts'
import { CHOICE_TYPES, idsOf, type PageType } from './page-type.ts'

const options = v.strictObject({ answers: v.pipe(v.array(Answer), v.minLength(2), v.maxLength(30)) })

/** The draft is a list of answer ids, at least one. */
export const multiselect = {
  type: 'multiselect',
  options,
  mistakes: () => [],
  needs: 'nothing',
  mayOpenLesson: false,
  empty: [],
  draft: (stored, { answers = [] }) => idsOf(answers, stored),
  stored: draft => draft,
  choices: ({ answers = [] }) => answers,
  readsAnswersOf: CHOICE_TYPES,
  isOwnWords: false,
  missing: draft => (draft.length === 0 ? 'choose' : undefined),
  checkedOnPress: [],
  isDoneAtFilmEnd: false,
} satisfies PageType<string[], typeof options, 'choose'>
