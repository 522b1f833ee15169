import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { DAY } from '../../contract/time.ts'
import { proofState } from '../backups/prove-backup-set.ts'
import type { Config } from '../config.ts'
import { lastBackupAt } from '../database/backup/last-backup.ts'
import type { Db } from '../database/tables.ts'
import { isRecent } from '../http/limits.ts'
import { diskSpaceOf, uploadsStopAt } from '../media/storage/disk-space.ts'
import { requireToken } from '../metrics/operator-token.ts'

const BACKUP_WITHIN_MS = 2 * DAY

type Deps = {
  config: Pick<Config, 'metricsToken' | 'dataDir' | 'nightlyBackup'>
  db: Db
  now: () => number
  senders: { failing: () => readonly string[] }
  /** Asks the bucket, if there is one. */
  isStorageUp: () => Promise<boolean>
}

/** Tells a monitor that reads no metrics which things that the app needs are good. The status is 503 if one fails. */
export function serveHealthChecks(app: FastifyInstance, deps: Deps): void {
  const { metricsToken } = deps.config
  if (metricsToken === '') return
  const requireOperator = requireToken(metricsToken)
  app.get('/health/all', async (request, reply) => {
    requireOperator(request)
    const [database, storage, disk, backup] = await Promise.all([
      answers(deps.db),
      deps.isStorageUp(),
      hasRoom(deps.config.dataDir),
      // The database stores the time of the last backup. Without a database nothing is known of it.
      hasBackup(deps).catch(() => false),
    ])
    const good = { database, storage, disk, backup, sending: deps.senders.failing().length === 0 }
    const isGood = Object.values(good).every(Boolean)
    const checks = Object.fromEntries(Object.entries(good).map(([name, is]) => [name, wordFor(is)]))
    return reply.code(isGood ? 200 : 503).send({ status: wordFor(isGood), checks })
  })
}

const wordFor = (isGood: boolean) => (isGood ? 'good' : 'failing')

function answers(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

/** Whether uploads of films are still accepted. Recordings are accepted for a while longer. */
async function hasRoom(dataDir: string): Promise<boolean> {
  const room = await diskSpaceOf(dataDir).catch(() => undefined)
  return room !== undefined && room.freeBytes > uploadsStopAt(room.totalBytes)
}

/** Without the nightly backup, only the last backup by a command is judged: operators may make others in other ways. */
async function hasBackup({ db, now, config }: Deps): Promise<boolean> {
  if (config.nightlyBackup) return (await proofState(db, now())).isGood
  const madeAt = await lastBackupAt(db)
  return madeAt === undefined || isRecent(madeAt, BACKUP_WITHIN_MS, now())
}
