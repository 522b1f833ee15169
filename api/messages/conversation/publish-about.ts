import type { Db } from '../../database/tables.ts'
import { type Hub, inboxKey } from '../hub/hub.ts'
import { participantIfAny } from './participant.ts'

/**
 * Notifies the screens of this learner and of their mentor of a change, such as an answer to review. The account may
 * have ended meanwhile.
 */
export async function publishAbout(db: Db, hub: Hub, uid: string): Promise<void> {
  hub.publish(await keysAbout(db, uid))
}

/** The keys of a learner's screens and of their mentor's. None without a mentor. */
export async function keysAbout(db: Db, uid: string): Promise<string[]> {
  const participant = await participantIfAny(db, uid)
  if (participant?.kind !== 'learner' || participant.mentor === null) return []
  const { id, isAway, cover } = participant.mentor
  return [inboxKey(id), ...(isAway && cover ? [inboxKey(cover.id)] : []), uid]
}
