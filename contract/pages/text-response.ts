import * as v from 'valibot'
import { lengthOf, MAX_TEXT, MIN_TEXT, type PageType } from './page-type.ts'

export const DEFAULT_ROWS = 5

const options = v.strictObject({
  rows: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30))),
})

export const textResponse = {
  type: 'text-response',
  options,
  mistakes: () => [],
  needs: 'nothing',
  mayOpenLesson: false,
  empty: '',
  draft: stored => [stored].flat().join('\n'),
  stored: draft => draft,
  choices: () => [],
  readsAnswersOf: [],
  isOwnWords: true,
  missing(draft) {
    if (draft.length > MAX_TEXT) return 'too-long'
    return lengthOf(draft) < MIN_TEXT ? 'write-or-record' : undefined
  },
  checkedOnPress: [],
  isDoneAtFilmEnd: false,
} satisfies PageType<string, typeof options, 'write-or-record' | 'too-long'>
