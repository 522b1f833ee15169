import * as v from 'valibot'
import type { PageType } from './page-type.ts'

export const video: PageType<undefined> = {
  type: 'video',
  options: v.strictObject({ autoAdvance: v.optional(v.boolean()) }),
  empty: undefined,
  draft: () => undefined,
  stored: () => undefined,
  missing: () => undefined,
}
