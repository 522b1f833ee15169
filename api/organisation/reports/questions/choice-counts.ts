import type { LessonContent } from '../../../../contract/lesson-media.ts'
import type { Db } from '../../../database/tables.ts'
import { wholeGroups } from '../small-numbers.ts'
import { answersOn } from './question-answers.ts'
import { countsOf } from './question-counts.ts'

type Query = { course: string; lesson: string; page: string }
type Chosen = { given: number; isCounted: boolean; answers: { id: string; text: string; count: number | null }[] }

/** Counts the choices of a page at any time. As in the report of the page, only whole groups of ten are counted. */
export async function choiceCounts(db: Db, { course, lesson, page: pageId }: Query): Promise<Chosen> {
  const row = await db
    .selectFrom('lessons')
    .select('content')
    .where('id', '=', lesson)
    .where('course_id', '=', course)
    .executeTakeFirst()
  const { pages } = JSON.parse(row?.content ?? '{"pages":[]}') as LessonContent
  const page = pages.find(({ id }) => id === pageId)
  // The page is not published in this course, so there are no answers.
  if (!page?.options?.answers) return { given: 0, isCounted: false, answers: [] }
  const everybody = await answersOn(db, lesson, page)
  const shown = wholeGroups(everybody, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY })
  const { chosen } = countsOf(page, shown)
  const answers = chosen.flatMap(({ id, text, count }) => (id === null ? [] : [{ id, text, count }]))
  return { given: everybody.length, isCounted: shown.length > 0, answers }
}
