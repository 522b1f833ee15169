import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { UserLessonData } from '../contract/progress.ts'
import { type Analytics, analyticsFile } from './analytics/events.ts'
import type { Config } from './config.ts'
import { type Catalogue, createCatalogue } from './courses/catalogue.ts'
import { importFirstCourses } from './courses/first-courses.ts'
import { forgetOldRows } from './database/forget.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import type { Db } from './database/tables.ts'
import { createEmbeddedIdentity } from './identity/embedded/embedded.ts'
import type { IdentityProvider } from './identity/provider.ts'
import { isBeta } from './identity/users.ts'
import { lessonDataOf } from './lessons/progress.ts'

/** What the routes stand on, made once for a process. */
export type Services = {
  config: Config
  db: Db
  now: () => number
  log: Log
  identity: IdentityProvider
  catalogue: Catalogue
  analytics: Analytics
  limitFactor: number
  isBeta: (uid: string) => Promise<boolean>
  lessonDataOf: (uid: string) => Promise<UserLessonData>
  close: () => Promise<void>
}

type Log = FastifyBaseLogger
type StartOptions = { now?: () => number; proofEffort?: number }

/** Opens the database, brings it up to date and fills an empty one with the demo courses. */
export async function startServices(
  config: Config,
  { now = Date.now, proofEffort }: StartOptions = {},
): Promise<Services> {
  const log = createLog(config)
  const db = openDatabase(config)
  await migrate(db)
  if (config.hasDemoCourses) await importFirstCourses(db, config)
  const identity = await createEmbeddedIdentity({ db, config, now, ...(proofEffort ? { proofEffort } : {}) })
  const catalogue = await createCatalogue(db)
  const stopForgetting = everyHour(log, async () => {
    await forgetOldRows(db, now())
    await identity.forgetExpired()
  })
  return {
    config,
    db,
    now,
    log,
    identity,
    catalogue,
    analytics: analyticsFile(config.dataDir, now),
    limitFactor: config.limitFactor,
    isBeta: uid => isBeta(db, uid),
    lessonDataOf: uid => lessonDataOf(db, uid, lessonId => catalogue.lessonOf(lessonId)?.pageIds),
    close: async () => {
      stopForgetting()
      await catalogue.close()
      await db.destroy()
    },
  }
}

/** One JSON line an event; addresses with queries and headers with tokens never get in. */
function createLog({ logLevel }: Config): Log {
  return pino({
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { req: () => undefined, res: () => undefined },
  })
}

const HOUR_MS = 60 * 60 * 1000

function everyHour(log: Log, work: () => Promise<void>): () => void {
  const timer = setInterval(() => {
    work().catch((error: Error) => log.warn({ error: error.message }, 'could not drop old rows'))
  }, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
