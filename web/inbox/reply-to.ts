import type { LearnerAnswer } from '../../contract/inbox/learner.ts'
import type { AskedPage } from '../outbox/items/message-item.ts'

/** The answer that a mentor is replying to, as a message stores it. */
export type ReplyTo = AskedPage

export function replyTo(answer: LearnerAnswer): ReplyTo {
  const { courseId, lessonId, lessonNumber, lessonTitle, pageId, pageNumber, pageTitle } = answer
  return { courseId, lessonId, lessonNumber, lessonTitle, pageId, pageNumber, pageTitle }
}
