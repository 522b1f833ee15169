import type { Transaction } from 'kysely'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import type { CourseContent } from './snapshot.ts'

export type StoredCourse = { id: string; title: string; isBeta: boolean; lessons: number; withdrawnAt: number | null }

/** All courses, including withdrawn ones. */
export async function listStoredCourses(db: Db): Promise<StoredCourse[]> {
  const rows = await db
    .selectFrom('courses')
    .leftJoin('lessons', 'lessons.course_id', 'courses.id')
    .select(['courses.id', 'courses.content', 'courses.is_beta', 'courses.withdrawn_at'])
    .select(({ fn }) => fn.count('lessons.id').as('lessons'))
    .groupBy('courses.id')
    .orderBy('courses.position')
    .orderBy('courses.id')
    .execute()
  return rows.map(({ id, content, is_beta, withdrawn_at, lessons }) => ({
    id,
    title: (JSON.parse(content) as CourseContent).title,
    isBeta: is_beta === 1,
    lessons: Number(lessons),
    withdrawnAt: withdrawn_at,
  }))
}

/** Hides a course, or shows it again (`at` is null). Answers stay. Returns false if there is no such course. */
export async function setWithdrawn(db: Db, id: string, at: number | null): Promise<boolean> {
  return transactionWithLock(db, 'catalogue', async trx => {
    const row = await trx
      .updateTable('courses')
      .set({ withdrawn_at: at })
      .where('id', '=', id)
      .returning('id')
      .execute()
    await raiseVersion(trx)
    return row.length > 0
  })
}

/** Makes every process read the courses again. */
export async function raiseVersion(trx: Transaction<Tables>): Promise<void> {
  await trx
    .updateTable('catalogue')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .execute()
}
