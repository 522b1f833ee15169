import * as v from 'valibot'
import type { Mistake, PageType } from './page-type.ts'

export const sliderOptions = {
  min: v.optional(v.number()),
  max: v.optional(v.number()),
  step: v.optional(v.pipe(v.number(), v.gtValue(0))),
  minLabel: v.optional(v.string()),
  maxLabel: v.optional(v.string()),
}

const options = v.strictObject(sliderOptions)

type Range = { min?: number | undefined; max?: number | undefined; step?: number | undefined }

/** The draft is the number as a string, empty until the slider is touched. */
export const number = {
  type: 'number',
  options,
  mistakes: sliderMistakes,
  needs: 'nothing',
  mayOpenLesson: false,
  empty: '',
  draft: stored => numberIn([stored].flat()[0]),
  stored: draft => draft,
  choices: () => [],
  readsAnswersOf: [],
  isOwnWords: false,
  missing: draft => (draft === '' ? 'touch-slider' : undefined),
  checkedOnPress: [],
  isDoneAtFilmEnd: false,
} satisfies PageType<string, typeof options, 'touch-slider'>

/** The text if it is a number, otherwise empty. */
export function numberIn(text = ''): string {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? text : ''
}

/** The ends and the step with their defaults. Impossible values, as in older records, become possible ones. */
export function sliderRange({ min = 0, max = 10, step = 1 }: Range): { min: number; max: number; step: number } {
  const low = Number.isFinite(min) ? min : 0
  const high = Number.isFinite(max) && max > low ? max : low + 10
  return { min: low, max: high, step: step > 0 && step <= high - low ? step : 1 }
}

export function sliderMistakes({ min = 0, max = 10, step = 1 }: Range): Mistake[] {
  if (min >= max) {
    const message = `the end of the slider (${max}) must be more than its beginning (${min})`
    return [{ path: ['max'], message }]
  }
  if (step <= max - min) return []
  const message = `the step of the slider (${step}) is wider than the way from ${min} to ${max}`
  return [{ path: ['step'], message }]
}
