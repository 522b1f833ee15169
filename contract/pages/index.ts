import type * as v from 'valibot'
import type { ChoiceList } from './choice-lists.ts'
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
const registry = {
  'explore-options': exploreOptions,
  'match-blanks': matchBlanks,
  multichoice,
  multiselect,
  number,
  'number-text-response': numberTextResponse,
  'rich-text': richText,
  'text-response': textResponse,
  video,
}
export type PageTypeName = keyof typeof registry
type Registered = (typeof registry)[PageTypeName]

/** The options of all page types together, as the browser gets them. */
export type PageOptions = Partial<Intersection<v.InferOutput<Registered['options']>>>
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The options that are not lists of answers. Each has words in the texts. */
export type OptionName = Exclude<keyof PageOptions, ChoiceList>

/** The reasons of all page types together. */
export type Missing = NonNullable<ReturnType<Registered['missing']>>

export type KnownPageType<Draft = unknown> = PageType<Draft, v.GenericSchema<unknown, PageOptions>, Missing>

export const pageTypes: ReadonlyMap<string, KnownPageType> = new Map(Object.entries(registry))

/** An unknown type, as from a newer server, is shown as rich text: its text and a button. */
export function pageTypeOf(type: string): KnownPageType {
  return pageTypes.get(type) ?? richText
}
