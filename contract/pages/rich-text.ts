import * as v from 'valibot'
import type { PageType } from './page-type.ts'

const options = v.strictObject({})

export const richText = {
  type: 'rich-text',
  options,
  mistakes: () => [],
  needs: 'text-or-media',
  mayOpenLesson: true,
  empty: undefined,
  draft: () => undefined,
  stored: () => undefined,
  choices: () => [],
  readsAnswersOf: [],
  isOwnWords: false,
  missing: () => undefined,
  checkedOnPress: [],
  isDoneAtFilmEnd: false,
} satisfies PageType<undefined, typeof options>
