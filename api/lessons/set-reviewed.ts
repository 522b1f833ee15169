import type { Db } from '../database/tables.ts'

/** Marks an answer as reviewed by a mentor. Returns false for a page without an answer. */
export async function setReviewed(
  db: Db,
  learnerUid: string,
  { lessonId, pageId }: { lessonId: string; pageId: string },
  now: number,
): Promise<boolean> {
  const row = await db
    .updateTable('page_answers')
    .set({ reviewed_at: now })
    .where('uid', '=', learnerUid)
    .where('lesson_id', '=', lessonId)
    .where('page_id', '=', pageId)
    .returning('page_id')
    .executeTakeFirst()
  return row !== undefined
}
