import { exploreOptions } from './explore-options.ts'
import { matchBlanks } from './match-blanks.ts'
import { multichoice } from './multichoice.ts'
import { multiselect } from './multiselect.ts'
import { number } from './number.ts'
import { numberTextResponse } from './number-text-response.ts'
import type { PageType } from './page-type.ts'
import { richText } from './rich-text.ts'
import { textResponse } from './text-response.ts'
import { video } from './video.ts'

/** The registry: a new page type is one file beside this one, one component in web/lessons/pages, and a line in each registry. */
// biome-ignore lint/suspicious/noExplicitAny: what a draft is, only its own type knows.
const registry: PageType<any>[] = [
  exploreOptions,
  matchBlanks,
  multichoice,
  multiselect,
  number,
  numberTextResponse,
  richText,
  textResponse,
  video,
]

export const pageTypes: ReadonlyMap<string, PageType<unknown>> = new Map(registry.map(type => [type.type, type]))

/** A page type that this program does not know shows its text and a button, as rich text does. */
export function pageTypeOf(type: string): PageType<unknown> {
  return pageTypes.get(type) ?? richText
}
