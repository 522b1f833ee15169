import type { PersonDetails } from '../../../../contract/organisation/people.ts'
import { coursePercent, type UserLessonData, untouchedLesson } from '../../../../contract/progress.ts'
import type { Catalogue } from '../../../courses/catalogue/catalogue.ts'
import type { Db } from '../../../database/tables.ts'

type Deps = { catalogue: Catalogue; lessonDataOf: (uid: string) => Promise<UserLessonData> }

/** The courses that they began, with every lesson. */
export async function coursesOf(
  db: Db,
  uid: string,
  { catalogue, lessonDataOf }: Deps,
): Promise<PersonDetails['courses']> {
  const data = await lessonDataOf(uid)
  const times = await answerTimesOf(db, uid)
  const completed = await completionsOf(db, uid)
  const lessonFrom = (id: string) => {
    const [lesson, { status, lastCompleted }] = [catalogue.lessonOf(id), data[id] ?? untouchedLesson]
    return {
      id,
      title: lesson?.title ?? '',
      number: lesson?.number ?? 1,
      status,
      lastCompleted,
      totalPages: lesson?.pages.length ?? 0,
      startedAt: asNumber(times.get(id)?.first),
      lastAt: asNumber(times.get(id)?.last),
      completedAt: completed.get(id) ?? null,
    }
  }
  return catalogue
    .courses()
    .filter(course => course.lessonIds.some(id => id in data))
    .map(({ id, title, lessonIds }) => ({
      id,
      title,
      percent: coursePercent(lessonIds, data),
      lessons: lessonIds.map(lessonFrom),
    }))
}

/** When they first and last answered, by lesson. */
async function answerTimesOf(db: Db, uid: string) {
  const rows = await db
    .selectFrom('page_answers')
    .select(({ fn }) => [
      'lesson_id',
      fn.min<number | null>('first_at').as('first'),
      fn.max<number>('logged_at').as('last'),
    ])
    .where('uid', '=', uid)
    .groupBy('lesson_id')
    .execute()
  return new Map(rows.map(row => [row.lesson_id, row]))
}

async function completionsOf(db: Db, uid: string) {
  const rows = await db
    .selectFrom('completed_lessons')
    .select(['lesson_id', 'completed_at'])
    .where('uid', '=', uid)
    .execute()
  return new Map(rows.map(row => [row.lesson_id, row.completed_at]))
}

function asNumber(value: number | null | undefined): number | null {
  return value == null ? null : Number(value)
}
