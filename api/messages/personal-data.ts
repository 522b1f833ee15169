import { sql, type Transaction } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'
import type { PersonalData } from '../identity/personal-data.ts'
import { isoOf } from './message-row.ts'

/** What a learner and their mentors wrote to each other. */
export const messagesOfPerson: PersonalData = {
  name: 'messages',
  collect: async (db, uid) => ({ json: await collectMessages(db, uid) }),

  async move(trx, from, to) {
    await trx.updateTable('messages').set({ learner_uid: to }).where('learner_uid', '=', from).execute()
    await trx.updateTable('hand_overs').set({ learner_uid: to }).where('learner_uid', '=', from).execute()
    await joinConversations(trx, from, to)
  },

  async erase(trx, uid) {
    await eraseVoices(trx, uid)
    for (const table of ['messages', 'conversations', 'hand_overs'] as const)
      await trx.deleteFrom(table).where('learner_uid', '=', uid).execute()
    return undefined
  },
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

/** One conversation out of two: who waited in either waits, and what was unseen in either stays so. */
async function joinConversations(trx: Transaction<Tables>, from: string, to: string): Promise<void> {
  const ended = await trx.deleteFrom('conversations').where('learner_uid', '=', from).returningAll().executeTakeFirst()
  if (!ended) return
  await trx
    .insertInto('conversations')
    .values({ ...ended, learner_uid: to })
    .onConflict(conflict =>
      conflict.column('learner_uid').doUpdateSet(({ eb, fn, ref }) => ({
        last_at: chosen('>', 'last_at'),
        waiting_since: fn.coalesce(
          sql<number>`case when excluded.waiting_since < conversations.waiting_since then excluded.waiting_since end`,
          ref('conversations.waiting_since'),
          ref('excluded.waiting_since'),
        ),
        learner_seen_at: chosen('<', 'learner_seen_at'),
        responder_seen_at: chosen('<', 'responder_seen_at'),
        unseen_by_learner: eb('conversations.unseen_by_learner', '+', ref('excluded.unseen_by_learner')),
        unseen_by_responder: eb('conversations.unseen_by_responder', '+', ref('excluded.unseen_by_responder')),
      })),
    )
    .execute()
}

function chosen(than: '<' | '>', column: 'last_at' | 'learner_seen_at' | 'responder_seen_at') {
  const [kept, ended] = [sql.ref(`conversations.${column}`), sql.ref(`excluded.${column}`)]
  return sql<number>`case when ${ended} ${sql.raw(than)} ${kept} then ${ended} else ${kept} end`
}
