import type { ExpressionBuilder } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { Input } from '../../contract/calls/endpoint.ts'
import type { declineKindWord, KindWord } from '../../contract/inbox/kind-word.ts'
import { KIND_WORD_PAUSE_MS } from '../../contract/organisation/kind-words/kind-words.ts'
import type { PersonalData } from '../account/personal-data/personal-data.ts'
import { moveRows } from '../database/move-rows.ts'
import type { Db, Tables } from '../database/tables.ts'
import { isoOf } from '../messages/conversation/message-row.ts'
import { learnerOf, type Mentor } from '../messages/conversation/participant.ts'

type Why = Input<typeof declineKindWord>['body']['why']

/** The words that lie in the conversation with this learner, or were used within the last fourteen days. */
export async function kindWordFor(db: Db, learnerUid: string, now: number): Promise<KindWord | undefined> {
  const row = await wordsNow(db, now)
    .select(['kind_words.text', 'kind_words.made_at'])
    .select(eb => eb.case().when(isUsed(eb)).then(1).else(0).end().as('isUsed'))
    .where('kind_words.learner_uid', '=', learnerUid)
    .executeTakeFirst()
  return row && { text: row.text, madeAt: row.made_at, isUsed: row.isUsed === 1 }
}

/** Somebody may answer weeks later that they want no more, so a mentor can note it at any time. */
export async function mayEndKindWords(db: Db, learnerUid: string): Promise<boolean> {
  const rows = await db
    .selectFrom('kind_words')
    .select('declined')
    .distinct()
    .where('learner_uid', '=', learnerUid)
    .execute()
  return rows.length > 0 && rows.every(({ declined }) => declined !== 'no-more')
}

/** The learners of these mentors with words that lie in the conversation. */
export async function withKindWord(db: Db, inboxes: readonly number[], now: number): Promise<ReadonlySet<string>> {
  const rows = await wordsNow(db, now)
    .select('kind_words.learner_uid')
    .where('users.responder_id', 'in', inboxes)
    .where(eb => eb.not(isUsed(eb)))
    .execute()
  return new Set(rows.map(({ learner_uid }) => learner_uid))
}

/** The last words of each learner, unless they were declined, or went unused. */
function wordsNow(db: Db, now: number) {
  return db
    .selectFrom('kind_words')
    .innerJoin('users', 'users.uid', 'kind_words.learner_uid')
    .where('kind_words.made_at', '>', now - KIND_WORD_PAUSE_MS)
    .where('kind_words.declined', 'is', null)
    .where(eb => eb.not(isOutdone(eb)))
    .where(eb => eb.or([isUsed(eb), isStillSilent(eb)]))
}

type OfWord = ExpressionBuilder<Tables, 'kind_words' | 'users'>

/** The mentor has written since. */
function isUsed({ exists, selectFrom }: OfWord) {
  return exists(
    selectFrom('messages')
      .select('messages.id')
      .whereRef('messages.learner_uid', '=', 'kind_words.learner_uid')
      .whereRef('messages.sent_at', '>', 'kind_words.made_at')
      .where('messages.author_id', 'is not', null),
  )
}

/** There are later words, or the learner wants no more. A joined account may have newer words than the refusal. */
function isOutdone({ exists, selectFrom }: OfWord) {
  return exists(
    selectFrom('kind_words as other')
      .select('other.made_at')
      .whereRef('other.learner_uid', '=', 'kind_words.learner_uid')
      .where(({ or, eb, ref }) =>
        or([eb('other.declined', '=', 'no-more'), eb('other.made_at', '>', ref('kind_words.made_at'))]),
      ),
  )
}

/** Unused words go when the learner comes back by themselves, is blocked or asks to be erased. */
function isStillSilent({ and, or, eb, ref }: OfWord) {
  return and([
    eb('users.blocked_at', 'is', null),
    eb('users.erase_at', 'is', null),
    or([eb('users.active_at', 'is', null), eb('users.active_at', '<=', ref('kind_words.made_at'))]),
  ])
}

/**
 * The learner gets it no more: this time, while the words are new, or ever, at any time. Ever stays: a screen from before
 * may still offer "not now".
 */
export async function declineKindWordOf(
  db: Db,
  mentor: Mentor,
  { uid, why }: { uid: string; why: Why },
  now: number,
): Promise<void> {
  await learnerOf(db, mentor, uid)
  const row = await latest(db, uid, why === 'no-more' ? 0 : now - KIND_WORD_PAUSE_MS)
  if (!row) throw new ApiError('not-found')
  await db
    .updateTable('kind_words')
    .set({ declined: why, declined_at: now })
    .where('learner_uid', '=', uid)
    .where('made_at', '=', row.made_at)
    .where(({ or, eb }) => or([eb('declined', 'is', null), eb('declined', '!=', 'no-more')]))
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

  async move(trx, from, to) {
    // Both accounts may have words of the same moment, and only one row of a moment stays.
    const refusals = await trx
      .selectFrom('kind_words')
      .select(['made_at', 'declined_at'])
      .where('learner_uid', '=', from)
      .where('declined', '=', 'no-more')
      .execute()
    for (const { made_at, declined_at } of refusals)
      await trx
        .updateTable('kind_words')
        .set({ declined: 'no-more', declined_at })
        .where('learner_uid', '=', to)
        .where('made_at', '=', made_at)
        .execute()
    await moveRows(trx, { table: 'kind_words', owner: 'learner_uid', key: 'made_at' }, from, to)
  },

  async erase(trx, uid) {
    await trx.deleteFrom('kind_words').where('learner_uid', '=', uid).execute()
    return undefined
  },
}
