import type { PageLogLetter } from './page-letter.ts'
import type { Letter } from './store.ts'

/** Told of each page that is done in another tab, so that this one knows how far its learner is. */
export function onPageElsewhere(listener: (page: PageLogLetter) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const otherTabs = new BroadcastChannel('sbs.outbox')
  otherTabs.addEventListener('message', ({ data }: MessageEvent<Letter | string>) => {
    if (typeof data === 'object' && data.kind === 'page-log') listener(data.content as PageLogLetter)
  })
  return () => otherTabs.close()
}
