import type * as v from 'valibot'
import type { ChoiceList } from './choice-lists.ts'
import type { PageType } from './page-type.ts'
import { registry } from './registry.ts'
import { richText } from './rich-text.ts'

/** The names of all page types: those of their files. */
export type PageTypeName = keyof typeof registry
type Registered = (typeof registry)[PageTypeName]

/** The options of all page types together, as the browser gets them. */
export type PageOptions = Partial<Intersection<v.InferOutput<Registered['options']>>>
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The options that are not lists of answers. Each has words in the texts. */
export type OptionName = Exclude<keyof PageOptions, ChoiceList>

/** Why a draft cannot be submitted yet: the reasons of all page types together. */
export type Missing = NonNullable<ReturnType<Registered['missing']>>

export type KnownPageType<Draft = unknown> = PageType<Draft, v.GenericSchema<unknown, PageOptions>, Missing>

export const pageTypes: ReadonlyMap<string, KnownPageType> = new Map(Object.entries(registry))

/** An unknown type, as from a newer server, is shown as rich text: its text and a button. */
export function pageTypeOf(type: string): KnownPageType {
  return pageTypes.get(type) ?? richText
}
