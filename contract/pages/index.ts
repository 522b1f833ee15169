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

/** The registry. CONTRIBUTING.md says how to add a page type. */
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

/** The options of all page types together, as the browser gets them. */
export type PageOptions = Partial<Intersection<v.InferOutput<Registered['options']>>>
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The reasons of all page types together. */
export type Missing = NonNullable<ReturnType<Registered['missing']>>

export type KnownPageType<Draft = unknown> = PageType<Draft, v.GenericSchema<unknown, PageOptions>, Missing>

export const pageTypes: ReadonlyMap<string, KnownPageType> = new Map(registry.map(type => [type.type, type]))

/** An unknown type, as from a newer server, is shown as rich text: its text and a button. */
export function pageTypeOf(type: string): KnownPageType {
  return pageTypes.get(type) ?? richText
}
