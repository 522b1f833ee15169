import { use } from 'react'
import type { PageTypeName } from '../../../contract/pages/index.ts'
import { recorder } from '../../media/recorder/lazy-recorder.ts'
import { type Lazy, lazy } from '../../ui/lazy.ts'
import type { PageScreen } from '../page-screen.ts'
import { multichoice } from './multichoice.tsx'
import { richText } from './rich-text.tsx'
import { video } from './video.tsx'

// biome-ignore lint/suspicious/noExplicitAny: only the type itself knows the type of its draft.
type Screen = PageScreen<any> | Lazy<PageScreen<any>>

/** All but the screens of the most common types are lazy chunks. */
const registry: Record<PageTypeName, Screen> = {
  'explore-options': lazy(async () => (await import('./explore-options.tsx')).exploreOptions),
  'match-blanks': lazy(async () => (await import('./match-blanks.tsx')).matchBlanks),
  multichoice,
  multiselect: lazy(async () => (await import('./multiselect.tsx')).multiselect),
  number: lazy(async () => (await import('./number.tsx')).number),
  'number-text-response': lazy(async () => (await import('./number-text-response.tsx')).numberTextResponse),
  'rich-text': richText,
  'text-response': lazy(fetchTextResponse),
  video,
}
const screens = new Map<string, Screen>(Object.entries(registry))

/** Together with the recorder and its texts. */
async function fetchTextResponse(): Promise<PageScreen<string>> {
  const [{ textResponse }] = await Promise.all([import('./text-response.tsx'), recorder.load()])
  return textResponse
}

/** An unknown type, as from a newer server, is shown as rich text. */
export function pageScreenOf(type: string): PageScreen<unknown> | Lazy<PageScreen<unknown>> {
  return screens.get(type) ?? (richText as PageScreen<unknown>)
}

/** Fetches the recorder, for pages that take recordings. Its files are the largest of all, and few visits need them. */
export async function fetchRecorderAhead(): Promise<void> {
  const { fetchRecorderAhead } = await import('./text-response.tsx')
  fetchRecorderAhead()
}

/** Suspends while the code of the type is loaded. */
export function usePageScreen(type = ''): PageScreen<unknown> {
  const screen = pageScreenOf(type)
  return 'load' in screen ? use(screen.load()) : screen
}
