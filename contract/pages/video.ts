import * as v from 'valibot'
import type { PageType } from './page-type.ts'

const options = v.strictObject({ autoAdvance: v.optional(v.boolean()) })

export const video = {
  type: 'video',
  options,
  mistakes: () => [],
  needs: 'film',
  mayOpenLesson: false,
  empty: undefined,
  draft: () => undefined,
  stored: () => undefined,
  choices: () => [],
  readsAnswersOf: [],
  isOwnWords: false,
  missing: () => undefined,
  checkedOnPress: [],
  isDoneAtFilmEnd: true,
} satisfies PageType<undefined, typeof options>
