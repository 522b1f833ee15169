import { sql, type Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { PageLog } from '../../contract/lessons.ts'
import { recordingIn } from '../../contract/media.ts'
import { answerIn, type LessonData } from '../../contract/progress.ts'
import { MINUTE } from '../../contract/time.ts'
import { writeForUser } from '../account/write-for-user.ts'
import { idempotent } from '../database/idempotent.ts'
import { type Holes, prepare } from '../database/prepare.ts'
import type { Db, Tables } from '../database/tables.ts'
import type { AuthUser } from '../http/bearer.ts'
import { consume, type Limit } from '../http/limits.ts'
import { beginWait, endWait } from '../waits/waits.ts'
import { lessonDataIn, type PageOfType } from './progress.ts'
import { saveStepTime } from './step-times.ts'
import { isToReview } from './to-review.ts'

export const LOGS_PER_MINUTE = 120

/** More tries count as this many. */
const MOST_TRIES = 999

export type LoggedPage = {
  lessonId: string
  /** The present pages of the lesson, in order. The answered one may be missing. */
  pages: readonly PageOfType[]
  isOwnWords: boolean
  entry: PageLog
  /** As the learner saw it; undefined if unknown. */
  pageType: string | undefined
  /** The version of its course in which the learner saw the page; undefined if unknown. */
  courseVersion: number | undefined
  now: number
  limitFactor: number
  idempotencyKey: string | undefined
}

/** Stores a page as done, with its answer. Returns the new lesson data. */
export async function logPage(db: Db, user: AuthUser, logged: LoggedPage): Promise<LessonData> {
  const { lessonId, pages, entry, now } = logged
  if (entry.userId !== user.uid) throw new ApiError('forbidden')
  if (entry.lessonId !== undefined && entry.lessonId !== lessonId) throw new ApiError('bad-request')
  let noteStep = () => {}
  const data = await writeForUser(db, user.uid, async trx => {
    // Without the uid: after two accounts were merged, the same request comes with the other uid.
    const { userId: _, ...body } = entry
    const request = { call: 'log', lessonId, ...body }
    return idempotent(trx, { uid: user.uid, key: logged.idempotencyKey, request, now }, async () => {
      const limit: Limit = {
        name: 'log',
        of: { uid: user.uid },
        max: LOGS_PER_MINUTE * logged.limitFactor,
        perMs: MINUTE,
      }
      await consume(trx, limit, now)
      await noteWait(trx, user.uid, logged, await saveAnswer(trx, user.uid, logged))
      noteStep = await saveStepTime({ db, trx }, user.uid, Math.min(entry.answeredAt ?? now, now), now)
      if (entry.pageId === pages.at(-1)?.id) await saveCompletion(trx, user.uid, logged)
      return lessonDataIn(trx, user.uid, lessonId, pages)
    })
  })
  noteStep()
  return data
}

type SavedAnswer = Pick<Tables['page_answers'], 'answer' | 'is_own_words' | 'reviewed_at'>

/**
 * The answer with the later `answeredAt` wins, whatever the order of arrival. An empty answer changes nothing. Undefined
 * if the stored answer is a later one.
 */
async function saveAnswer(trx: Transaction<Tables>, uid: string, logged: LoggedPage): Promise<SavedAnswer | undefined> {
  const { lessonId, entry, pageType, isOwnWords, now } = logged
  const given = answerIn(entry.answer)
  const answer = given === undefined ? null : JSON.stringify(given)
  const answeredAt = Math.min(entry.answeredAt ?? now, now)
  const [saved] = await upsertAnswer(trx, {
    uid,
    lesson_id: lessonId,
    page_id: entry.pageId,
    answer,
    answered_at: answeredAt,
    logged_at: now,
    page_type: answer === null ? null : (pageType ?? null),
    is_own_words: answer !== null && isOwnWords ? 1 : 0,
    reviewed_at: null,
    ...firstPickOf(logged),
    first_at: answeredAt,
    course_version: logged.courseVersion ?? null,
  })
  return saved
}

const upsertAnswer = prepare((db, row: Holes<Required<Tables['page_answers']>>) =>
  db
    .insertInto('page_answers')
    .values(row)
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
          // Only the first answer has a first pick; a log without an answer may have come before it.
          first_answer: sql<string | null>`case when page_answers.answer is null then excluded.first_answer
            else page_answers.first_answer end`,
          tries: sql<number | null>`case when page_answers.answer is null then excluded.tries
            else page_answers.tries end`,
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
    .returning(['answer', 'is_own_words', 'reviewed_at']),
)

/** Earlier clients send no tries. Without `firstAnswer` the answer was the first pick. */
function firstPickOf({ entry }: LoggedPage): { first_answer: string | null; tries: number | null } {
  const first = answerIn(entry.firstAnswer ?? entry.answer)
  if (entry.tries === undefined || first === undefined) return { first_answer: null, tries: null }
  return { first_answer: JSON.stringify(first), tries: Math.min(entry.tries, MOST_TRIES) }
}

/** A learner waits for a review of an answer in own words, unless the stored answer is reviewed already. */
async function noteWait(
  trx: Transaction<Tables>,
  uid: string,
  { lessonId, entry, isOwnWords, now }: LoggedPage,
  stored: SavedAnswer | undefined,
): Promise<void> {
  if (answerIn(entry.answer) === undefined || !stored?.answer) return
  const { pageId } = entry
  const waitFor = { learnerUid: uid, kind: 'answer', lessonId, pageId } as const
  if (!isOwnWords) return endWait(trx, waitFor, { how: 'withdrawn', by: null, at: now })
  if (!isToReview(stored)) return
  const isVoice = recordingIn(JSON.parse(stored.answer)) !== undefined
  await beginWait(trx, waitFor, { isVoice, at: now })
}

async function saveCompletion(trx: Transaction<Tables>, uid: string, { lessonId, now }: LoggedPage): Promise<void> {
  await insertCompletion(trx, { uid, lesson_id: lessonId, completed_at: now })
}

const insertCompletion = prepare((db, row: Holes<Tables['completed_lessons']>) =>
  db
    .insertInto('completed_lessons')
    .values(row)
    .onConflict(conflict => conflict.doNothing()),
)
