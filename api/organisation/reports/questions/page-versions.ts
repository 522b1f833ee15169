import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { LessonContent } from '../../../../contract/lesson-media.ts'
import type { Page } from '../../../../contract/lessons.ts'
import { MIN_SHOWN, type PageVersions, type VersionOfPage } from '../../../../contract/organisation/reports.ts'
import { sliderRange } from '../../../../contract/pages/number.ts'
import type { Reach } from '../../../../contract/team-roles.ts'
import { pageTitle } from '../../../courses/catalogue/page-title.ts'
import type { CourseContent } from '../../../courses/catalogue/snapshot.ts'
import type { VersionContent } from '../../../courses/course-versions.ts'
import type { Db } from '../../../database/tables.ts'
import { peopleOnPages } from '../course-funnel.ts'
import { numberedLessonsOf, type Range } from '../days/range.ts'
import type { ReportContext } from '../report-context.ts'
import { groupsByVersion, rounded } from '../small-numbers.ts'
import { answersOn, hasRightAnswer, isRightAnswer, isSlider, type PersonAnswer } from './question-answers.ts'
import { countsOf } from './question-counts.ts'
import { takesAnswer } from './questions.ts'

type Query = { lesson: string; page?: string | undefined; a?: string | undefined; b?: string | undefined }
type Version = { number: number; from: number; until: number | null }
type Found = {
  db: Db
  course: string
  lesson: LessonContent & { number: number }
  page: Page
  reach: Reach
  now: number
}

/** The report on a version covers the whole time of that version. */
const EVER: Range = { from: 0, to: Number.MAX_SAFE_INTEGER, firstDay: '', lastDay: '' }
/** Two versions are marked as different if the shares of their people differ by this much or more. */
const SHARE_CHANGED = 0.1

/** A page in two versions of its course, each with the numbers of the people who met it there. */
export async function pageVersions(db: Db, query: Query, { reach, now }: ReportContext): Promise<PageVersions> {
  const { course, lesson, page } = await pageNow(db, query)
  const versions = await versionsOf(db, course.id)
  const newest = versions.at(-1)
  const numbers = [Number(query.a ?? versions.at(-2)?.number), Number(query.b ?? newest?.number)] as const
  const sides: VersionOfPage[] = []
  const found = { db, course: course.id, lesson, page, reach, now }
  const everybody = await comparable(found)
  if (versions.length > 1)
    for (const number of numbers) sides.push(await versionOfPage(found, named(versions, number), everybody))
  const [a, b] = sides
  return {
    course: { ...course, versions: versions.map(({ number, from }) => ({ number, from })) },
    lesson: { lessonId: lesson.lesson.id, title: lesson.lesson.title, pages: lesson.pages.map(nameOf) },
    page: nameOf(page, lesson.pages.indexOf(page)),
    finding: a && b ? findingOf(a, b) : null,
    a: a ?? null,
    b: b ?? null,
  }
}

async function pageNow(db: Db, { lesson: lessonId, page: pageId }: Query) {
  const row = await db
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select(['courses.id', 'courses.content'])
    .where('lessons.id', '=', lessonId)
    .executeTakeFirst()
  const lessons = row ? await numberedLessonsOf(db, row.id) : []
  const lesson = lessons.find(one => one.lesson.id === lessonId)
  const page = pageId === undefined ? lesson?.pages[0] : lesson?.pages.find(({ id }) => id === pageId)
  if (!row || !lesson || !page) throw new ApiError('not-found')
  return { course: { id: row.id, title: (JSON.parse(row.content) as CourseContent).title }, lesson, page }
}

function nameOf(page: Page, index: number): PageVersions['page'] {
  return { pageId: page.id, number: index + 1, title: pageTitle(page) }
}

async function versionsOf(db: Db, courseId: string): Promise<Version[]> {
  const rows = await db
    .selectFrom('course_versions')
    .select(['number', 'made_at'])
    .where('course_id', '=', courseId)
    .orderBy('number')
    .execute()
  return rows.map(({ number, made_at }, index) => ({ number, from: made_at, until: rows[index + 1]?.made_at ?? null }))
}

function named(versions: readonly Version[], number: number): Version {
  const version = versions.find(one => one.number === number)
  if (!version) throw new ApiError('not-found')
  return version
}

/**
 * The answers of everybody, in order of time. A limited coordinator gets none, because the answers of some people
 * cannot be divided by version.
 */
async function comparable({ db, lesson, page, reach }: Found): Promise<readonly PersonAnswer[]> {
  return takesAnswer(page) && reach === 'everybody' ? answersOn(db, lesson.lesson.id, page) : []
}

async function versionOfPage(found: Found, { number, from, until }: Version, everybody: readonly PersonAnswer[]) {
  const { db, course, lesson, page: present, reach, now } = found
  const page = await pageIn(db, { course, number, lesson: lesson.lesson.id, page: present.id })
  const filter = { reach, version: number }
  const pages = await peopleOnPages(db, { lesson, range: EVER, filter, now })
  const { reached = 0, wentOn = 0, stopped = 0, stillThere = 0 } = pages.find(one => one.pageId === present.id) ?? {}
  const people = { reached, wentOn, stopped, stillThere }
  return { version: number, from, until, page, ...people, ...answersIn({ page, present, reach, number }, everybody) }
}

async function pageIn(db: Db, place: { course: string; number: number; lesson: string; page: string }) {
  const row = await db
    .selectFrom('course_versions')
    .select('content')
    .where('course_id', '=', place.course)
    .where('number', '=', place.number)
    .executeTakeFirst()
  const { lessons = [] } = row ? (JSON.parse(row.content) as VersionContent) : {}
  const lesson = lessons.find(one => one.lesson.id === place.lesson)
  return lesson?.pages.find(({ id }) => id === place.page) ?? null
}

type Asked = { page: Page | null; present: Page; reach: Reach; number: number }

/**
 * The people are those that the report of the page shows for this version, so the two reports together tell no more
 * about a person than one does. For this, both must count the same answers. Answers to another question are left out.
 */
function answersIn(
  { page, present, reach, number }: Asked,
  everybody: readonly PersonAnswer[],
): Pick<VersionOfPage, 'answers' | 'noAnswers'> {
  if (!page || !takesAnswer(page)) return { answers: null, noAnswers: 'no-question' }
  if (reach !== 'everybody') return { answers: null, noAnswers: 'limited' }
  if (!asksTheSame(page, present)) return { answers: null, noAnswers: 'other-question' }
  const shown = groupsByVersion(everybody, EVER).get(number) ?? []
  if (shown.length === 0) return { answers: null, noAnswers: 'too-few' }
  const right = hasRightAnswer(page) ? shown.filter(({ answer }) => isRightAnswer(page, answer)).length : 0
  return { answers: { people: shown.length, right: rounded(right), counts: countsOf(page, shown) }, noAnswers: null }
}

function asksTheSame(page: Page, present: Page): boolean {
  if (page.type !== present.type || hasRightAnswer(page) !== hasRightAnswer(present)) return false
  return !isSlider(page) || isDeepStrictEqual(sliderRange(page.options ?? {}), sliderRange(present.options ?? {}))
}

/** Compares the rounded numbers, so that the sentence says no more than they do. */
function findingOf(a: VersionOfPage, b: VersionOfPage): PageVersions['finding'] {
  if (a.page && isDeepStrictEqual(a.page, b.page)) return { code: 'same-page', a: 0, b: 0 }
  const right = sharesOf(a, b, ({ answers }) => answers && { count: answers.right, of: answers.people })
  if (right) return { code: right.b > right.a ? 'more-right' : 'fewer-right', ...right }
  const stops = sharesOf(a, b, ({ stopped, reached }) => ({ count: stopped, of: reached }))
  return stops && { code: stops.b > stops.a ? 'more-stop' : 'fewer-stop', ...stops }
}

type Share = { count: number | null; of: number } | null

function sharesOf(a: VersionOfPage, b: VersionOfPage, shareIn: (version: VersionOfPage) => Share) {
  const [one, other] = [a, b].map(version => {
    const share = shareIn(version)
    return share && share.count !== null && share.of >= MIN_SHOWN ? Math.min(1, share.count / share.of) : null
  })
  if (one == null || other == null || Math.abs(one - other) < SHARE_CHANGED) return null
  return { a: one, b: other }
}
