import type { ExpressionBuilder, Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { KindWord } from '../../contract/inbox/kind-word.ts'
import { KIND_WORD_PAUSE_MS } from '../../contract/organisation/kind-words/kind-words.ts'
import type { PersonalData } from '../account/personal-data/personal-data.ts'
import { userLock } from '../account/write-for-user.ts'
import { moveRows } from '../database/move-rows.ts'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { isoOf } from '../messages/conversation/message-row.ts'
import { learnerOf, type Mentor } from '../messages/conversation/participant.ts'

/**
 * The newest kind word for this learner, if it is less than fourteen days old and was not declined. It waits in the
 * conversation, or the mentor has used it.
 */
export async function kindWordFor(db: Db, learnerUid: string, now: number): Promise<KindWord | undefined> {
  const row = await wordsNow(db, now)
    .select(['kind_words.text', 'kind_words.made_at'])
    .select(eb => eb.case().when(isUsed(eb)).then(1).else(0).end().as('isUsed'))
    .where('kind_words.learner_uid', '=', learnerUid)
    .executeTakeFirst()
  return row && { text: row.text, madeAt: row.made_at, isUsed: row.isUsed === 1 }
}

export async function haveKindWordsEnded(db: Db, learnerUid: string): Promise<boolean> {
  const row = await db
    .selectFrom('kind_words_ended')
    .select('ended_at')
    .where('learner_uid', '=', learnerUid)
    .executeTakeFirst()
  return row !== undefined
}

/** The learners of these mentors in whose conversation an unused draft waits. */
export async function withKindWord(db: Db, inboxes: readonly number[], now: number): Promise<ReadonlySet<string>> {
  const rows = await wordsNow(db, now)
    .select('kind_words.learner_uid')
    .where('users.responder_id', 'in', inboxes)
    .where(eb => eb.not(isUsed(eb)))
    .execute()
  return new Set(rows.map(({ learner_uid }) => learner_uid))
}

/** The newest draft for each learner, unless it was declined, or became out of date before it was used. */
function wordsNow(db: Db, now: number) {
  return db
    .selectFrom('kind_words')
    .innerJoin('users', 'users.uid', 'kind_words.learner_uid')
    .where('kind_words.made_at', '>', now - KIND_WORD_PAUSE_MS)
    .where('kind_words.declined', 'is', null)
    .where(eb => eb.not(isReplacedOrEnded(eb)))
    .where(eb => eb.or([isUsed(eb), isStillSilent(eb)]))
}

type OfWord = ExpressionBuilder<Tables, 'kind_words' | 'users'>

/** Whether the mentor has written to the learner since the draft was made. */
function isUsed({ exists, selectFrom }: OfWord) {
  return exists(
    selectFrom('messages')
      .select('messages.id')
      .whereRef('messages.learner_uid', '=', 'kind_words.learner_uid')
      .whereRef('messages.sent_at', '>', 'kind_words.made_at')
      .where('messages.author_id', 'is not', null),
  )
}

/** Whether there is a later draft, or the learner wants no more kind words. */
function isReplacedOrEnded({ or, exists, selectFrom }: OfWord) {
  return or([
    exists(
      selectFrom('kind_words as other')
        .select('other.made_at')
        .whereRef('other.learner_uid', '=', 'kind_words.learner_uid')
        .whereRef('other.made_at', '>', 'kind_words.made_at'),
    ),
    exists(
      selectFrom('kind_words_ended')
        .select('ended_at')
        .whereRef('kind_words_ended.learner_uid', '=', 'kind_words.learner_uid'),
    ),
  ])
}

/** Whether an unused draft still makes sense. It does not if the learner came back, is blocked or asks to be erased. */
function isStillSilent({ and, or, eb, ref }: OfWord) {
  return and([
    eb('users.blocked_at', 'is', null),
    eb('users.erase_at', 'is', null),
    or([eb('users.active_at', 'is', null), eb('users.active_at', '<=', ref('kind_words.made_at'))]),
  ])
}

/** Declines the newest draft, if it is less than fourteen days old. */
export async function declineKindWordOf(db: Db, mentor: Mentor, uid: string, now: number): Promise<void> {
  await learnerOf(db, mentor, uid)
  const row = await latest(db, uid, now - KIND_WORD_PAUSE_MS)
  if (!row) throw new ApiError('not-found')
  await db
    .updateTable('kind_words')
    .set({ declined: 'not-now', declined_at: now })
    .where('learner_uid', '=', uid)
    .where('made_at', '=', row.made_at)
    .execute()
}

/**
 * Ends kind words for a learner, at any time, also before the first draft. A mentor can undo it if the learner wants
 * them again.
 */
export async function endKindWordsOf(
  db: Db,
  mentor: Mentor,
  { uid, areEnded }: { uid: string; areEnded: boolean },
  now: number,
): Promise<void> {
  await transactionWithLock(db, userLock(uid), async trx => {
    await learnerOf(trx, mentor, uid)
    await (areEnded
      ? insertEnd(trx, uid, now)
      : trx.deleteFrom('kind_words_ended').where('learner_uid', '=', uid).execute())
  })
}

async function insertEnd(trx: Transaction<Tables>, uid: string, now: number): Promise<void> {
  await trx
    .insertInto('kind_words_ended')
    .values({ learner_uid: uid, ended_at: now })
    .onConflict(conflict => conflict.column('learner_uid').doNothing())
    .execute()
}

function latest(db: Db, learnerUid: string, after: number) {
  return db
    .selectFrom('kind_words')
    .selectAll()
    .where('learner_uid', '=', learnerUid)
    .where('made_at', '>', after)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export const kindWordsOfPerson: PersonalData = {
  name: 'kindWords',

  async collect(db, uid) {
    const rows = await db
      .selectFrom('kind_words')
      .selectAll()
      .where('learner_uid', '=', uid)
      .orderBy('made_at')
      .execute()
    const json = rows.map(({ made_at, text, declined, declined_at }) => ({
      madeAt: isoOf(made_at),
      text,
      ...(declined === null || declined_at === null ? {} : { declined, declinedAt: isoOf(declined_at) }),
    }))
    return { json }
  },

  move: (trx, from, to) => moveRows(trx, { table: 'kind_words', owner: 'learner_uid', key: 'made_at' }, from, to),

  async erase(trx, uid) {
    await trx.deleteFrom('kind_words').where('learner_uid', '=', uid).execute()
    return undefined
  },
}

export const endOfKindWordsOfPerson: PersonalData = {
  name: 'kindWordsEnded',

  async collect(db, uid) {
    const row = await db
      .selectFrom('kind_words_ended')
      .select('ended_at')
      .where('learner_uid', '=', uid)
      .executeTakeFirst()
    return { json: row ? { endedAt: isoOf(row.ended_at) } : null }
  },

  /** If one of the accounts wanted no more kind words, the joined account gets none. */
  async move(trx, from, to) {
    const rows = await trx
      .deleteFrom('kind_words_ended')
      .where('learner_uid', '=', from)
      .returning('ended_at')
      .execute()
    for (const { ended_at } of rows) await insertEnd(trx, to, ended_at)
  },

  async erase(trx, uid) {
    await trx.deleteFrom('kind_words_ended').where('learner_uid', '=', uid).execute()
    return undefined
  },
}
