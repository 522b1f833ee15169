import type { Db } from '../database/tables.ts'
import { type Hub, mailboxKey } from './hub.ts'
import { partyOf } from './party.ts'

/** Something happened to this person's account that their mentor's screen shows. */
export async function wakeAbout(db: Db, hub: Hub, uid: string): Promise<void> {
  const party = await partyOf(db, uid)
  if (party.kind !== 'learner' || party.responder === null) return
  const { id, isAway, cover } = party.responder
  hub.wake([mailboxKey(id), ...(isAway && cover ? [mailboxKey(cover.id)] : []), uid])
}
