import type * as v from 'valibot'
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

/** The registry: a new page type is one file beside this one, one in web/lessons/pages, and a line in each registry. */
const registry = [
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
type Registered = (typeof registry)[number]

/** Options of all page types together, as they travel. */
export type PageOptions = Partial<Intersection<v.InferOutput<Registered['options']>>>
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Why an answer will not do yet, of all page types together. */
export type Missing = NonNullable<ReturnType<Registered['missing']>>

/** A page type with a draft that only the type itself understands. */
export type KnownPageType<Draft = unknown> = PageType<Draft, v.GenericSchema<unknown, PageOptions>, Missing>

export const pageTypes: ReadonlyMap<string, KnownPageType> = new Map(registry.map(type => [type.type, type]))

/** A page type that this program does not know shows its text and a button, as rich text does. */
export function pageTypeOf(type: string): KnownPageType {
  return pageTypes.get(type) ?? richText
}
