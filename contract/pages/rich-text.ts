import * as v from 'valibot'
import type { PageType } from './page-type.ts'

export const richText: PageType<undefined> = {
  type: 'rich-text',
  options: v.strictObject({}),
  empty: undefined,
  draft: () => undefined,
  stored: () => undefined,
  missing: () => undefined,
}
