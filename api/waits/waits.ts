import { sql, type Transaction } from 'kysely'
import { prepareMany } from '../database/many-rows.ts'
import { type Holes, prepare } from '../database/prepare.ts'
import type { Db, Tables, WaitEnd, WaitKind } from '../database/tables.ts'

/** What a learner waits for: their messages have one wait together, each answer in own words has its own. */
export type WaitFor = { learnerUid: string } & (
  | { kind: 'message' }
  | { kind: 'answer'; lessonId: string; pageId: string }
)

type Key = { learnerUid: string; kind: WaitKind; lessonId: string; pageId: string }

/** Begins a wait. If there is an open wait already, that one goes on. Needs the learner's lock. */
export async function beginWait(
  trx: Transaction<Tables>,
  waitFor: WaitFor,
  { isVoice, at }: { isVoice: boolean; at: number },
): Promise<void> {
  const key = keyOf(waitFor)
  const [begun] = await insertWait(trx, { ...key, at, isVoice: Number(isVoice) })
  if (begun) return
  // A new answer replaces the answer before, so only its own kind counts. Of messages, any spoken one counts.
  if (key.kind === 'answer' || isVoice) await setVoice(trx, { ...key, isVoice: Number(isVoice) })
}

/** Ends the open wait, if there is one. `by` is the id of a mentor. Needs the learner's lock. */
export async function endWait(
  trx: Transaction<Tables>,
  waitFor: WaitFor,
  { how, by, at }: { how: WaitEnd; by: number | null; at: number },
): Promise<void> {
  await setEnd(trx, { ...keyOf(waitFor), how, by, at })
}

/** Ends the open waits of different learners for an answer to their messages. Needs the learners' locks. */
export async function endMessageWaits(
  trx: Transaction<Tables>,
  ends: readonly { learnerUid: string; by: number; at: number }[],
): Promise<void> {
  await setEnds(trx, ends)
}

/** Selects whether the answer that waits for a review is spoken: 0 or 1. No row if none waits. */
export function openWaitFor(
  db: Db,
  { uid, lessonId, pageId }: Holes<{ uid: string; lessonId: string; pageId: string }>,
) {
  return db
    .selectFrom('waits')
    .select('waits.is_voice')
    .where('waits.learner_uid', '=', uid)
    .where('waits.kind', '=', sql.lit('answer'))
    .where('waits.lesson_id', '=', lessonId)
    .where('waits.page_id', '=', pageId)
    .where('waits.ended_at', 'is', null)
    .limit(sql.lit(1))
}

function keyOf(waitFor: WaitFor): Key {
  const { learnerUid, kind } = waitFor
  if (kind === 'message') return { learnerUid, kind, lessonId: '', pageId: '' }
  return { learnerUid, kind, lessonId: waitFor.lessonId, pageId: waitFor.pageId }
}

/** A wait that ended in the same millisecond is opened again. */
const insertWait = prepare((db, wait: Holes<Key & { at: number; isVoice: number }>) =>
  db
    .insertInto('waits')
    .columns(['learner_uid', 'kind', 'lesson_id', 'page_id', 'began_at', 'is_voice'])
    .expression(
      db
        .selectNoFrom([
          sql<string>`cast(${wait.learnerUid} as text)`.as('learner_uid'),
          sql<WaitKind>`cast(${wait.kind} as text)`.as('kind'),
          sql<string>`cast(${wait.lessonId} as text)`.as('lesson_id'),
          sql<string>`cast(${wait.pageId} as text)`.as('page_id'),
          sql<number>`cast(${wait.at} as bigint)`.as('began_at'),
          sql<number>`cast(${wait.isVoice} as integer)`.as('is_voice'),
        ])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('waits as open')
                .select('open.began_at')
                .where('open.learner_uid', '=', wait.learnerUid)
                .where('open.kind', '=', wait.kind)
                .where('open.lesson_id', '=', wait.lessonId)
                .where('open.page_id', '=', wait.pageId)
                .where('open.ended_at', 'is', null),
            ),
          ),
        ),
    )
    .onConflict(conflict =>
      conflict
        .columns(['learner_uid', 'kind', 'lesson_id', 'page_id', 'began_at'])
        .doUpdateSet(({ ref }) => ({ ended_at: null, ended_by: null, how: null, is_voice: ref('excluded.is_voice') })),
    )
    .returning('began_at'),
)

const setVoice = prepare((db, wait: Holes<Key & { isVoice: number }>) =>
  db
    .updateTable('waits')
    .set({ is_voice: wait.isVoice })
    .where('learner_uid', '=', wait.learnerUid)
    .where('kind', '=', wait.kind)
    .where('lesson_id', '=', wait.lessonId)
    .where('page_id', '=', wait.pageId)
    .where('ended_at', 'is', null),
)

const setEnd = prepare((db, wait: Holes<Key & { how: WaitEnd; by: number | null; at: number }>) =>
  db
    .updateTable('waits')
    .set({ ended_at: wait.at, ended_by: wait.by, how: wait.how })
    .where('learner_uid', '=', wait.learnerUid)
    .where('kind', '=', wait.kind)
    .where('lesson_id', '=', wait.lessonId)
    .where('page_id', '=', wait.pageId)
    .where('ended_at', 'is', null),
)

const setEnds = prepareMany({ learnerUid: 'text', by: 'integer', at: 'bigint' }, (db, given) =>
  db
    .updateTable('waits')
    .from(given)
    .set({ ended_at: sql.ref('given.at'), ended_by: sql.ref('given.by'), how: 'answered' })
    .whereRef('waits.learner_uid', '=', 'given.learnerUid')
    .where('waits.kind', '=', sql.lit('message'))
    .where('waits.lesson_id', '=', sql.lit(''))
    .where('waits.page_id', '=', sql.lit(''))
    .where('waits.ended_at', 'is', null),
)
