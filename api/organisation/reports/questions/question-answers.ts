import { sql } from 'kysely'
import type { Page } from '../../../../contract/lessons.ts'
import { RECORDED } from '../../../../contract/media.ts'
import { pageTypeOf } from '../../../../contract/pages/index.ts'
import { blanksInOrder, isRight } from '../../../../contract/pages/match-blanks.ts'
import { idOf, listOf } from '../../../../contract/pages/page-type.ts'
import type { StoredAnswer } from '../../../../contract/progress.ts'
import type { Db } from '../../../database/tables.ts'

export type PersonAnswer = {
  at: number
  /** The first pick where there is a right answer, otherwise the answer. */
  answer: StoredAnswer
  tries: number | null
  version: number | null
  mentor: number | null
  link: string | null
  isReviewed: boolean
  spokenMs: number | null
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
  invitation_id: string | null
  duration_ms: number | null
}

/** The answers of everybody on a page, in order of time. */
export async function answersOn(db: Db, lesson: string, page: Page): Promise<PersonAnswer[]> {
  const isFirst = hasRightAnswer(page)
  // An answer in own words is not read. The query only tells whether it names a recording.
  const { isOwnWords } = pageTypeOf(page.type)
  const answer = isOwnWords
    ? sql`case when answer like ${`"${RECORDED}%`} then answer else '""' end`
    : sql`page_answers.answer`
  const spoken = isOwnWords
    ? sql`left join recordings on recordings.uid = page_answers.uid
        and page_answers.answer = ${`"${RECORDED}`} || recordings.filename || '"'`
    : sql``
  const { rows } = await sql<Row>`select ${answer} as answer, first_answer, tries, first_at, course_version,
      reviewed_at, page_type, responder_id, invitation_id,
      ${isOwnWords ? sql`recordings.duration_ms` : sql`null`} as duration_ms
    from page_answers inner join users on users.uid = page_answers.uid ${spoken}
    where page_answers.lesson_id = ${lesson} and page_answers.page_id = ${page.id} and page_answers.answer is not null
      and page_answers.first_at is not null order by first_at, page_answers.uid`.execute(db)
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
        link: row.invitation_id,
        isReviewed: row.reviewed_at !== null,
        spokenMs: row.duration_ms,
      },
    ]
  })
}

export function hasRightAnswer({ options = {} }: Page): boolean {
  return options.blanks !== undefined || (options.answers ?? []).some(({ isCorrect }) => isCorrect)
}

export function isRightAnswer({ options = {} }: Page, answer: StoredAnswer): boolean {
  const given = listOf(answer)
  if (options.blanks) return blanksInOrder(options).every((_, place) => isRight(given, place, options))
  const { answers = [] } = options
  return given.every(one => answers.find(({ id }) => id === idOf(answers, one))?.isCorrect === true)
}

export function isSlider({ type, options = {} }: Page): boolean {
  return !pageTypeOf(type).isOwnWords && !options.answers && !options.blanks
}
