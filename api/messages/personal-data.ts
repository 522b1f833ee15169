import { sql, type Transaction } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'
import type { PersonalData } from '../identity/personal-data.ts'
import { joinConversations } from './join-conversations.ts'
import { isoOf } from './message-row.ts'

/** What a learner and their mentors wrote to each other. */
export const messagesOfPerson: PersonalData = {
  name: 'messages',
  collect: async (db, uid) => ({ json: await collectMessages(db, uid) }),

  async move(trx, from, to) {
    await joinConversations(trx, from, to)
    await moveHandOvers(trx, from, to)
  },

  async erase(trx, uid) {
    await eraseVoices(trx, uid)
    for (const table of ['messages', 'conversations', 'hand_overs'] as const)
      await trx.deleteFrom(table).where('learner_uid', '=', uid).execute()
    return undefined
  },
}

/** Both may have been handed over in one moment, with all learners of a mentor: that is told once. */
async function moveHandOvers(trx: Transaction<Tables>, from: string, to: string): Promise<void> {
  await trx
    .insertInto('hand_overs')
    .columns(['learner_uid', 'responder_id', 'handed_at'])
    .expression(({ selectFrom }) =>
      selectFrom('hand_overs')
        .select(sql<string>`cast(${to} as text)`.as('learner_uid'))
        .select(['responder_id', 'handed_at'])
        .where('learner_uid', '=', from),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await trx.deleteFrom('hand_overs').where('learner_uid', '=', from).execute()
}

/** What mentors said to them goes, too; the files follow within the hour. */
async function eraseVoices(trx: Transaction<Tables>, uid: string): Promise<void> {
  const voices = trx
    .selectFrom('messages')
    .select('voice')
    .where('learner_uid', '=', uid)
    .where('voice', 'is not', null)
  const spoken = trx
    .selectFrom('recordings')
    .select(['storage_key', sql<number>`0`.as('remove_at')])
    .where('filename', 'in', voices.$castTo<{ voice: string }>())
  await trx.insertInto('stray_objects').columns(['storage_key', 'remove_at']).expression(spoken).execute()
  await trx.deleteFrom('recordings').where('filename', 'in', voices.$castTo<{ voice: string }>()).execute()
}

async function collectMessages(db: Db, uid: string): Promise<object[]> {
  const rows = await db
    .selectFrom('messages')
    .leftJoin('responders', 'responders.id', 'messages.author_id')
    .selectAll('messages')
    .select('responders.name as author_name')
    .where('learner_uid', '=', uid)
    .orderBy('sent_at')
    .execute()
  return rows.map(row => ({
    sentAt: isoOf(row.sent_at),
    from: row.author_name ?? 'me',
    text: row.content,
    about: row.about === null ? undefined : JSON.parse(row.about),
    voice: row.voice === null ? undefined : `recordings/${row.voice}`,
  }))
}
