import { sql, type Transaction } from 'kysely'
import type { LessonData } from '../../contract/progress.ts'
import { type KeyedRequest, type Replay, replayIn, useOfKey } from '../database/idempotent.ts'
import { prepareMany } from '../database/many-rows.ts'
import type { Tables } from '../database/tables.ts'
import { openWaitFor } from '../waits/waits.ts'
import type { OwnLog } from './page-log.ts'
import { answersIn, answersOfLesson, type StoredProgress } from './progress.ts'

/** What the database has of a log's learner and lesson before the log is stored. */
export type StoredBefore = StoredProgress & {
  /** The reply, if this log was stored earlier. */
  replay: Replay<LessonData> | undefined
  openWait: { isVoice: boolean } | undefined
}

/** A log of a person without an account is missing. */
export type StoredBeforeLogs = ReadonlyMap<OwnLog, StoredBefore>

/** Reads with one statement. Each log must be of a different person. */
export async function readStoredBefore(trx: Transaction<Tables>, logs: readonly OwnLog[]): Promise<StoredBeforeLogs> {
  const rows = await readEach(
    trx,
    logs.map(({ uid, lessonId, entry: { pageId }, idempotencyKey: key = null }) => ({ uid, lessonId, pageId, key })),
  )
  const rowOf = new Map(rows.map(row => [row.uid, row]))
  return new Map(
    logs.flatMap(log => {
      const row = rowOf.get(log.uid)
      return row?.isUser ? [[log, storedBeforeFrom(log, row)]] : []
    }),
  )
}

function storedBeforeFrom(log: OwnLog, { use, openWait, answers, completedAt }: Row): StoredBefore {
  return {
    replay: replayIn(actOf(log), use),
    openWait: openWait === null ? undefined : { isVoice: openWait === 1 },
    answers: answersIn(answers),
    isComplete: completedAt !== null,
  }
}

type Row = Awaited<ReturnType<typeof readEach>>[number]

/** Uses subqueries, because PostgreSQL would plan a join by the size that a table had earlier. */
const readEach = prepareMany({ uid: 'text', lessonId: 'text', pageId: 'text', key: 'text?' }, (db, given) => {
  const uid = sql.ref<string>('given.uid')
  const lessonId = sql.ref<string>('given.lessonId')
  const pageId = sql.ref<string>('given.pageId')
  return db
    .selectFrom(given)
    .select(({ selectFrom }) => [
      'given.uid',
      selectFrom('users').select(sql.lit(1).as('one')).where('users.uid', '=', uid).as('isUser'),
      useOfKey(db, { uid, key: sql.ref<string | null>('given.key') }).as('use'),
      openWaitFor(db, { uid, lessonId, pageId }).as('openWait'),
      answersOfLesson(db, { uid, lessonId }).as('answers'),
      selectFrom('completed_lessons')
        .select('completed_at')
        .where('completed_lessons.uid', '=', uid)
        .where('completed_lessons.lesson_id', '=', lessonId)
        .as('completedAt'),
    ])
})

/** The request has no uid, because after a merge of two accounts the same request comes with the other uid. */
export function actOf({ uid, lessonId, entry, idempotencyKey, now }: OwnLog): KeyedRequest {
  const { userId: _, ...body } = entry
  return { uid, key: idempotencyKey, request: { call: 'log', lessonId, ...body }, now }
}
