import { ApiError } from '../../contract/calls/api-error.ts'
import { userLock } from '../account/write-for-user.ts'
import type { Db } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { setReviewed } from '../lessons/set-reviewed.ts'
import { learnerOf, type Mentor } from '../messages/conversation/participant.ts'

type AnsweredPage = { uid: string; lessonId: string; pageId: string }

/** Marks an answer as reviewed. Throws for a page without an answer. */
export async function markReviewed(
  db: Db,
  mentor: Mentor,
  { uid, lessonId, pageId }: AnsweredPage,
  now: number,
): Promise<void> {
  await learnerOf(db, mentor, uid)
  if (!(await setReviewed(db, uid, { lessonId, pageId }, now))) throw new ApiError('not-found')
}

/** Marks what a learner wrote up to a time (epoch ms) as handled. Later messages wait, seen or not. */
export async function markHandled(db: Db, mentor: Mentor, { uid, upTo }: { uid: string; upTo: number }): Promise<void> {
  await learnerOf(db, mentor, uid)
  await transactionWithLock(db, userLock(uid), trx =>
    trx
      .updateTable('conversations')
      .set(({ selectFrom }) => ({
        waiting_since: selectFrom('messages')
          .select(({ fn }) => fn.min<number>('sent_at').as('since'))
          .where('learner_uid', '=', uid)
          .where('author_id', 'is', null)
          .where('sent_at', '>', upTo),
      }))
      .where('learner_uid', '=', uid)
      .where('waiting_since', 'is not', null)
      .execute(),
  )
}
