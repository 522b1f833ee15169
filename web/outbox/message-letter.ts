import type { About } from '../../contract/messages.ts'
import { serverNow } from '../session.ts'
import { type Letter, MESSAGE } from './store.ts'

/** What is shown of a page until the server has put together its own card. */
export type AskedPage = Pick<
  About,
  'courseId' | 'lessonId' | 'lessonNumber' | 'lessonTitle' | 'pageId' | 'pageNumber' | 'pageTitle'
>

/** A message on its way. */
export type MessageLetter = {
  /** Responder id of the learner's mentor, or the uid of a mentor's learner. */
  to: string
  text: string
  about?: AskedPage
  /** It is enclosed. */
  voice?: {
    seconds: number
    /** What the server calls it, once it is there. */
    savedAs?: string
  }
}

export function newMessageLetter(uid: string, content: MessageLetter): Letter {
  const id = crypto.randomUUID()
  // By the clock that the other messages go by.
  const when = { id, writtenAt: serverNow(), tries: 0 }
  return { ...when, uid, kind: MESSAGE, lane: `to ${content.to}`, about: id, content }
}
