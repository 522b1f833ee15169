import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { endWait } from '../waits/waits.ts'

type Reviewed = {
  lessonId: string
  pageId: string
  /** The id of the mentor. */
  by: number
  /** `no-answer`: the mentor marked the answer without replying. */
  how: 'answered' | 'no-answer'
}

/** Marks an answer as reviewed by a mentor. Returns false for a page without an answer. Needs the learner's lock. */
export async function setReviewed(
  trx: Transaction<Tables>,
  learnerUid: string,
  { lessonId, pageId, by, how }: Reviewed,
  now: number,
): Promise<boolean> {
  await endWait(trx, { learnerUid, kind: 'answer', lessonId, pageId }, { how, by, at: now })
  const row = await trx
    .updateTable('page_answers')
    .set({ reviewed_at: now })
    .where('uid', '=', learnerUid)
    .where('lesson_id', '=', lessonId)
    .where('page_id', '=', pageId)
    .returning('page_id')
    .executeTakeFirst()
  return row !== undefined
}
