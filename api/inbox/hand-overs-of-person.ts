import type { PersonalData } from '../account/personal-data/personal-data.ts'
import { moveRows } from '../database/move-rows.ts'
import type { Db } from '../database/tables.ts'
import { isoOf } from '../messages/conversation/message-row.ts'

/**
 * The hand-overs of a learner, with the notes that mentors wrote for each other. A note is about the learner, so the
 * learner may have a copy of it (docs/identity.md).
 */
export const handOversOfPerson: PersonalData = {
  name: 'handOvers',

  async collect(db, uid) {
    return { json: await handOversOf(db, uid) }
  },

  // Both accounts may have been handed over at once, with all learners of a mentor. Then one of the two rows is enough.
  async move(trx, from, to) {
    await moveRows(trx, { table: 'hand_overs', owner: 'learner_uid', key: 'handed_at' }, from, to)
  },

  async erase(trx, uid) {
    await trx.deleteFrom('hand_overs').where('learner_uid', '=', uid).execute()
    return undefined
  },
}

async function handOversOf(db: Db, uid: string) {
  const rows = await db
    .selectFrom('hand_overs')
    .innerJoin('responders as next', 'next.id', 'hand_overs.responder_id')
    .leftJoin('responders as former', 'former.id', 'hand_overs.from_responder_id')
    .select(['handed_at', 'note', 'next.name as to_name', 'former.name as from_name'])
    .where('learner_uid', '=', uid)
    .orderBy('handed_at')
    .execute()
  return rows.map(({ handed_at, note, to_name, from_name }) => ({
    at: isoOf(handed_at),
    to: to_name,
    ...(from_name === null ? {} : { from: from_name }),
    ...(note === null ? {} : { note }),
  }))
}
