import { sql, type Transaction } from 'kysely'
import type { PersonalData } from '../account/personal-data/personal-data.ts'
import type { Tables } from '../database/tables.ts'
import { collectLessons } from './collect-lessons.ts'

export const lessonsOfPerson: PersonalData = {
  name: 'lessons',
  collect: async (db, uid) => ({ json: await collectLessons(db, uid) }),

  async move(trx, from, to) {
    await moveAnswers(trx, from, to)
    await moveCompletions(trx, from, to)
    await removeAll(trx, from)
  },

  async erase(trx, uid) {
    await removeAll(trx, uid)
    return undefined
  },
}

const MOVED = [
  'lesson_id',
  'page_id',
  'answer',
  'answered_at',
  'logged_at',
  'page_type',
  'is_own_words',
  'reviewed_at',
  'first_answer',
  'tries',
  'first_at',
  'course_version',
] as const

/**
 * The answer with the later `answered_at` wins. The first pick is that of the account that answered the page first,
 * unless the later one answered a page of another type. A row without an answer replaces none.
 */
async function moveAnswers(trx: Transaction<Tables>, from: string, to: string): Promise<void> {
  const isLater = sql<boolean>`(excluded.answer is not null
    and (page_answers.answer is null or excluded.answered_at > page_answers.answered_at))`
  const isFirst = sql<boolean>`excluded.first_at < page_answers.first_at`
  const hasPick = sql<boolean>`case
    when (excluded.answer is null) <> (page_answers.answer is null) or excluded.page_type <> page_answers.page_type
    then ${isLater} else ${isFirst} end`
  await trx
    .insertInto('page_answers')
    .columns(['uid', ...MOVED])
    .expression(({ selectFrom }) =>
      selectFrom('page_answers')
        .select(sql<string>`cast(${to} as text)`.as('uid'))
        .select(MOVED)
        .where('uid', '=', from),
    )
    .onConflict(conflict =>
      conflict.columns(['uid', 'lesson_id', 'page_id']).doUpdateSet({
        answer: sql`case when ${isLater} then excluded.answer else page_answers.answer end`,
        answered_at: sql`case when ${isLater} then excluded.answered_at else page_answers.answered_at end`,
        logged_at: sql`case when excluded.logged_at > page_answers.logged_at then excluded.logged_at
          else page_answers.logged_at end`,
        page_type: sql`case when ${isLater} then excluded.page_type else page_answers.page_type end`,
        is_own_words: sql`case when ${isLater} then excluded.is_own_words else page_answers.is_own_words end`,
        reviewed_at: sql`case when ${isLater} then excluded.reviewed_at else page_answers.reviewed_at end`,
        first_answer: sql`case when ${hasPick} then excluded.first_answer else page_answers.first_answer end`,
        tries: sql`case when ${hasPick} then excluded.tries else page_answers.tries end`,
        first_at: sql`case when ${isFirst} then excluded.first_at else page_answers.first_at end`,
        course_version: sql`case when ${hasPick} then excluded.course_version else page_answers.course_version end`,
      }),
    )
    .execute()
}

async function moveCompletions(trx: Transaction<Tables>, from: string, to: string): Promise<void> {
  await trx
    .insertInto('completed_lessons')
    .columns(['uid', 'lesson_id', 'completed_at'])
    .expression(({ selectFrom }) =>
      selectFrom('completed_lessons')
        .select(sql<string>`cast(${to} as text)`.as('uid'))
        .select(['lesson_id', 'completed_at'])
        .where('uid', '=', from),
    )
    .onConflict(conflict =>
      conflict
        .columns(['uid', 'lesson_id'])
        .doUpdateSet(({ ref }) => ({ completed_at: ref('excluded.completed_at') }))
        .whereRef('excluded.completed_at', '<', 'completed_lessons.completed_at'),
    )
    .execute()
}

async function removeAll(trx: Transaction<Tables>, uid: string): Promise<void> {
  for (const table of ['page_answers', 'completed_lessons'] as const)
    await trx.deleteFrom(table).where('uid', '=', uid).execute()
}
