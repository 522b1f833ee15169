import { coursePercent, type LessonStatus, type UserLessonData, untouchedLesson } from '../../contract/progress.ts'
import type { Catalogue } from '../courses/catalogue/catalogue.ts'
import type { Db } from '../database/tables.ts'

/** Progress in percent, for these complete and started lessons. */
export type PercentOf = (progress: { started: readonly string[]; complete: readonly string[] }) => number

/** Progress in the started courses. Withdrawn courses count, too, as they do on the page of the learner. */
export function percentOfBegun(catalogue: Catalogue): PercentOf {
  return ({ started, complete }) => {
    const begun = new Set([...started, ...complete])
    const courses = catalogue.coursesAndResting().filter(({ lessonIds }) => lessonIds.some(id => begun.has(id)))
    const lessonIds = courses.flatMap(course => course.lessonIds)
    return coursePercent(lessonIds, { ...withStatus(started, 'started'), ...withStatus(complete, 'complete') })
  }
}

type Progress = { percent: number; activeAt: number }

/** Progress of each learner in their started courses. Learners without a started course are missing. */
export async function progressOfLearners(
  db: Db,
  inboxes: readonly number[],
  percentOf: PercentOf,
): Promise<ReadonlyMap<string, Progress>> {
  const started = await db
    .selectFrom('page_answers')
    .innerJoin('users', 'users.uid', 'page_answers.uid')
    .select(({ fn }) => ['page_answers.uid', 'lesson_id', fn.max('logged_at').as('at')])
    .where('users.responder_id', 'in', inboxes)
    .groupBy(['page_answers.uid', 'lesson_id'])
    .execute()
  const complete = await db
    .selectFrom('completed_lessons')
    .innerJoin('users', 'users.uid', 'completed_lessons.uid')
    .select(['completed_lessons.uid', 'lesson_id'])
    .where('users.responder_id', 'in', inboxes)
    .execute()
  const completeOf = Map.groupBy(complete, row => row.uid)
  return new Map(
    [...Map.groupBy(started, row => row.uid)].map(([uid, rows]) => {
      const lessons = { started: idsOf(rows), complete: idsOf(completeOf.get(uid) ?? []) }
      return [uid, { percent: percentOf(lessons), activeAt: Math.max(...rows.map(row => Number(row.at))) }]
    }),
  )
}

function idsOf(rows: readonly { lesson_id: string }[]): string[] {
  return rows.map(row => row.lesson_id)
}

function withStatus(lessonIds: readonly string[], status: LessonStatus): UserLessonData {
  return Object.fromEntries(lessonIds.map(id => [id, { ...untouchedLesson, status }]))
}
