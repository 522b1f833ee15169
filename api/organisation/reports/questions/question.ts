import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { LessonContent } from '../../../../contract/lesson-media.ts'
import type { Page } from '../../../../contract/lessons.ts'
import { MIN_SHOWN, type QuestionReport } from '../../../../contract/organisation/reports.ts'
import type { Reach } from '../../../../contract/team-roles.ts'
import { pageTitle } from '../../../courses/catalogue/page-title.ts'
import type { Db } from '../../../database/tables.ts'
import { isMentorInReach } from '../../../team/reach.ts'
import { type DaysQuery, nearestTo, type Range, rangeOfDays, shownRange } from '../days/range.ts'
import { peopleIn } from '../filters.ts'
import type { ReportContext } from '../report-context.ts'
import { groupsByVersion, isSafeBeside, rounded, showableGroups, wholeGroups } from '../small-numbers.ts'
import { answersOn, hasRightAnswer, isRightAnswer, type PersonAnswer } from './question-answers.ts'
import { countsOf } from './question-counts.ts'
import { takesAnswer } from './questions.ts'

type Query = DaysQuery & {
  lesson: string
  page: string
  mentor?: string | undefined
  link?: string | undefined
  version?: string | undefined
}
type Part = { keyOf: (given: PersonAnswer) => number | string | null; wanted: number | string | null }

/** A wrong answer stands out if at least ten people, and at least this share of people, picked it first. */
const SHARE_WRONG = 0.2

/** The report of one page. It has no words of anybody, and nothing about fewer than ten people. */
export async function questionReport(
  db: Db,
  query: Query,
  { settings, reach, now }: ReportContext,
): Promise<QuestionReport> {
  if ([query.mentor, query.link, query.version].filter(filter => filter !== undefined).length > 1)
    throw new ApiError('bad-request', { message: 'one of mentor, link and version' })
  // A limited reach is such a filter itself. A mentor may still be chosen, because their people are one part of it.
  if (reach !== 'everybody' && (query.link ?? query.version) !== undefined)
    throw new ApiError('bad-request', { message: 'no link or version for the people of some mentors' })
  const range = rangeOfDays(query, settings, now)
  const { page, number, lessonTitle } = await pageIn(db, query)
  const everybody = await answersOn(db, query.lesson, page)
  const inReach = reach === 'everybody' ? everybody : everybody.filter(one => isMentorInReach(reach, one.mentor))
  const part = partOf(query, reach)
  const given = inReach.filter(one => part === undefined || part.keyOf(one) === part.wanted)
  const people = { everybody, inReach }
  const shown = shownPeople(people, part, range)
  const answers = shown.length === 0 ? null : countsOf(page, shown)
  const nearest =
    shown.length > 0
      ? null
      : nearestTo(
          range,
          inReach.map(({ at }) => at),
        )
  return {
    range: shownRange(range, settings, nearest),
    page: { lessonId: query.lesson, lessonTitle, pageId: page.id, number, title: pageTitle(page) },
    finding: answers && temptingAnswer(answers, shown.length),
    people: shown.length,
    given: shownCount(given.filter(({ at }) => at >= range.from && at < range.to).length),
    answers,
    versions: hasRightAnswer(page) ? rightByVersion(page, people, range) : [],
  }
}

async function pageIn(db: Db, { lesson: lessonId, page: pageId }: Query) {
  const row = await db.selectFrom('lessons').select('content').where('id', '=', lessonId).executeTakeFirst()
  const { lesson, pages } = JSON.parse(row?.content ?? '{"pages":[]}') as LessonContent
  const page = pages.find(({ id }) => id === pageId)
  if (!page || !takesAnswer(page)) throw new ApiError('not-found')
  return { page, number: pages.indexOf(page) + 1, lessonTitle: lesson.title }
}

/** The number is exact only if nothing else is shown. */
function shownCount(given: number): number {
  return given < MIN_SHOWN ? given : (rounded(given) ?? 0)
}

const mentorOf = ({ mentor }: PersonAnswer) => mentor
const linkOf = ({ link }: PersonAnswer) => link
const versionOf = ({ version }: PersonAnswer) => version

function partOf(query: Query, reach: Reach): Part | undefined {
  const { mentor, link } = peopleIn(query, reach)
  if (mentor !== undefined) return { keyOf: mentorOf, wanted: mentor }
  if (link !== undefined) return { keyOf: linkOf, wanted: link }
  return query.version === undefined ? undefined : { keyOf: versionOf, wanted: Number(query.version) }
}

/** `inReach` is the same list, or the part of it that a limited coordinator may see. */
type People = { everybody: readonly PersonAnswer[]; inReach: readonly PersonAnswer[] }

/**
 * A part of the people is shown only if no other report differs from it by a few people. Other reports show all people,
 * those of a mentor or of a link, and those of the mentors of a limited coordinator.
 */
function shownPeople({ everybody, inReach }: People, part: Part | undefined, range: Range): readonly PersonAnswer[] {
  if (!part) return apartFrom(othersThan({ everybody, inReach }), wholeGroups(inReach, range))
  const { keyOf, wanted } = part
  if (keyOf === versionOf) return groupsByVersion(everybody, range).get(wanted as number) ?? []
  if (!inReach.some(one => keyOf(one) === wanted)) return []
  const shown = wholeGroups(showableParts(everybody, keyOf).get(wanted) ?? [], range)
  const others = new Set([everybody, inReach, ...(keyOf === linkOf ? showableParts(everybody, mentorOf).values() : [])])
  return apartFrom([...others], shown)
}

/** The other groups that reports show to a limited coordinator or to others: all people, and those of each mentor. */
function othersThan({ everybody, inReach }: People): (readonly PersonAnswer[])[] {
  if (everybody === inReach) return []
  const isOwn = new Set(inReach)
  const mentors = [...showableParts(everybody, mentorOf).values()]
  return [everybody, ...mentors.filter(([first]) => first && isOwn.has(first))]
}

function apartFrom(
  others: readonly (readonly PersonAnswer[])[],
  shown: readonly PersonAnswer[],
): readonly PersonAnswer[] {
  return others.every(other => isSafeBeside(shown, other)) ? shown : []
}

function showableParts<Key>(
  everybody: readonly PersonAnswer[],
  keyOf: (given: PersonAnswer) => Key,
): Map<Key, PersonAnswer[]> {
  const parts = Map.groupBy(everybody, keyOf)
  const showable = showableGroups(new Map([...parts].map(([key, part]) => [key, part.length])))
  return new Map([...parts].filter(([key]) => showable.has(key)))
}

function rightByVersion(page: Page, people: People, range: Range): QuestionReport['versions'] {
  const others = othersThan(people)
  return [...groupsByVersion(people.inReach, range)]
    .flatMap(([version, all]) => {
      const shown = apartFrom(others, all)
      const right = shown.filter(({ answer }) => isRightAnswer(page, answer)).length
      return version === null || shown.length === 0 ? [] : [{ version, people: shown.length, right: rounded(right) }]
    })
    .toSorted((one, other) => one.version - other.version)
}

/** Computed from the rounded numbers, so that the sentence says no more than they do. */
function temptingAnswer({ chosen }: NonNullable<QuestionReport['answers']>, people: number): QuestionReport['finding'] {
  const [most] = chosen
    .filter(({ isRight, count }) => isRight === false && count !== null && count >= MIN_SHOWN)
    .filter(({ count }) => (count ?? 0) >= SHARE_WRONG * people)
    .toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))
  return most ? { code: 'wrong-answer', id: most.id, text: most.text, count: most.count ?? 0, people } : null
}
