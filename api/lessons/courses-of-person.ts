import type { PersonDetails } from '../../contract/organisation/people.ts'
import { coursePercent, type UserLessonData, untouchedLesson } from '../../contract/progress.ts'
import type { Catalogue } from '../courses/catalogue/catalogue.ts'
import type { Db } from '../database/tables.ts'

type Deps = { catalogue: Catalogue; lessonDataOf: (uid: string) => Promise<UserLessonData> }

/** `note` is the colour of the course. */
type BegunCourse = PersonDetails['courses'][number] & { note: string }

/** The courses that this person began, with every lesson. Withdrawn courses come last. */
export async function coursesOf(db: Db, uid: string, { catalogue, lessonDataOf }: Deps): Promise<BegunCourse[]> {
  const data = await lessonDataOf(uid)
  const times = await answerTimesOf(db, uid)
  const completed = await completionsOf(db, uid)
  // The catalogue has no pages of a withdrawn course that nobody may finish, so `data` does not have it.
  const progressIn = ({ id, pageCount }: Lesson): Progress => {
    if (data[id]) return data[id]
    if (completed.has(id)) return { status: 'complete', lastCompleted: pageCount }
    return times.has(id) ? { status: 'started', lastCompleted: Number(times.get(id)?.pages) } : untouchedLesson
  }
  const lessonFrom = (lesson: Lesson, index: number) => {
    const { id, title, pageCount } = lesson
    const { status, lastCompleted } = progressIn(lesson)
    return {
      id,
      title,
      number: index + 1,
      status,
      lastCompleted,
      totalPages: pageCount,
      startedAt: asNumber(times.get(id)?.first),
      lastAt: asNumber(times.get(id)?.last),
      completedAt: completed.get(id) ?? null,
    }
  }
  const percentOf = (lessons: readonly Lesson[]) => {
    const known = lessons.map(lesson => [lesson.id, { ...untouchedLesson, ...progressIn(lesson) }] as const)
    return coursePercent(
      lessons.map(({ id }) => id),
      Object.fromEntries(known),
    )
  }
  return everyCourse(catalogue)
    .filter(({ lessons }) => lessons.some(({ id }) => id in data || times.has(id)))
    .map(({ id, title, note, lessons }) => ({
      id,
      title,
      note,
      percent: percentOf(lessons),
      lessons: lessons.map(lessonFrom),
    }))
}

type Progress = Pick<UserLessonData[string], 'status' | 'lastCompleted'>
type Lesson = { id: string; title: string; pageCount: number }

type Course = { id: string; title: string; note: string; lessons: readonly Lesson[] }

function everyCourse(catalogue: Catalogue): Course[] {
  const lessonOf = (id: string): Lesson => {
    const lesson = catalogue.lessonOf(id)
    return { id, title: lesson?.title ?? '', pageCount: lesson?.pages.length ?? 0 }
  }
  return [
    ...catalogue
      .courses()
      .map(({ id, title, note, lessonIds }) => ({ id, title, note, lessons: lessonIds.map(lessonOf) })),
    ...catalogue.resting().map(({ listed: { id, title, note }, lessons }) => ({ id, title, note, lessons })),
  ]
}

/** When the person first and last answered, by lesson. */
async function answerTimesOf(db: Db, uid: string) {
  const rows = await db
    .selectFrom('page_answers')
    .select(({ fn }) => [
      'lesson_id',
      fn.min<number | null>('first_at').as('first'),
      fn.max<number>('logged_at').as('last'),
      fn.countAll<number>().as('pages'),
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
