import { getLesson, listSteps, logPage as logPageCall } from '../../contract/lessons.ts'
import { pageTypeOf } from '../../contract/pages/index.ts'
import type { Catalogue } from '../courses/catalogue/catalogue.ts'
import { sendPrepared } from '../courses/catalogue/prepared.ts'
import type { Db } from '../database/tables.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { type Route, serve, serveBytes } from '../http/serve.ts'
import { warningOf } from '../log.ts'
import type { AnsweredPageFor } from './answered-page.ts'
import type { LessonFor } from './lesson-for.ts'
import { pageLogger } from './log-page.ts'
import { stepTimesOf } from './step-times.ts'

type Deps = {
  db: Db
  now: () => number
  lessonFor: LessonFor
  answeredPageFor: AnsweredPageFor
  catalogue: Pick<Catalogue, 'versionSeen'>
  limitFactor: number
  log: { warn: (what: object, message: string) => void }
  /** Notifies the mentor's screen of something to review. */
  publishAbout: (uid: string) => Promise<void>
}

export function lessonRoutes(deps: Deps): Route[] {
  const { db, now, lessonFor, answeredPageFor, limitFactor, log, publishAbout } = deps
  const { versionSeen } = deps.catalogue
  const logPage = pageLogger(db, { limitFactor })
  return [
    serveBytes(getLesson, async ({ params, user, headers, reply }) => {
      const { prepared } = await lessonFor(user.uid, params.lessonId)
      return sendPrepared(headers, reply, prepared)
    }),
    serve(listSteps, async ({ user }) => ({ success: true, data: await stepTimesOf(db, user.uid, now()) })),
    serve(logPageCall, async ({ params: { lessonId }, body: entry, user, headers }) => {
      const { pages, page, place } = await answeredPageFor(user.uid, lessonId, entry.pageId)
      const at = now()
      const idempotencyKey = idempotencyKeyIn(headers)
      const pageType = entry.pageType ?? page?.type
      const isOwnWords = pageTypeOf(pageType ?? '').isOwnWords
      const { answeredAt = at, lessonChangedAt } = entry
      const courseVersion = versionSeen({
        courseId: place?.courseId ?? '',
        lessonId,
        answeredAt: Math.min(answeredAt, at),
        lessonChangedAt,
      })
      const logged = { lessonId, pages, entry, pageType, isOwnWords, courseVersion, now: at, idempotencyKey }
      const { data, isNewsToMentor } = await logPage(user, logged)
      if (isNewsToMentor) publishAbout(user.uid).catch(warningOf(log, 'mentor screens not updated after an answer'))
      return { success: true, data }
    }),
  ]
}
