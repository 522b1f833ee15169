import * as v from 'valibot'
import { Answer } from './answer.ts'
import { CHOICE_TYPES, idsOf, type PageType } from './page-type.ts'

const options = v.strictObject({ answers: v.pipe(v.array(Answer), v.minLength(1), v.maxLength(20)) })

/** Answers to open, at least one. The learner must also hear the sounds of the opened answers (`toFinish`). */
export const exploreOptions = {
  type: 'explore-options',
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
  missing: draft => (draft.length === 0 ? 'open-one' : undefined),
  checkedOnPress: [],
  isDoneAtFilmEnd: false,
} satisfies PageType<string[], typeof options, 'open-one'>
