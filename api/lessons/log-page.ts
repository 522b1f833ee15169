import { sql, type Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { PageLog } from '../../contract/lessons.ts'
import { answerIn, type LessonData } from '../../contract/progress.ts'
import { MINUTE } from '../../contract/time.ts'
import { writeForUser } from '../account/write-for-user.ts'
import { idempotent } from '../database/idempotent.ts'
import type { Db, Tables } from '../database/tables.ts'
import type { AuthUser } from '../http/bearer.ts'
import { consume, type Limit } from '../http/limits.ts'
import { lessonDataIn, type PageOfType } from './progress.ts'
import { saveStepTime } from './step-times.ts'

export const LOGS_PER_MINUTE = 120

export type LoggedPage = {
  lessonId: string
  /** The present pages of the lesson, in order. The answered one may be missing. */
  pages: readonly PageOfType[]
  isOwnWords: boolean
  entry: PageLog
  /** As the learner saw it; undefined if unknown. */
  pageType: string | undefined
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
      await saveAnswer(trx, user.uid, logged)
      noteStep = await saveStepTime({ db, trx }, user.uid, Math.min(entry.answeredAt ?? now, now), now)
      if (entry.pageId === pages.at(-1)?.id) await saveCompletion(trx, user.uid, logged)
      return lessonDataIn(trx, user.uid, lessonId, pages)
    })
  })
  noteStep()
  return data
}

/** The answer with the later `answeredAt` wins, whatever the order of arrival. An empty answer changes nothing. */
async function saveAnswer(
  trx: Transaction<Tables>,
  uid: string,
  { lessonId, entry, pageType, isOwnWords, now }: LoggedPage,
): Promise<void> {
  const given = answerIn(entry.answer)
  const answer = given === undefined ? null : JSON.stringify(given)
  const answeredAt = Math.min(entry.answeredAt ?? now, now)
  await trx
    .insertInto('page_answers')
    .values({
      uid,
      lesson_id: lessonId,
      page_id: entry.pageId,
      answer,
      answered_at: answeredAt,
      logged_at: now,
      page_type: answer === null ? null : (pageType ?? null),
      is_own_words: answer !== null && isOwnWords ? 1 : 0,
      reviewed_at: null,
    })
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
    .execute()
}

async function saveCompletion(trx: Transaction<Tables>, uid: string, { lessonId, now }: LoggedPage): Promise<void> {
  await trx
    .insertInto('completed_lessons')
    .values({ uid, lesson_id: lessonId, completed_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
