import { otherTabs } from './outbox.ts'
import type { PageLogContent } from './page-log-item.ts'
import type { OutboxItem } from './store.ts'

/** Calls the listener with each page that is finished in another tab. */
export function onPageElsewhere(listener: (page: PageLogContent) => void): () => void {
  const onMessage = ({ data }: MessageEvent<OutboxItem | string>) => {
    if (typeof data === 'object' && data.kind === 'page-log') listener(data.content)
  }
  otherTabs?.addEventListener('message', onMessage)
  return () => otherTabs?.removeEventListener('message', onMessage)
}
