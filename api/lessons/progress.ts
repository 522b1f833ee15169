import type { Page } from '../../contract/lessons.ts'
import { pageTypeOf } from '../../contract/pages/index.ts'
import { readsAnswerOf } from '../../contract/pages/page-type.ts'
import {
  advance,
  type LessonData,
  type PageStep,
  type StoredAnswer,
  type UserLessonData,
  untouchedLesson,
} from '../../contract/progress.ts'
import { prepareJoined } from '../database/groups/joined-queries.ts'
import { rowsAsJson } from '../database/many-rows.ts'
import type { Holes } from '../database/prepare.ts'
import type { Db } from '../database/tables.ts'

/** The present pages of a lesson, in order. Undefined if the lesson no longer exists. */
export type PagesOf = (lessonId: string) => readonly PageOfType[] | undefined
export type PageOfType = Pick<Page, 'id' | 'type'>

/** `hasLearned`: whether they ever finished a page, also of a lesson that is gone. */
export type Learning = { lessonData: UserLessonData; hasLearned: boolean }

/**
 * The progress of a learner, by lesson. Answers are stored by page id, and the progress is derived from the present
 * pages, so an edited course changes nobody's position. A lesson that was complete stays complete.
 */
export async function learningOf(db: Db, uid: string, pagesOf: PagesOf): Promise<Learning> {
  const [row] = await progressOf(db, { uid })
  const answered = JSON.parse(row?.answered ?? '[]') as [lessonId: string, ...page: AnswerRow][]
  const isComplete = new Set((JSON.parse(row?.completed ?? '[]') as [string][]).flat())
  const byLesson = Map.groupBy(answered, ([lessonId]) => lessonId)
  const lessonData = Object.fromEntries(
    [...byLesson].flatMap(([lessonId, rows]) => {
      const pages = pagesOf(lessonId)
      const answers = rows.map(([, ...page]): AnswerRow => page)
      return pages ? [[lessonId, lessonDataFrom({ answers, isComplete: isComplete.has(lessonId) }, pages)]] : []
    }),
  )
  return { lessonData, hasLearned: answered.length > 0 }
}

export type AnswerRow = [pageId: string, answer: string | null, pageType: string | null]
/** What is stored of a learner's progress in a lesson. */
export type StoredProgress = { answers: readonly AnswerRow[]; isComplete: boolean }

/** Selects the answers of a lesson as one text, to be read by `answersIn`. */
export function answersOfLesson(db: Db, { uid, lessonId }: Holes<{ uid: string; lessonId: string }>) {
  return db
    .selectFrom('page_answers')
    .select(rowsAsJson(db, ['page_id', 'answer', 'page_type']).as('answers'))
    .where('page_answers.uid', '=', uid)
    .where('page_answers.lesson_id', '=', lessonId)
}

export function answersIn(json: string | null): AnswerRow[] {
  return JSON.parse(json ?? '[]')
}

/** Uses subqueries, because PostgreSQL would plan a join by the size that a table had earlier. */
const progressOf = prepareJoined({ uid: 'text' }, (db, given) =>
  db.selectFrom(given).select(({ selectFrom }) => [
    'given.n',
    selectFrom('page_answers')
      .select(rowsAsJson(db, ['lesson_id', 'page_id', 'answer', 'page_type']).as('answered'))
      .whereRef('page_answers.uid', '=', 'given.uid')
      .as('answered'),
    selectFrom('completed_lessons')
      .select(rowsAsJson(db, ['lesson_id']).as('completed'))
      .whereRef('completed_lessons.uid', '=', 'given.uid')
      .as('completed'),
  ]),
)

/** If a page has two rows, the later one counts. */
export function lessonDataFrom({ answers, isComplete }: StoredProgress, pages: readonly PageOfType[]): LessonData {
  const start: LessonData = {
    ...untouchedLesson,
    totalPages: pages.length,
    status: isComplete ? 'complete' : 'not-started',
  }
  const answered = new Map(answers.map(row => [row[0], row]))
  const steps: PageStep[] = []
  for (const [index, page] of pages.entries()) {
    const row = answered.get(page.id)
    if (!row) continue
    steps.push({ pageId: page.id, pageNumber: index + 1, totalPages: pages.length, answer: answerOn(page, row) })
  }
  return advance(start, ...steps)
}

/** Undefined if the page has another type now: the answer stays in the database, but would show as something else. */
function answerOn(page: PageOfType, [, answer, pageType]: AnswerRow): StoredAnswer | undefined {
  if (answer === null) return undefined
  const { readsAnswersOf } = pageTypeOf(page.type)
  if (!readsAnswerOf({ type: page.type, readsAnswersOf }, pageType)) return undefined
  return JSON.parse(answer) as StoredAnswer
}
