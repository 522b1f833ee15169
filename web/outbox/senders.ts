import { ApiError, NETWORK_FAILED } from '../../contract/calls/api-error.ts'
import { logPage } from '../../contract/lessons.ts'
import { call } from '../api.ts'
import { type Lazy, lazy } from '../ui/lazy.ts'
import type { PageLogContent } from './page-log-item.ts'
import type { OutboxItem } from './store.ts'

const sendRecordedPage = lazy(async () => (await import('./send-recorded-page.ts')).sendRecordedPage)
const sendMessage = lazy(async () => (await import('./send-message.ts')).sendMessage)

/** How each kind of item is sent. */
export const senders: Record<string, (item: OutboxItem) => Promise<unknown>> = {
  'page-log': async item => {
    const { lessonId, entry, recording } = item.content as PageLogContent
    if (!recording) return call(logPage, { params: { lessonId }, body: entry }, { idempotencyKey: item.id })
    return by(sendRecordedPage, item)
  },
  message: item => by(sendMessage, item),
}

/** Without a network the way to send it cannot be fetched either. */
async function by(chunk: Lazy<(item: OutboxItem) => Promise<unknown>>, item: OutboxItem): Promise<unknown> {
  const send = await chunk.load().catch(() => {
    throw new ApiError(NETWORK_FAILED, { status: 0 })
  })
  return send(item)
}
