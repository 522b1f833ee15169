import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/**
 * Merges two conversations. The learner waits if they waited in either. Messages that were seen stay seen: before the
 * first unseen message, the time of the conversation says so; later seen messages get a mark in their rows.
 */
export async function joinConversations(trx: Transaction<Tables>, from: string, to: string): Promise<void> {
  const rows = await trx.selectFrom('conversations').selectAll().where('learner_uid', 'in', [from, to]).execute()
  const seenAt = {
    learner_seen_at: await markSeenLater(trx, rows, 'learner_seen_at'),
    responder_seen_at: await markSeenLater(trx, rows, 'responder_seen_at'),
  }
  await trx.updateTable('messages').set({ learner_uid: to }).where('learner_uid', '=', from).execute()
  const ended = rows.find(row => row.learner_uid === from)
  if (!ended) return
  await trx.deleteFrom('conversations').where('learner_uid', '=', from).execute()
  await trx
    .insertInto('conversations')
    .values({ ...ended, learner_uid: to, ...seenAt })
    .onConflict(conflict =>
      conflict.column('learner_uid').doUpdateSet(({ eb, fn, ref }) => ({
        ...seenAt,
        last_at: sql<number>`case when excluded.last_at > conversations.last_at then excluded.last_at
          else conversations.last_at end`,
        waiting_since: fn.coalesce(
          sql<number>`case when excluded.waiting_since < conversations.waiting_since then excluded.waiting_since end`,
          ref('conversations.waiting_since'),
          ref('excluded.waiting_since'),
        ),
        unseen_by_learner: eb('conversations.unseen_by_learner', '+', ref('excluded.unseen_by_learner')),
        unseen_by_responder: eb('conversations.unseen_by_responder', '+', ref('excluded.unseen_by_responder')),
      })),
    )
    .execute()
}

type Conversation = Tables['conversations']
type Seen = 'learner_seen_at' | 'responder_seen_at'

/**
 * Returns the time up to which this side has seen all messages of both conversations. Marks later messages that it has
 * seen. Must be called while each message is still in its own conversation.
 */
async function markSeenLater(trx: Transaction<Tables>, conversations: Conversation[], column: Seen): Promise<number> {
  const firstUnseen: number[] = []
  for (const conversation of conversations) {
    const { first } = await messagesToSide(trx, conversation.learner_uid, column)
      .select(({ fn }) => fn.min('sent_at').as('first'))
      .where('sent_at', '>', conversation[column])
      .where('was_seen', '=', 0)
      .executeTakeFirstOrThrow()
    if (first !== null) firstUnseen.push(Number(first))
  }
  const seenAt =
    firstUnseen.length > 0 ? Math.min(...firstUnseen) - 1 : Math.max(0, ...conversations.map(one => one[column]))
  for (const conversation of conversations) {
    const seenLater = messagesToSide(trx, conversation.learner_uid, column)
      .select('id')
      .where('sent_at', '>', seenAt)
      .where('sent_at', '<=', conversation[column])
    await trx.updateTable('messages').set({ was_seen: 1 }).where('id', 'in', seenLater).execute()
  }
  return seenAt
}

function messagesToSide(trx: Transaction<Tables>, learnerUid: string, column: Seen) {
  return trx
    .selectFrom('messages')
    .where('learner_uid', '=', learnerUid)
    .where('author_id', column === 'learner_seen_at' ? 'is not' : 'is', null)
}
