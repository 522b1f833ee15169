import type { About } from '../../contract/messages.ts'
import { serverNow } from '../session.ts'
import { MESSAGE, type OutboxItem } from './store.ts'

/** What is shown of a page until the server has put together its own card. */
export type AskedPage = Pick<
  About,
  'courseId' | 'lessonId' | 'lessonNumber' | 'lessonTitle' | 'pageId' | 'pageNumber' | 'pageTitle'
>

/** A message on its way. */
export type MessageContent = {
  /** Responder id of the learner's mentor, or the uid of a mentor's learner. */
  to: string
  text: string
  about?: AskedPage
  /** It is attachment. */
  voice?: {
    seconds: number
    /** What the server calls it, once it is there. */
    savedAs?: string
  }
}

export function newMessageItem(uid: string, content: MessageContent): OutboxItem {
  const id = crypto.randomUUID()
  // By the clock that the other messages go by.
  const when = { id, writtenAt: serverNow(), tries: 0 }
  return { ...when, uid, kind: MESSAGE, lane: `to ${content.to}`, about: id, content }
}
