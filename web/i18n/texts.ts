import type { Language } from '../../contract/languages.ts'
import type englishSource from '../../contract/texts/en.json'
import { createEvent } from '../create-store.ts'
import { initialLanguage } from './language.ts'
import type { TextPartName } from './text-parts.ts'
import loaders from './text-parts.ts?loaders'

export type Texts = typeof englishSource

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts
  }
}

const wanted = new Set<TextPartName>()
const [emitTexts, watch] = createEvent<Texts>()
let language: Language | undefined

/** Loads a part in the present language, before the first screen that needs it. */
export async function wantTexts(part: TextPartName): Promise<void> {
  if (wanted.has(part)) return
  language ??= initialLanguage()
  const present = language
  await loaders[present][part]()
  // Somebody chose another language meanwhile.
  if (language !== present) return wantTexts(part)
  wanted.add(part)
  const texts = await textsIn(present)
  if (language === present) emitTexts(texts)
}

/** Loads all parts that any screen has wanted so far, in this language, which is the present language from now on. */
export async function loadTexts(chosen: Language, parts: Iterable<TextPartName> = wanted): Promise<Texts> {
  const count = wanted.size
  const texts = await textsIn(chosen, parts)
  // Another part was loaded meanwhile, in the former language.
  if (wanted.size > count) return loadTexts(chosen, parts)
  language = chosen
  return texts
}

/** Loads texts without changing the present language. A text that the language lacks is in English. */
export async function textsIn(chosen: Language, parts: Iterable<TextPartName> = wanted): Promise<Texts> {
  const loaded = await Promise.all([...parts].map(part => loaders[chosen][part]()))
  return Object.assign({}, ...loaded.map(part => part.default))
}

/** Calls the listener when more texts are loaded. Returns a function that stops it. */
export const onMoreTexts = watch
