import type { Transaction } from 'kysely'
import { userLock } from '../account/write-for-user.ts'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { conversationWith, keysToNotify } from './conversation/conversation.ts'
import { endThrottle } from './push/throttle.ts'

/**
 * Marks the messages from `from` as seen by this person: all of them, or those up to a time (epoch ms). Later ones stay
 * unseen. Returns the keys to notify.
 */
export async function markSeen(
  db: Db,
  uid: string,
  { from, upTo }: { from: string | number; upTo: number | undefined },
): Promise<string[]> {
  const conversation = await conversationWith(db, uid, from)
  const { learnerUid, authorId } = conversation
  const isChanged = await transactionWithLock(db, userLock(learnerUid), async trx => {
    await endThrottle(trx, { uid, learnerUid })
    return authorId === null ? markSeenByLearner(trx, learnerUid, upTo) : markSeenByMentor(trx, learnerUid, upTo)
  })
  return isChanged ? keysToNotify(conversation) : []
}

async function markSeenByLearner(
  trx: Transaction<Tables>,
  learnerUid: string,
  upTo: number | undefined,
): Promise<boolean> {
  const seenAt = await timeSeen(trx, learnerUid, 'learner_seen_at', upTo)
  if (seenAt === undefined) return false
  const unseen = await countAfter(trx, learnerUid, seenAt, 'is not')
  const set = { learner_seen_at: seenAt, unseen_by_learner: unseen }
  await trx.updateTable('conversations').set(set).where('learner_uid', '=', learnerUid).execute()
  return true
}

async function markSeenByMentor(
  trx: Transaction<Tables>,
  learnerUid: string,
  upTo: number | undefined,
): Promise<boolean> {
  const seenAt = await timeSeen(trx, learnerUid, 'responder_seen_at', upTo)
  if (seenAt === undefined) return false
  const unseen = await countAfter(trx, learnerUid, seenAt, 'is')
  const set = { responder_seen_at: seenAt, unseen_by_responder: unseen }
  await trx.updateTable('conversations').set(set).where('learner_uid', '=', learnerUid).execute()
  return true
}

/** The new time: at most that of the last message, and never earlier than before. Undefined if nothing new was seen. */
async function timeSeen(
  trx: Transaction<Tables>,
  learnerUid: string,
  column: 'learner_seen_at' | 'responder_seen_at',
  upTo: number | undefined,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('conversations')
    .select(['last_at', `${column} as seen_at`])
    .where('learner_uid', '=', learnerUid)
    .executeTakeFirst()
  if (!row) return undefined
  const seenAt = Math.min(upTo ?? row.last_at, row.last_at)
  return seenAt > row.seen_at ? seenAt : undefined
}

async function countAfter(
  trx: Transaction<Tables>,
  learnerUid: string,
  time: number,
  author: 'is' | 'is not',
): Promise<number> {
  const { count } = await trx
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('learner_uid', '=', learnerUid)
    .where('sent_at', '>', time)
    .where('author_id', author, null)
    .where('was_seen', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}
