import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'

/** How many learners are in each course, and how many completed all of its lessons. By course id. */
export type CourseCounts = Record<string, { inItNow: number; completed: number }>

export async function courseCounts(db: Db): Promise<CourseCounts> {
  // Reads the people of each lesson first, because an index has them. To count by course at once, PostgreSQL would sort
  // all pages.
  const people = db.selectFrom('page_answers').select(['lesson_id', 'uid']).distinct()
  const began = await db
    .selectFrom(people.as('people'))
    .innerJoin('lessons', 'lessons.id', 'people.lesson_id')
    .select(['lessons.course_id', sql<number>`count(distinct people.uid)`.as('people')])
    .groupBy('lessons.course_id')
    .execute()
  const lessons = db.selectFrom('lessons').select(({ fn }) => ['course_id', fn.countAll().as('lessons')])
  const done = db
    .selectFrom('completed_lessons')
    .innerJoin('lessons', 'lessons.id', 'completed_lessons.lesson_id')
    .select(({ fn }) => ['lessons.course_id', 'completed_lessons.uid', fn.countAll().as('lessons')])
    .groupBy(['lessons.course_id', 'completed_lessons.uid'])
  const completed = await db
    .selectFrom(done.as('done'))
    .innerJoin(lessons.groupBy('course_id').as('all_lessons'), 'all_lessons.course_id', 'done.course_id')
    .whereRef('done.lessons', '=', 'all_lessons.lessons')
    .select(({ fn }) => ['done.course_id', fn.countAll().as('people')])
    .groupBy('done.course_id')
    .execute()
  const completedIn = new Map(completed.map(row => [row.course_id, Number(row.people)]))
  return Object.fromEntries(
    began.map(({ course_id, people }) => {
      const whole = completedIn.get(course_id) ?? 0
      return [course_id, { inItNow: Math.max(0, Number(people) - whole), completed: whole }]
    }),
  )
}
