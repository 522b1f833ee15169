import { sql } from 'kysely'
import type { Page } from '../../../../contract/lessons.ts'
import type { QuestionList } from '../../../../contract/organisation/reports.ts'
import { pageTypeOf } from '../../../../contract/pages/index.ts'
import { pageTitle } from '../../../courses/catalogue/page-title.ts'
import type { LessonContent } from '../../../courses/catalogue/snapshot.ts'
import type { Db } from '../../../database/tables.ts'
import { type Chosen, chosenLessons, type Days, rangeOf, shownRange } from '../days/range.ts'
import { inLessons, nearestPage, ofPeople, peopleIn } from '../filters.ts'
import type { ReportContext } from '../report-context.ts'

type Query = Chosen & Days & { mentor?: string | undefined; link?: string | undefined }

/** Pages with answers, and how many people gave them for the first time in these days. */
export async function questionList(
  db: Db,
  query: Query,
  { settings, reach, now }: ReportContext,
): Promise<QuestionList> {
  const range = rangeOf(query, settings, now)
  const lessons = await chosenLessons(db, query)
  const people = peopleIn(query, reach)
  // With `+ 0` SQLite reads the index by lesson alone; by time it would look up each row of the table.
  const counted = await sql<{ lesson_id: string; page_id: string; people: number }>`
    select lesson_id, page_id, count(*) as people from page_answers
    where first_at + 0 >= ${range.from} and first_at + 0 < ${range.to} ${inLessons({ lessons })}
      ${ofPeople('page_answers.uid', people)}
    group by lesson_id, page_id`.execute(db)
  const counts = new Map(counted.rows.map(row => [JSON.stringify([row.lesson_id, row.page_id]), Number(row.people)]))
  const contents = await db
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select('lessons.content')
    .orderBy('courses.position')
    .orderBy('courses.id')
    .orderBy('lessons.position')
    .execute()
  const questions = contents.flatMap(({ content }) => {
    const { lesson, pages } = JSON.parse(content) as LessonContent
    return pages.flatMap((page, index) => {
      const count = counts.get(JSON.stringify([lesson.id, page.id]))
      if (count === undefined || !takesAnswer(page)) return []
      const where = { lessonId: lesson.id, lessonTitle: lesson.title, pageId: page.id, number: index + 1 }
      return [{ ...where, title: pageTitle(page), people: count }]
    })
  })
  const nearest = questions.length === 0 ? await nearestPage(db, range, { lessons, ...people }) : null
  return { range: shownRange(range, settings, nearest), questions }
}

export function takesAnswer({ type }: Page): boolean {
  const pageType = pageTypeOf(type)
  return pageType.stored(pageType.empty) !== undefined
}
