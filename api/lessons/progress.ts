import type { Page } from '../../contract/lessons.ts'
import { pageTypeOf } from '../../contract/pages/index.ts'
import { readsAnswerOf } from '../../contract/pages/page-type.ts'
import { advance, type LessonData, type StoredAnswer, type UserLessonData, untouched } from '../../contract/progress.ts'
import { prepareMany, rowsAsJson } from '../database/many-rows.ts'
import { type Holes, prepare } from '../database/prepare.ts'
import type { Db } from '../database/tables.ts'

/** The present pages of a lesson, in order. Undefined if the lesson no longer exists. */
export type PagesOf = (lessonId: string) => readonly PageOfType[] | undefined
export type PageOfType = Pick<Page, 'id' | 'type'>

type AnsweredPage = { page_id: string; answer: string | null; page_type: string | null }

/**
 * The progress of a learner, by lesson. Answers are stored by page id, and the progress is derived from the present
 * pages, so an edited course changes nobody's position. A lesson that was complete stays complete.
 */
export async function lessonDataOf(db: Db, uid: string, pagesOf: PagesOf): Promise<UserLessonData> {
  const answered = await answersOf(db, { uid })
  const completed = await completedBy(db, { uid })
  const isComplete = new Set(completed.map(row => row.lesson_id))
  const byLesson = Map.groupBy(answered, row => row.lesson_id)
  return Object.fromEntries(
    [...byLesson].flatMap(([lessonId, rows]) => {
      const pages = pagesOf(lessonId)
      return pages ? [[lessonId, derive(rows, pages, isComplete.has(lessonId))]] : []
    }),
  )
}

type LessonOf = { uid: string; lessonId: string; pages: readonly PageOfType[] }

/** The progress of different learners, each in one lesson, in the same order. */
export async function lessonDataOfEach(db: Db, lessons: readonly LessonOf[]): Promise<LessonData[]> {
  const rows = await answersOfEach(
    db,
    lessons.map(({ uid, lessonId }) => ({ uid, lessonId })),
  )
  const rowOf = new Map(rows.map(row => [row.uid, row]))
  return lessons.map(({ uid, pages }) => {
    const { answers = null, completedAt = null } = rowOf.get(uid) ?? {}
    return derive(answeredIn(answers), pages, completedAt !== null)
  })
}

function answeredIn(json: string | null): AnsweredPage[] {
  const rows = JSON.parse(json ?? '[]') as [string, string | null, string | null][]
  return rows.map(([page_id, answer, page_type]) => ({ page_id, answer, page_type }))
}

const answersOf = prepare((db, { uid }: Holes<{ uid: string }>) =>
  db.selectFrom('page_answers').select(['lesson_id', 'page_id', 'answer', 'page_type']).where('uid', '=', uid),
)

const completedBy = prepare((db, { uid }: Holes<{ uid: string }>) =>
  db.selectFrom('completed_lessons').select('lesson_id').where('uid', '=', uid),
)

/** Subqueries, because PostgreSQL would plan a join by the size that a table had earlier. */
const answersOfEach = prepareMany({ uid: 'text', lessonId: 'text' }, (db, given) =>
  db.selectFrom(given).select(({ selectFrom }) => [
    'given.uid',
    selectFrom('page_answers')
      .select(rowsAsJson(db, ['page_id', 'answer', 'page_type']).as('answers'))
      .whereRef('page_answers.uid', '=', 'given.uid')
      .whereRef('page_answers.lesson_id', '=', 'given.lessonId')
      .as('answers'),
    selectFrom('completed_lessons')
      .select('completed_at')
      .whereRef('completed_lessons.uid', '=', 'given.uid')
      .whereRef('completed_lessons.lesson_id', '=', 'given.lessonId')
      .as('completedAt'),
  ]),
)

function derive(rows: AnsweredPage[], pages: readonly PageOfType[], isComplete: boolean): LessonData {
  const start: LessonData = { ...untouched, totalPages: pages.length, status: isComplete ? 'complete' : 'not-started' }
  return rows
    .map(row => ({ row, pageNumber: pages.findIndex(({ id }) => id === row.page_id) + 1 }))
    .filter(({ pageNumber }) => pageNumber > 0)
    .reduce(
      (data, { row, pageNumber }) =>
        advance(data, {
          pageId: row.page_id,
          pageNumber,
          totalPages: pages.length,
          answer: answerOn(pages[pageNumber - 1], row),
        }),
      start,
    )
}

/** Undefined if the page has another type now: the answer stays in the database, but would show as something else. */
function answerOn(page: PageOfType | undefined, { answer, page_type }: AnsweredPage): StoredAnswer | undefined {
  if (!page || answer === null) return undefined
  const { readsAnswersOf } = pageTypeOf(page.type)
  if (!readsAnswerOf({ type: page.type, readsAnswersOf }, page_type)) return undefined
  return JSON.parse(answer) as StoredAnswer
}
