import type { Db } from '../../database/tables.ts'
import { type Hub, inboxKey } from '../hub/hub.ts'
import { participantIfAny } from './participant.ts'

/**
 * Notifies the screens of this learner and of their mentor of a change, such as an answer to review. Does nothing if
 * the account has ended meanwhile.
 */
export async function publishAbout(db: Db, hub: Hub, uid: string): Promise<void> {
  hub.publish(await keysAbout(db, uid))
}

/** The keys of a learner's screens and of their mentor's. Empty if the learner has no mentor. */
export async function keysAbout(db: Db, uid: string): Promise<string[]> {
  const participant = await participantIfAny(db, uid)
  if (participant?.kind !== 'learner' || participant.mentor === null) return []
  const { id, isAway, cover } = participant.mentor
  return [inboxKey(id), ...(isAway && cover ? [inboxKey(cover.id)] : []), uid]
}
