import * as v from 'valibot'
import { lengthOf, MIN_TEXT, type PageType } from './page-type.ts'

export const DEFAULT_ROWS = 5

export const textResponse: PageType<string> = {
  type: 'text-response',
  options: v.strictObject({ rows: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30))) }),
  empty: '',
  draft: stored => [stored].flat().join('\n'),
  stored: draft => draft,
  missing: draft => (lengthOf(draft) < MIN_TEXT ? 'write-or-record' : undefined),
}
