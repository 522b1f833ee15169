import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { Page } from '../../../../contract/lessons.ts'
import { FEWEST_SHOWN, type QuestionReport } from '../../../../contract/organisation/reports.ts'
import { pageTitle } from '../../../courses/catalogue/page-title.ts'
import type { LessonContent } from '../../../courses/catalogue/snapshot.ts'
import type { Db } from '../../../database/tables.ts'
import { type Days, mentorIn, nearestTo, type Range, rangeOf, shownRange } from '../days/range.ts'
import type { ReportContext } from '../report-context.ts'
import { rounded, showableGroups, wholeGroups } from '../small-numbers.ts'
import { answersOn, type Given, hasRightAnswer, isRightAnswer } from './question-answers.ts'
import { countsOf } from './question-counts.ts'
import { takesAnswer } from './questions.ts'

type Query = Days & {
  lesson: string
  page: string
  mentor?: string | undefined
  version?: string | undefined
}
/** A wrong answer stands out if this many picked it first, and this share. */
const SHARE_WRONG = 0.2

/** The report of one page. Never the words of anybody, and nothing about fewer than ten people. */
export async function questionReport(db: Db, query: Query, { settings, now }: ReportContext): Promise<QuestionReport> {
  if (query.mentor !== undefined && query.version !== undefined)
    throw new ApiError('bad-request', { message: 'mentor: not together with version' })
  const range = rangeOf(query, settings, now)
  const { page, number, lessonTitle } = await pageIn(db, query)
  const everybody = await answersOn(db, query.lesson, page)
  const part = everybody.filter(given => isOf(given, query))
  const shown = wholeGroups(showablePart(everybody, query), range)
  const answers = shown.length === 0 ? null : countsOf(page, shown)
  const nearest =
    shown.length > 0
      ? null
      : nearestTo(
          range,
          everybody.map(({ at }) => at),
        )
  return {
    range: shownRange(range, settings, nearest),
    page: { lessonId: query.lesson, lessonTitle, pageId: page.id, number, title: pageTitle(page) },
    finding: answers && temptingAnswer(answers, shown.length),
    people: shown.length,
    given: part.filter(({ at }) => at >= range.from && at < range.to).length,
    answers,
    versions: hasRightAnswer(page) ? byVersion(page, everybody, range) : [],
  }
}

async function pageIn(db: Db, { lesson: lessonId, page: pageId }: Query) {
  const row = await db.selectFrom('lessons').select('content').where('id', '=', lessonId).executeTakeFirst()
  const { lesson, pages } = JSON.parse(row?.content ?? '{"pages":[]}') as LessonContent
  const page = pages.find(({ id }) => id === pageId)
  if (!page || !takesAnswer(page)) throw new ApiError('not-found')
  return { page, number: pages.indexOf(page) + 1, lessonTitle: lesson.title }
}

function isOf(given: Given, { mentor, version }: Query): boolean {
  const wanted = mentorIn(mentor)
  if (wanted !== undefined) return given.mentor === wanted
  return version === undefined || given.version === Number(version)
}

/** The people of the chosen mentor or version, if they may be shown apart from the others. */
function showablePart(everybody: readonly Given[], { mentor, version }: Query): readonly Given[] {
  const wanted = mentorIn(mentor)
  if (wanted !== undefined) return partOf(everybody, given => given.mentor, wanted)
  if (version !== undefined) return partOf(everybody, given => given.version, Number(version))
  return everybody
}

function partOf<Key>(everybody: readonly Given[], keyOf: (given: Given) => Key, key: Key): readonly Given[] {
  return showableParts(everybody, keyOf).get(key) ?? []
}

function showableParts<Key>(everybody: readonly Given[], keyOf: (given: Given) => Key): Map<Key, Given[]> {
  const parts = Map.groupBy(everybody, keyOf)
  const showable = showableGroups(new Map([...parts].map(([key, part]) => [key, part.length])))
  return new Map([...parts].filter(([key]) => showable.has(key)))
}

function byVersion(page: Page, everybody: readonly Given[], range: Range): QuestionReport['versions'] {
  return [...showableParts(everybody, ({ version }) => version)]
    .flatMap(([version, part]) => {
      const shown = wholeGroups(part, range)
      const right = shown.filter(({ answer }) => isRightAnswer(page, answer)).length
      return version === null || shown.length === 0 ? [] : [{ version, people: shown.length, right: rounded(right) }]
    })
    .toSorted((one, other) => one.version - other.version)
}

/** Computed from the rounded numbers, so that the sentence says no more than they do. */
function temptingAnswer({ chosen }: NonNullable<QuestionReport['answers']>, people: number): QuestionReport['finding'] {
  const [most] = chosen
    .filter(({ isRight, count }) => isRight === false && count !== null && count >= FEWEST_SHOWN)
    .filter(({ count }) => (count ?? 0) >= SHARE_WRONG * people)
    .toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))
  return most ? { code: 'wrong-answer', id: most.id, text: most.text, count: most.count ?? 0, people } : null
}
