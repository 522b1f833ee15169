import { otherTabs } from './outbox.ts'
import type { PageLogLetter } from './page-letter.ts'
import type { Letter } from './store.ts'

/** Told of each page that is done in another tab, so that this one knows how far its learner is. */
export function onPageElsewhere(listener: (page: PageLogLetter) => void): () => void {
  const onMessage = ({ data }: MessageEvent<Letter | string>) => {
    if (typeof data === 'object' && data.kind === 'page-log') listener(data.content as PageLogLetter)
  }
  otherTabs?.addEventListener('message', onMessage)
  return () => otherTabs?.removeEventListener('message', onMessage)
}
