import * as v from 'valibot'
import { Answer } from './answer.ts'
import { CHOICE_TYPES, idOf, type PageType } from './page-type.ts'

const options = v.strictObject({ answers: v.pipe(v.array(Answer), v.minLength(2), v.maxLength(20)) })

/** The draft is the id of one answer. If any answer is marked correct, only a correct one enables the main button. */
export const multichoice = {
  type: 'multichoice',
  options,
  mistakes: () => [],
  needs: 'nothing',
  mayOpenLesson: false,
  empty: '',
  draft: (stored, { answers = [] }) => idOf(answers, [stored].flat()[0] ?? ''),
  stored: draft => draft,
  choices: ({ answers = [] }) => answers,
  readsAnswersOf: CHOICE_TYPES,
  isOwnWords: false,
  missing(draft, { answers = [] }) {
    if (draft === '') return 'choose'
    if (!answers.some(answer => answer.isCorrect)) return undefined
    return answers.find(answer => answer.id === draft)?.isCorrect ? undefined : 'choose-correct'
  },
  checkedOnPress: [],
  isDoneAtFilmEnd: false,
} satisfies PageType<string, typeof options, 'choose' | 'choose-correct'>
