import { use } from 'react'
import type { PageTypeName } from '../../../contract/pages/index.ts'
import { recorder } from '../../media/recorder/lazy-recorder.ts'
import { type Lazy, lazy, loadForRender } from '../../ui/lazy.ts'
import type { PageScreen } from '../page-screen.ts'
import { lazyScreens } from './lazy-screens.ts'
import { multichoice } from './multichoice.tsx'
import { richText } from './rich-text.tsx'
import { video } from './video.tsx'

// biome-ignore lint/suspicious/noExplicitAny: only the type itself knows the type of its draft.
type Screen = PageScreen<any> | Lazy<PageScreen<any>>

/** The screens of the most common types are loaded at once; the others, and the one with the recorder, are lazy. */
const registry: Record<PageTypeName, Screen> = {
  ...lazyScreens,
  multichoice,
  'rich-text': richText,
  'text-response': lazy(fetchTextResponse),
  video,
}
const screens = new Map<string, Screen>(Object.entries(registry))

/** Loads the screen together with the recorder and its texts. */
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
  return 'load' in screen ? use(loadForRender(screen)) : screen
}
