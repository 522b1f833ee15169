import { getLesson, logPage as logPageCall } from '../../contract/lessons.ts'
import { sendPrepared } from '../courses/prepared.ts'
import { idempotencyKeyIn } from '../database/once.ts'
import type { Db } from '../database/tables.ts'
import { type Route, serve, serveBytes } from '../http/serve.ts'
import type { LessonFor } from './lesson-for.ts'
import { logPage } from './log-page.ts'

type Needs = {
  db: Db
  now: () => number
  lessonFor: LessonFor
  limitFactor: number
}

export function lessonRoutes({ db, now, lessonFor, limitFactor }: Needs): Route[] {
  return [
    serveBytes(getLesson, async ({ params, user, headers, reply }) => {
      const { prepared } = await lessonFor(user.uid, params.lessonId)
      return sendPrepared(headers, reply, prepared)
    }),
    serve(logPageCall, async ({ params: { lessonId }, body: entry, user, headers }) => {
      const { pageIds } = await lessonFor(user.uid, lessonId)
      const idempotencyKey = idempotencyKeyIn(headers)
      const data = await logPage(db, user, { lessonId, pages: pageIds, entry, now: now(), limitFactor, idempotencyKey })
      return { success: true, data }
    }),
  ]
}
