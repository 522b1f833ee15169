import type { Db } from '../../database/tables.ts'
import { type Hub, inboxKey } from '../hub/hub.ts'
import { participantOf } from './participant.ts'

/** Notifies the screens of this learner and of their mentor of a change, such as an answer to review. */
export async function publishAbout(db: Db, hub: Hub, uid: string): Promise<void> {
  const participant = await participantOf(db, uid)
  if (participant.kind !== 'learner' || participant.mentor === null) return
  const { id, isAway, cover } = participant.mentor
  hub.publish([inboxKey(id), ...(isAway && cover ? [inboxKey(cover.id)] : []), uid])
}
