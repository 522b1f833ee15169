import { ApiError } from '../../contract/calls/api-error.ts'
import type { Input } from '../../contract/calls/endpoint.ts'
import type { declineKindWord, KindWord } from '../../contract/inbox/kind-word.ts'
import { KIND_WORD_PAUSE_MS } from '../../contract/organisation/kind-words/kind-words.ts'
import type { PersonalData } from '../account/personal-data/personal-data.ts'
import { moveRows } from '../database/move-rows.ts'
import type { Db } from '../database/tables.ts'
import { isoOf } from '../messages/conversation/message-row.ts'
import { learnerOf, type Mentor } from '../messages/conversation/participant.ts'

type Why = Input<typeof declineKindWord>['body']['why']

/** The words that lie in the conversation with this learner, or were used within the last fourteen days. */
export async function kindWordFor(db: Db, learnerUid: string, now: number): Promise<KindWord | undefined> {
  const row = await latest(db, learnerUid, now)
  if (!row || row.declined !== null) return undefined
  const refused = await refusalsOf(db, learnerUid).select('made_at').limit(1).executeTakeFirst()
  if (refused) return undefined
  const written = await db
    .selectFrom('messages')
    .select('id')
    .where('learner_uid', '=', learnerUid)
    .where('author_id', 'is not', null)
    .where('sent_at', '>', row.made_at)
    .limit(1)
    .executeTakeFirst()
  if (!written && !(await isStillSilent(db, row))) return undefined
  return { text: row.text, madeAt: row.made_at, isUsed: written !== undefined }
}

/** Unused words go when the learner comes back by themselves, is blocked or asks to be erased. */
async function isStillSilent(db: Db, { learner_uid, made_at }: { learner_uid: string; made_at: number }) {
  const row = await db
    .selectFrom('users')
    .select('uid')
    .where('uid', '=', learner_uid)
    .where('blocked_at', 'is', null)
    .where('erase_at', 'is', null)
    .where(({ or, eb }) => or([eb('active_at', 'is', null), eb('active_at', '<=', made_at)]))
    .executeTakeFirst()
  return row !== undefined
}

/** The learners of these mentors with words that lie in the conversation. */
export async function withKindWord(db: Db, inboxes: readonly number[], now: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('kind_words')
    .innerJoin('users', 'users.uid', 'kind_words.learner_uid')
    .select('kind_words.learner_uid')
    .where('users.responder_id', 'in', inboxes)
    .where('made_at', '>', now - KIND_WORD_PAUSE_MS)
    .where('declined', 'is', null)
    // As in `isStillSilent`.
    .where('users.blocked_at', 'is', null)
    .where('users.erase_at', 'is', null)
    .where(({ or, eb, ref }) => or([eb('users.active_at', 'is', null), eb('users.active_at', '<=', ref('made_at'))]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.learner_uid', '=', 'kind_words.learner_uid')
            .whereRef('messages.sent_at', '>', 'kind_words.made_at')
            .where('messages.author_id', 'is not', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('kind_words as refused')
            .select('refused.made_at')
            .whereRef('refused.learner_uid', '=', 'kind_words.learner_uid')
            .where('refused.declined', '=', 'no-more'),
        ),
      ),
    )
    .execute()
  return new Set(rows.map(({ learner_uid }) => learner_uid))
}

/** The learner gets it no more: this time, or ever. Ever stays: a screen from before may still offer "not now". */
export async function declineKindWordOf(
  db: Db,
  mentor: Mentor,
  { uid, why }: { uid: string; why: Why },
  now: number,
): Promise<void> {
  await learnerOf(db, mentor, uid)
  const row = await latest(db, uid, now)
  if (!row) throw new ApiError('not-found')
  await db
    .updateTable('kind_words')
    .set({ declined: why, declined_at: now })
    .where('learner_uid', '=', uid)
    .where('made_at', '=', row.made_at)
    .where(({ or, eb }) => or([eb('declined', 'is', null), eb('declined', '!=', 'no-more')]))
    .execute()
}

/** A joined account may have newer words than the refusal. */
function refusalsOf(db: Db, learnerUid: string) {
  return db.selectFrom('kind_words').where('learner_uid', '=', learnerUid).where('declined', '=', 'no-more')
}

function latest(db: Db, learnerUid: string, now: number) {
  return db
    .selectFrom('kind_words')
    .selectAll()
    .where('learner_uid', '=', learnerUid)
    .where('made_at', '>', now - KIND_WORD_PAUSE_MS)
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
    for (const { made_at, declined_at } of await refusalsOf(trx, from).select(['made_at', 'declined_at']).execute())
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
