import type { MessageItem } from './items/message-item.ts'
import type { PageLogItem } from './items/page-log-item.ts'
import type { OutboxItem } from './store.ts'

/** An answer that cannot be sent as it is. */
export type RefusedAnswer = PageLogItem & { refusedAs: string }

export function isRefusedAnswer(item: OutboxItem): item is RefusedAnswer {
  return item.refusedAs !== undefined && isAnswer(item)
}

export type RefusedMessage = MessageItem & { refusedAs: string }

export function isRefusedMessage(item: OutboxItem): item is RefusedMessage {
  return item.refusedAs !== undefined && item.kind === 'message'
}

/** False for a page that was only read. */
export function isAnswer(item: OutboxItem): item is PageLogItem {
  if (item.kind !== 'page-log') return false
  const { entry, recording } = item.content
  return recording !== undefined || (entry.answer ?? '').length > 0
}

/** The browser deleted the recording before it was sent. No server sends this code. */
export const RECORDING_LOST = 'recording-lost'

/** Whether the file itself is the reason, so that it would be refused each time. */
export function isAtFault(refusedAs: string | undefined): boolean {
  return refusedAs === 'too-large' || refusedAs === 'unsupported-media-type' || refusedAs === RECORDING_LOST
}
