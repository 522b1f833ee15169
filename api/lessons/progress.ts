import type { Page } from '../../contract/lessons.ts'
import { pageTypeOf } from '../../contract/pages/index.ts'
import { readsAnswerOf } from '../../contract/pages/page-type.ts'
import { advance, type LessonData, type StoredAnswer, type UserLessonData, untouched } from '../../contract/progress.ts'
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

export async function lessonDataIn(
  db: Db,
  uid: string,
  lessonId: string,
  pages: readonly PageOfType[],
): Promise<LessonData> {
  const rows = await answersIn(db, { uid, lessonId })
  const completed = await completionOf(db, { uid, lessonId })
  return derive(rows, pages, completed.length > 0)
}

const answersOf = prepare((db, { uid }: Holes<{ uid: string }>) =>
  db.selectFrom('page_answers').select(['lesson_id', 'page_id', 'answer', 'page_type']).where('uid', '=', uid),
)

const completedBy = prepare((db, { uid }: Holes<{ uid: string }>) =>
  db.selectFrom('completed_lessons').select('lesson_id').where('uid', '=', uid),
)

type OfLesson = Holes<{ uid: string; lessonId: string }>

const answersIn = prepare((db, { uid, lessonId }: OfLesson) =>
  db
    .selectFrom('page_answers')
    .select(['page_id', 'answer', 'page_type'])
    .where('uid', '=', uid)
    .where('lesson_id', '=', lessonId),
)

const completionOf = prepare((db, { uid, lessonId }: OfLesson) =>
  db.selectFrom('completed_lessons').select('lesson_id').where('uid', '=', uid).where('lesson_id', '=', lessonId),
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
