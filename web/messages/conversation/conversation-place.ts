import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'

const NAME = 'messages'

/**
 * The place of unsent texts and recordings of a conversation. `partner` is the uid of a mentor's learner; a learner has
 * one conversation, with their 'mentor'.
 */
export function conversationPlace(uid: string, partner: string): DraftPlace {
  return { uid, path: [NAME, partner] }
}

/** Undefined if the place is not in a conversation. */
export function partnerAt({ path: [name, partner] }: DraftPlace): string | undefined {
  return name === NAME ? partner : undefined
}
