import { getLesson, logPage as logPageCall } from '../../contract/lessons.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Catalogue } from '../courses/catalogue.ts'
import { sendPrepared } from '../courses/prepared.ts'
import { idempotencyKeyIn } from '../database/once.ts'
import type { Db } from '../database/tables.ts'
import { type Route, serve, serveBytes } from '../http/serve.ts'
import { logPage } from './log-page.ts'

type Needs = {
  db: Db
  now: () => number
  catalogue: Catalogue
  isBeta: (uid: string) => Promise<boolean>
  limitFactor: number
}

export function lessonRoutes({ db, now, catalogue, isBeta, limitFactor }: Needs): Route[] {
  /** The lesson as this person may see it: one that is not for them does not exist. */
  async function lessonFor(uid: string, lessonId: string) {
    const lesson = catalogue.lessonOf(lessonId)
    if (!lesson || (lesson.isBeta && !(await isBeta(uid)))) throw new Refusal('not-found')
    return lesson
  }

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
