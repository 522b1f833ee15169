import * as v from 'valibot'
import { Answer } from '../lessons.ts'
import { idOf, type PageType } from './page-type.ts'

/** One answer by its id. Where any is marked correct, only a correct one will do. */
export const multichoice: PageType<string> = {
  type: 'multichoice',
  options: v.strictObject({ answers: v.pipe(v.array(Answer), v.minLength(2), v.maxLength(20)) }),
  empty: '',
  draft: (stored, { answers = [] }) => idOf(answers, [stored].flat()[0] ?? ''),
  stored: draft => draft,
  missing(draft, { answers = [] }) {
    if (draft === '') return 'choose'
    if (!answers.some(answer => answer.isCorrect)) return undefined
    return answers.find(answer => answer.id === draft)?.isCorrect ? undefined : 'choose-correct'
  },
}
