import type { About } from '../../../contract/messages.ts'
import { timeOfWriting } from '../../session.ts'
import type { ItemBase } from './item-base.ts'

/** A page as a message shows it until the server has sent its own card. */
export type AskedPage = Pick<
  About,
  'courseId' | 'lessonId' | 'lessonNumber' | 'lessonTitle' | 'pageId' | 'pageNumber' | 'pageTitle'
>

export type MessageItem = ItemBase & { kind: 'message'; content: MessageContent }

export type MessageContent = {
  /** Id of the learner's mentor, or the uid of a mentor's learner. */
  to: string
  text: string
  about?: AskedPage
  /** The sound itself is the attachment. */
  voice?: {
    seconds: number
    /** Epoch ms, by the server's clock. Earlier versions did not store it. */
    recordedAt?: number
    /** Its name on the server, once it is uploaded. */
    savedAs?: string
  }
  /** It was sent before, and came back into the box: the server may already have it. */
  wasSent?: boolean
}

export function newMessageItem(uid: string, content: MessageContent, id: string = crypto.randomUUID()): MessageItem {
  // Messages are shown in the order of the server's clock.
  const fresh = { id, writtenAt: timeOfWriting(), tries: 0 }
  return { ...fresh, uid, kind: 'message', lane: `to ${content.to}`, about: id, content }
}
