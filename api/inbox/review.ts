import type { Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import { userLock } from '../account/write-for-user.ts'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { setReviewed } from '../lessons/set-reviewed.ts'
import { learnerOf, type Mentor } from '../messages/conversation/participant.ts'
import { beginWait, endWait } from '../waits/waits.ts'

type AnsweredPage = { uid: string; lessonId: string; pageId: string }

/** Marks an answer as reviewed. Throws for a page without an answer. */
export async function markReviewed(
  db: Db,
  mentor: Mentor,
  { uid, lessonId, pageId }: AnsweredPage,
  now: number,
): Promise<void> {
  await learnerOf(db, mentor, uid)
  const reviewed = { lessonId, pageId, by: mentor.id, how: 'no-answer' } as const
  const hasAnswer = await transactionWithLock(db, userLock(uid), trx => setReviewed(trx, uid, reviewed, now))
  if (!hasAnswer) throw new ApiError('not-found')
}

/** Marks what a learner wrote up to a time (epoch ms) as handled. Later messages wait, seen or not. */
export async function markHandled(
  db: Db,
  mentor: Mentor,
  { uid, upTo }: { uid: string; upTo: number },
  now: number,
): Promise<void> {
  await learnerOf(db, mentor, uid)
  await transactionWithLock(db, userLock(uid), async trx => {
    const before = await trx
      .selectFrom('conversations')
      .select('waiting_since')
      .where('learner_uid', '=', uid)
      .executeTakeFirst()
    if (before?.waiting_since == null) return
    const later = await firstMessageAfter(trx, uid, upTo)
    await trx
      .updateTable('conversations')
      .set({ waiting_since: later?.sent_at ?? null })
      .where('learner_uid', '=', uid)
      .execute()
    if (upTo < before.waiting_since) return
    const waitFor = { learnerUid: uid, kind: 'message' } as const
    await endWait(trx, waitFor, { how: 'no-answer', by: mentor.id, at: now })
    if (later) await beginWait(trx, waitFor, { isVoice: later.hasVoice, at: later.sent_at })
  })
}

/** Finds the learner's first message after this time, and whether it or a later one is spoken. */
async function firstMessageAfter(trx: Transaction<Tables>, uid: string, time: number) {
  const { sent_at, voices } = await trx
    .selectFrom('messages')
    .select(({ fn }) => [fn.min<number | null>('sent_at').as('sent_at'), fn.count('voice').as('voices')])
    .where('learner_uid', '=', uid)
    .where('author_id', 'is', null)
    .where('sent_at', '>', time)
    .executeTakeFirstOrThrow()
  return sent_at === null ? undefined : { sent_at: Number(sent_at), hasVoice: Number(voices) > 0 }
}
