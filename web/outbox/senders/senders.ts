import { ApiError, NETWORK_FAILED } from '../../../contract/calls/api-error.ts'
import { logPage } from '../../../contract/lessons.ts'
import { type Lazy, lazy } from '../../ui/lazy.ts'
import type { OutboxItem } from '../store.ts'
import { callAsOwner } from './as-owner.ts'

const sendRecordedPage = lazy(async () => (await import('./send-recorded-page.ts')).sendRecordedPage)
const sendMessage = lazy(async () => (await import('./send-message.ts')).sendMessageItem)

type Sender<Item> = (item: Item) => Promise<unknown>
type Senders = { [Kind in OutboxItem['kind']]: Sender<Extract<OutboxItem, { kind: Kind }>> }

/** How each kind of item is sent. A kind without a sender is a type error. */
export const senders: Senders = {
  'page-log': async item => {
    const { lessonId, entry, recording } = item.content
    if (recording) return loadAndSend(sendRecordedPage, item)
    const call = callAsOwner(item)
    return call(logPage, { params: { lessonId }, body: entry }, { idempotencyKey: item.id })
  },
  message: item => loadAndSend(sendMessage, item),
}

/** A chunk that cannot be loaded counts as no network: the item is tried again. */
async function loadAndSend<Item>(chunk: Lazy<Sender<Item>>, item: Item): Promise<unknown> {
  const send = await chunk.load().catch(() => {
    throw new ApiError(NETWORK_FAILED, { status: 0 })
  })
  return send(item)
}
