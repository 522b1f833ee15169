import { sql } from 'kysely'
import type { LessonContent } from '../../../../contract/lesson-media.ts'
import type { Page } from '../../../../contract/lessons.ts'
import type { QuestionList } from '../../../../contract/organisation/reports.ts'
import { pageTypeOf } from '../../../../contract/pages/index.ts'
import { pageTitle } from '../../../courses/catalogue/page-title.ts'
import type { Db } from '../../../database/tables.ts'
import { type CourseFilter, chosenLessons, type DaysQuery, type Range, rangeOfDays, shownRange } from '../days/range.ts'
import { BETWEEN_IDS, inLessons, nearestPage, ofPeople, peopleIn, type ReportPeople } from '../filters.ts'
import type { ReportContext } from '../report-context.ts'

type Query = CourseFilter & DaysQuery & { mentor?: string | undefined; link?: string | undefined }

/** Pages with answers, and how many people gave them for the first time in these days. */
export async function questionList(
  db: Db,
  query: Query,
  { settings, reach, now }: ReportContext,
): Promise<QuestionList> {
  const range = rangeOfDays(query, settings, now)
  const lessons = await chosenLessons(db, query)
  const people = peopleIn(query, reach)
  const counts = await countsByPage(db, range, { lessons, ...people })
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
      const count = counts.get(lesson.id)?.get(page.id)
      if (count === undefined || !takesAnswer(page)) return []
      const where = { lessonId: lesson.id, lessonTitle: lesson.title, pageId: page.id, number: index + 1 }
      return [{ ...where, title: pageTitle(page), people: count }]
    })
  })
  const nearest = questions.length === 0 ? await nearestPage(db, range, { lessons, ...people }) : null
  return { range: shownRange(range, settings, nearest), questions }
}

/**
 * Counts the answers of each page, by lesson and page. The database only joins the page ids of a lesson, in the order
 * of the index, and they are counted here. To count them by page, it would sort all answers first. A query for each
 * lesson and `+ 0` make it read the index by lesson. With the index by time, it would look up each row of the table.
 */
async function countsByPage(
  db: Db,
  { from, to }: Range,
  filter: ReportPeople & { lessons: readonly string[] | undefined },
): Promise<Map<string, Map<string, number>>> {
  const { rows } = await sql<{ id: string; pages: string | null }>`
    select id, (select string_agg(page_id, ${BETWEEN_IDS}) from page_answers where lesson_id = lessons.id
      and first_at + 0 >= ${from} and first_at + 0 < ${to} ${inLessons(filter)} ${ofPeople('page_answers.uid', filter)}
    ) as pages from lessons`.execute(db)
  return new Map(rows.map(({ id, pages }) => [id, countOfEach(pages ?? '')]))
}

function countOfEach(joined: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (let at = 0; at < joined.length; ) {
    const next = joined.indexOf(BETWEEN_IDS, at)
    const end = next < 0 ? joined.length : next
    const page = joined.slice(at, end)
    counts.set(page, (counts.get(page) ?? 0) + 1)
    at = end + 1
  }
  return counts
}

export function takesAnswer({ type }: Page): boolean {
  const pageType = pageTypeOf(type)
  return pageType.stored(pageType.empty) !== undefined
}
