import { sql } from 'kysely'
import type { Db } from '../database/tables.ts'

/** The number of answers that wait for review, by learner. Learners without such an answer are missing. */
export function countToReview(db: Db) {
  return (
    db
      .selectFrom('page_answers')
      .innerJoin('users', 'users.uid', 'page_answers.uid')
      .select(({ fn }) => ['page_answers.uid', fn.countAll().as('count')])
      // A literal, as in the partial index. With a parameter, SQLite would compile the query again each time.
      .where('is_own_words', '=', sql.lit(1))
      .where('reviewed_at', 'is', null)
      .groupBy('page_answers.uid')
  )
}

/** Whether an answer in memory meets the same condition. */
export function isToReview(answer: { is_own_words: number; reviewed_at: number | null }): boolean {
  return answer.is_own_words === 1 && answer.reviewed_at === null
}
