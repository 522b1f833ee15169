import * as v from 'valibot'
import { numberIn, sliderMistakes, sliderOptions } from './number.ts'
import { lengthOf, MAX_TEXT, MIN_TEXT, type PageType } from './page-type.ts'

const options = v.strictObject({
  ...sliderOptions,
  rows: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30))),
})

/** The draft is the number as a string (empty until the slider is touched), and the text. */
export const numberTextResponse = {
  type: 'number-text-response',
  options,
  mistakes: sliderMistakes,
  needs: 'nothing',
  mayOpenLesson: false,
  empty: ['', ''],
  draft: stored => [numberIn([stored].flat()[0]), [stored].flat()[1] ?? ''],
  stored: draft => draft,
  choices: () => [],
  readsAnswersOf: [],
  isOwnWords: true,
  missing([number, text]) {
    if (number === '') return 'touch-slider'
    if (text.length > MAX_TEXT) return 'too-long'
    return lengthOf(text) < MIN_TEXT ? 'write-more' : undefined
  },
  checkedOnPress: [],
  isDoneAtFilmEnd: false,
} satisfies PageType<[number: string, text: string], typeof options, 'touch-slider' | 'write-more' | 'too-long'>
