import { useEffect, useState } from 'react'
import { isMentor } from '../../../contract/messages.ts'
import type { MessageContent } from '../../outbox/items/message-item.ts'
import { onOutboxChange } from '../../outbox/outbox.ts'
import { attachmentOf } from '../../outbox/store.ts'
import { unsentMessagesOf } from '../../outbox/unsent-messages.ts'
import type { UnsentMessage } from './conversation.ts'

/** The unsent messages of one conversation; undefined until they are loaded. */
export function useWaiting(uid: string, to: string | undefined): UnsentMessage[] | undefined {
  const [waiting, setWaiting] = useState<UnsentMessage[]>()
  useEffect(() => {
    let isLeft = false
    const look = async () => {
      const items = to === undefined ? [] : await messagesTo(uid, to)
      if (!isLeft) setWaiting(items)
    }
    void look()
    const stop = onOutboxChange(() => void look())
    return () => {
      isLeft = true
      stop()
    }
  }, [uid, to])
  return waiting
}

async function messagesTo(uid: string, to: string): Promise<UnsentMessage[]> {
  const items = await unsentMessagesOf(uid).catch(() => [])
  const own = items.filter(({ content }) => isFor(content, to))
  return Promise.all(
    own.map(async item => {
      const { voice, ...content } = item.content
      const mp3 = voice && (await attachmentOf(item).catch(() => undefined))
      const spoken = voice && { ...voice, ...(mp3 ? { mp3: new Blob([mp3], { type: 'audio/mpeg' }) } : {}) }
      const { id, writtenAt, refusedAs, tries, lastStatus } = item
      return {
        id,
        writtenAt,
        refusedAs,
        tries,
        lastStatus,
        content: { ...content, ...(spoken ? { voice: spoken } : {}) },
      }
    }),
  )
}

/** A learner has one conversation, with all their mentors. */
function isFor(content: MessageContent, to: string): boolean {
  return content.to === to || (isMentor(content.to) && isMentor(to))
}
