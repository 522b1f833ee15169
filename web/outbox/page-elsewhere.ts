import { otherTabs } from './outbox.ts'
import type { PageLogContent } from './page-log-item.ts'
import type { OutboxItem } from './store.ts'

/** Told of each page that is done in another tab, so that this one knows how far its learner is. */
export function onPageElsewhere(listener: (page: PageLogContent) => void): () => void {
  const onMessage = ({ data }: MessageEvent<OutboxItem | string>) => {
    if (typeof data === 'object' && data.kind === 'page-log') listener(data.content as PageLogContent)
  }
  otherTabs?.addEventListener('message', onMessage)
  return () => otherTabs?.removeEventListener('message', onMessage)
}
