import { sql, type Transaction } from 'kysely'
import { nonEmptyAnswer } from '../../contract/progress.ts'
import { namesOf, prepareMany, selectAllOf } from '../database/many-rows.ts'
import type { Tables } from '../database/tables.ts'
import type { OwnLog } from './page-log.ts'

/** More tries count as this many. */
const MAX_TRIES = 999

export type SavedAnswer = Pick<Tables['page_answers'], 'answer' | 'page_type' | 'is_own_words' | 'reviewed_at'>

/**
 * The answer with the later `answeredAt` wins, whatever the order of arrival. An empty answer changes nothing. Returns
 * what is stored now, by uid; nothing for a log whose answer is the earlier one.
 */
export async function saveAnswers(
  trx: Transaction<Tables>,
  logs: readonly OwnLog[],
): Promise<ReadonlyMap<string, SavedAnswer>> {
  const saved = await upsertAnswers(trx, logs.map(rowOf))
  return new Map(saved.map(row => [row.uid, row]))
}

function rowOf(log: OwnLog): Required<Tables['page_answers']> {
  const { uid, lessonId, entry, pageType, isOwnWords, answeredAt } = log
  const given = nonEmptyAnswer(entry.answer)
  const answer = given === undefined ? null : JSON.stringify(given)
  return {
    uid,
    lesson_id: lessonId,
    page_id: entry.pageId,
    answer,
    answered_at: answeredAt,
    logged_at: log.now,
    page_type: answer === null ? null : (pageType ?? null),
    is_own_words: answer !== null && isOwnWords ? 1 : 0,
    reviewed_at: null,
    ...firstPickOf(log),
    first_at: answeredAt,
    course_version: log.courseVersion ?? null,
  }
}

/** Earlier clients send no tries. Without `firstAnswer` the answer was the first pick. */
function firstPickOf({ entry }: OwnLog): { first_answer: string | null; tries: number | null } {
  const first = nonEmptyAnswer(entry.firstAnswer ?? entry.answer)
  if (entry.tries === undefined || first === undefined) return { first_answer: null, tries: null }
  return { first_answer: JSON.stringify(first), tries: Math.min(entry.tries, MAX_TRIES) }
}

const ANSWER_COLUMNS = {
  uid: 'text',
  lesson_id: 'text',
  page_id: 'text',
  answer: 'text?',
  answered_at: 'bigint',
  logged_at: 'bigint',
  page_type: 'text?',
  is_own_words: 'integer',
  reviewed_at: 'bigint?',
  first_answer: 'text?',
  tries: 'integer?',
  first_at: 'bigint?',
  course_version: 'integer?',
} as const

/**
 * Whether the answer is the first one to this question: a page of another type asks another question. A log without an
 * answer may have come before.
 */
const IS_FIRST = sql<boolean>`(excluded.answer is not null
  and (page_answers.answer is null or page_answers.page_type <> excluded.page_type))`

const upsertAnswers = prepareMany(ANSWER_COLUMNS, (db, given) =>
  db
    .insertInto('page_answers')
    .columns(namesOf(ANSWER_COLUMNS))
    .expression(selectAllOf(db, given, ANSWER_COLUMNS))
    .onConflict(conflict =>
      conflict
        .columns(['uid', 'lesson_id', 'page_id'])
        .doUpdateSet(({ ref, fn }) => ({
          answer: fn.coalesce(ref('excluded.answer'), ref('page_answers.answer')),
          // A log without an answer keeps the time: an earlier answer can still arrive.
          answered_at: sql<number>`case when excluded.answer is null then page_answers.answered_at else excluded.answered_at end`,
          logged_at: ref('excluded.logged_at'),
          page_type: sql<
            string | null
          >`case when excluded.answer is null then page_answers.page_type else excluded.page_type end`,
          is_own_words: sql<number>`case when excluded.answer is null then page_answers.is_own_words else excluded.is_own_words end`,
          first_answer: sql<string | null>`case when ${IS_FIRST} then excluded.first_answer
            else page_answers.first_answer end`,
          tries: sql<number | null>`case when ${IS_FIRST} then excluded.tries else page_answers.tries end`,
          course_version: sql<number | null>`case when ${IS_FIRST} then excluded.course_version
            else page_answers.course_version end`,
          // A changed answer has to be reviewed again.
          reviewed_at: sql<number | null>`case when coalesce(excluded.answer, page_answers.answer) = page_answers.answer
            then page_answers.reviewed_at end`,
        }))
        .where(({ eb, or, ref }) =>
          or([
            eb('excluded.answer', 'is', null),
            eb('page_answers.answer', 'is', null),
            eb('page_answers.answered_at', '<=', ref('excluded.answered_at')),
          ]),
        ),
    )
    .returning(['uid', 'answer', 'page_type', 'is_own_words', 'reviewed_at']),
)

/** Marks the lessons of these logs as complete. They stay complete. */
export async function saveCompletions(trx: Transaction<Tables>, logs: readonly OwnLog[]): Promise<void> {
  // In the reports, a page that was answered without a network counts in the week of the answer.
  const rows = logs.map(({ uid, lessonId, answeredAt }) => ({ uid, lesson_id: lessonId, completed_at: answeredAt }))
  await insertCompletions(trx, rows)
}

const COMPLETION_COLUMNS = { uid: 'text', lesson_id: 'text', completed_at: 'bigint' } as const

const insertCompletions = prepareMany(COMPLETION_COLUMNS, (db, given) =>
  db
    .insertInto('completed_lessons')
    .columns(namesOf(COMPLETION_COLUMNS))
    .expression(selectAllOf(db, given, COMPLETION_COLUMNS))
    .onConflict(conflict => conflict.doNothing()),
)
