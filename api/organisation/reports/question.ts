import { sql } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Page } from '../../../contract/lessons.ts'
import { RECORDED } from '../../../contract/media.ts'
import type { QuestionReport } from '../../../contract/organisation/reports.ts'
import { pageTypeOf } from '../../../contract/pages/index.ts'
import { inOrder, isRight } from '../../../contract/pages/match-blanks.ts'
import { sliderRange } from '../../../contract/pages/number.ts'
import { idOf, listOf } from '../../../contract/pages/page-type.ts'
import type { StoredAnswer } from '../../../contract/progress.ts'
import { pageTitle } from '../../courses/catalogue/page-title.ts'
import type { LessonContent } from '../../courses/catalogue/snapshot.ts'
import type { Db } from '../../database/tables.ts'
import { mentorIn, nearestTo, type Range, rangeOf, shownRange } from './days/range.ts'
import { takesAnswer } from './questions.ts'
import type { ReportContext } from './report-context.ts'
import { FEWEST, rounded, showableGroups, wholeGroups } from './small-numbers.ts'

type Query = {
  lesson: string
  page: string
  from?: string | undefined
  to?: string | undefined
  mentor?: string | undefined
  version?: string | undefined
}
type Answers = NonNullable<QuestionReport['answers']>
type Given = {
  at: number
  /** The first pick where there is a right answer, otherwise the answer. */
  answer: StoredAnswer
  tries: number | null
  version: number | null
  mentor: number | null
  isReviewed: boolean
  spokenMs: number | null
}

/** A wrong answer stands out if this many picked it first, and this share. */
const SHARE_WRONG = 0.2
const MOST_BARS = 10

/** The answers of one page. Never the words of anybody, and nothing about fewer than ten people. */
export async function questionReport(db: Db, query: Query, { settings, now }: ReportContext): Promise<QuestionReport> {
  if (query.mentor !== undefined && query.version !== undefined)
    throw new ApiError('bad-request', { message: 'mentor: not together with version' })
  const range = rangeOf(query, settings, now)
  const { page, number, lessonTitle } = await pageIn(db, query)
  const everybody = await givenOn(db, query, page)
  const shown = wholeGroups(showablePart(everybody, query), range)
  const answers = shown.length === 0 ? null : answersOf(page, shown)
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

type Row = {
  answer: string
  first_answer: string | null
  tries: number | null
  first_at: number
  course_version: number | null
  reviewed_at: number | null
  page_type: string | null
  responder_id: number | null
  duration_ms: number | null
}

async function givenOn(db: Db, { lesson, page: pageId }: Query, page: Page): Promise<Given[]> {
  const isFirst = hasRightAnswer(page)
  // The text of an answer in own words is not read, only whether it names a recording.
  const { isOwnWords } = pageTypeOf(page.type)
  const answer = isOwnWords
    ? sql`case when answer like ${`"${RECORDED}%`} then answer else '""' end`
    : sql`page_answers.answer`
  const spoken = isOwnWords
    ? sql`left join recordings on recordings.uid = page_answers.uid
        and page_answers.answer = ${`"${RECORDED}`} || recordings.filename || '"'`
    : sql``
  const { rows } = await sql<Row>`select ${answer} as answer, first_answer, tries, first_at, course_version,
      reviewed_at, page_type, responder_id, ${isOwnWords ? sql`recordings.duration_ms` : sql`null`} as duration_ms
    from page_answers inner join users on users.uid = page_answers.uid ${spoken}
    where page_answers.lesson_id = ${lesson} and page_answers.page_id = ${pageId} and page_answers.answer is not null
      and page_answers.first_at is not null`.execute(db)
  return rows.flatMap(row => {
    const stored = isFirst ? row.first_answer : row.answer
    if (stored === null || (row.page_type !== null && row.page_type !== page.type)) return []
    return [
      {
        at: row.first_at,
        answer: JSON.parse(stored) as StoredAnswer,
        tries: row.tries,
        version: row.course_version,
        mentor: row.responder_id,
        isReviewed: row.reviewed_at !== null,
        spokenMs: row.duration_ms,
      },
    ]
  })
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

function answersOf(page: Page, shown: readonly Given[]): Answers {
  return {
    chosen: chosenOf(page, shown),
    tries: hasRightAnswer(page) ? triesOf(shown) : null,
    numbers: isSlider(page) ? numbersOf(page, shown) : null,
    places: placesOf(page, shown),
    words: pageTypeOf(page.type).isOwnWords ? wordsOf(shown) : null,
  }
}

function chosenOf({ options = {} }: Page, shown: readonly Given[]): Answers['chosen'] {
  const { answers = [], blanks } = options
  if (blanks || answers.length === 0) return []
  const isGraded = answers.some(({ isCorrect }) => isCorrect)
  const counts = new Map<string, number>()
  for (const { answer } of shown)
    for (const id of new Set(listOf(answer).map(one => idOf(answers, one)))) counts.set(id, (counts.get(id) ?? 0) + 1)
  const known = answers.map(({ id, text, isCorrect }) => ({
    id,
    text,
    isRight: isGraded ? isCorrect === true : null,
    count: rounded(counts.get(id) ?? 0),
  }))
  const gone = rounded(counts.get('') ?? 0)
  return gone === null ? known : [...known, { id: null, text: '', isRight: null, count: gone }]
}

function triesOf(shown: readonly Given[]): Answers['tries'] {
  const count = (fits: (tries: number) => boolean) => rounded(shown.filter(({ tries }) => fits(tries ?? 0)).length)
  return { first: count(tries => tries === 1), second: count(tries => tries === 2), later: count(tries => tries > 2) }
}

function numbersOf({ options = {} }: Page, shown: readonly Given[]): Answers['numbers'] {
  const { min, max, step } = sliderRange(options)
  const values = shown
    .map(({ answer }) => Number([answer].flat()[0]))
    .filter(Number.isFinite)
    .toSorted((one, other) => one - other)
  if (values.length < FEWEST) return null
  const steps = Math.floor((max - min) / step) + 1
  const width = Math.ceil(steps / MOST_BARS) * step
  const bars: NonNullable<Answers['numbers']>['bars'] = []
  for (let from = min; from <= max; from += width) {
    const count = values.filter(value => value >= from && value < from + width).length
    bars.push({ from, to: Math.min(from + width - step, max), count: rounded(count) })
  }
  return { middle: values[(values.length - 1) >> 1] as number, bars }
}

function placesOf({ options = {} }: Page, shown: readonly Given[]): Answers['places'] {
  if (!options.blanks) return []
  const drafts = shown.map(({ answer }) => listOf(answer))
  return inOrder(options).map(({ text }, place) => ({
    text,
    wrong: rounded(drafts.filter(draft => !isRight(draft, place, options)).length),
  }))
}

function wordsOf(shown: readonly Given[]): Answers['words'] {
  const spoken = shown.filter(({ answer }) => String(answer).startsWith(RECORDED))
  const seconds = spoken
    .flatMap(({ spokenMs }) => (spokenMs === null ? [] : [spokenMs / 1000]))
    .toSorted((a, b) => a - b)
  const middle = seconds[(seconds.length - 1) >> 1]
  return {
    written: rounded(shown.length - spoken.length),
    spoken: rounded(spoken.length),
    reviewed: rounded(shown.filter(({ isReviewed }) => isReviewed).length),
    seconds: seconds.length < FEWEST || middle === undefined ? null : (rounded(middle) ?? 5),
  }
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

/** Of the rounded numbers, so that the sentence says no more than they do. */
function temptingAnswer({ chosen }: Answers, people: number): QuestionReport['finding'] {
  const [most] = chosen
    .filter(({ isRight, count }) => isRight === false && count !== null && count >= FEWEST)
    .filter(({ count }) => (count ?? 0) >= SHARE_WRONG * people)
    .toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))
  return most ? { code: 'wrong-answer', id: most.id, text: most.text, count: most.count ?? 0, people } : null
}

function hasRightAnswer({ options = {} }: Page): boolean {
  return options.blanks !== undefined || (options.answers ?? []).some(({ isCorrect }) => isCorrect)
}

function isRightAnswer({ options = {} }: Page, answer: StoredAnswer): boolean {
  const given = listOf(answer)
  if (options.blanks) return inOrder(options).every((_, place) => isRight(given, place, options))
  const { answers = [] } = options
  return given.every(one => answers.find(({ id }) => id === idOf(answers, one))?.isCorrect === true)
}

function isSlider({ type, options = {} }: Page): boolean {
  return !pageTypeOf(type).isOwnWords && !options.answers && !options.blanks
}
