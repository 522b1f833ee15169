import type { Message } from '../../../contract/messages.ts'

/**
 * A stored message, as the hub publishes it. The long polls that wait for it answer without the database, unless they
 * missed an earlier message. Times are epoch ms.
 */
export type PublishedMessage = {
  /** As both sides read it. */
  message: Message
  at: number
  learnerUid: string
  mentorId: number
  /** The times of the message before this one: in the conversation, and in each inbox that this one reaches. */
  before: { conversation: number; inboxes: Record<number, number> }
  /** The conversation, now that the message is in it. */
  conversation: {
    unseenByLearner: number
    unseenByMentor: number
    seenByLearnerAt: number
    seenByMentorAt: number
    waitingSince: number | null
  }
}
