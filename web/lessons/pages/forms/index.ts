import type { PageTypeName } from '../../../../contract/pages/index.ts'
import { exploreOptions } from './explore-options.tsx'
import { matchBlanks } from './match-blanks.tsx'
import { multichoice } from './multichoice.tsx'
import { multiselect } from './multiselect.tsx'
import { number } from './number.tsx'
import { numberTextResponse } from './number-text-response.tsx'
import type { PageForm } from './page-form.ts'
import { richText } from './rich-text.tsx'
import { textResponse } from './text-response.tsx'
import { video } from './video.tsx'

/** In the order in which an author chooses from them. */
const registry: Record<PageTypeName, PageForm> = {
  'rich-text': richText,
  multichoice,
  multiselect,
  'explore-options': exploreOptions,
  'match-blanks': matchBlanks,
  number,
  'text-response': textResponse,
  'number-text-response': numberTextResponse,
  video,
}
export const pageForms: readonly PageForm[] = Object.values(registry)

export function pageFormOf(type: unknown): PageForm | undefined {
  return pageForms.find(form => form.type === type)
}
