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

/** The forms of the types in contract/pages, in the order in which an author chooses from them. */
export const pageForms: readonly PageForm[] = [
  richText,
  multichoice,
  multiselect,
  exploreOptions,
  matchBlanks,
  number,
  textResponse,
  numberTextResponse,
  video,
]

export function pageFormOf(type: unknown): PageForm | undefined {
  return pageForms.find(form => form.type === type)
}
