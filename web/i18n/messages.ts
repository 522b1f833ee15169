import type { Language } from '../../contract/courses.ts'
import type englishSource from './en_gb.json'
import { initialLanguage } from './language.ts'

export type Messages = typeof englishSource

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

/** The texts of the doors, those of everything behind them, of players, the profile and the recorder; what all need stands in the first two. */
export type Part = 'doors' | 'inside' | 'media' | 'account' | 'recorder' | 'messages' | 'push'

const sets = {
  ar: {
    doors: () => import('./ar_aa.json?doors'),
    inside: () => import('./ar_aa.json?inside'),
    media: () => import('./ar_aa.json?media'),
    account: () => import('./ar_aa.json?account'),
    recorder: () => import('./ar_aa.json?recorder'),
    messages: () => import('./ar_aa.json?messages'),
    push: () => import('./ar_aa.json?push'),
  },
  en: {
    doors: () => import('./en_gb.json?doors'),
    inside: () => import('./en_gb.json?inside'),
    media: () => import('./en_gb.json?media'),
    account: () => import('./en_gb.json?account'),
    recorder: () => import('./en_gb.json?recorder'),
    messages: () => import('./en_gb.json?messages'),
    push: () => import('./en_gb.json?push'),
  },
}

type Listener = (messages: Messages) => void

const wanted = new Set<Part>()
const listeners = new Set<Listener>()
let language: Language | undefined

/** Has a part ready, in the language that is shown, before the first screen that needs it. */
export async function wantTexts(part: Part): Promise<void> {
  if (wanted.has(part)) return
  language ??= initialLanguage()
  await sets[language][part]()
  wanted.add(part)
  const messages = await loadMessages(language)
  for (const listener of listeners) listener(messages)
}

/** All texts of one language that were wanted so far, compiled at build; what Arabic lacks stands in English. */
export async function loadMessages(chosen: Language, parts: Iterable<Part> = wanted): Promise<Messages> {
  const loaded = await Promise.all([...parts].map(part => sets[chosen][part]()))
  language = chosen
  return Object.assign({}, ...loaded.map(piece => piece.default))
}

/** Told when more texts have come. Answers how to stop. */
export function onMoreTexts(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
