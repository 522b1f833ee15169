import cluster from 'node:cluster'
import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { SECOND } from '../../contract/time.ts'
import { VERSION } from '../../contract/version.ts'
import type { Config } from '../config.ts'
import { lastBackupAt } from '../database/backup/last-backup.ts'
import { databaseStateOf } from '../database/failures/database-state.ts'
import type { Db } from '../database/tables.ts'
import { counter, exposition, gauge, METRICS_TYPE, type Metric } from './exposition.ts'
import { answerWithMetrics, metricsOfAll } from './of-all-workers.ts'
import { requireToken } from './operator-token.ts'
import { watchProcess } from './process.ts'
import { countRequests } from './requests.ts'

export const METRICS_PATH = '/metrics'

type Deps = {
  config: Pick<Config, 'metricsToken' | 'dataDir' | 'databaseUrl'>
  db: Db
  hub: { subscribers(): number }
  senders: { counts: () => Record<string, { sent: number; failed: number }> }
  /** Asks the bucket, if there is one. */
  isStorageUp: () => Promise<boolean>
}

/**
 * Serves numbers for Prometheus, without anything about a person. Call it before the routes are added: it counts their
 * requests.
 */
export function serveMetrics(app: FastifyInstance, deps: Deps): void {
  const { metricsToken } = deps.config
  if (metricsToken === '') return
  const requests = countRequests(app)
  const { metrics, stop } = watchProcess()
  app.addHook('onClose', async () => stop())
  const ofProcess = () => [...requests(), ...metrics(), ...ownMetrics(deps)]
  if (cluster.isWorker) answerWithMetrics(ofProcess)
  const requireOperator = requireToken(metricsToken)
  app.get(METRICS_PATH, async (request, reply) => {
    requireOperator(request)
    const ofProcesses = cluster.isWorker ? await metricsOfAll() : ofProcess()
    return reply.type(METRICS_TYPE).send(exposition([...ofProcesses, ...(await metricsOfPlace(deps))]))
  })
}

/** What each process counts for itself. */
function ownMetrics({ db, hub, senders }: Deps): Metric[] {
  const { failedQueries, pool } = databaseStateOf(db)
  const sent = Object.entries(senders.counts()).flatMap(([kind, counts]) =>
    Object.entries(counts).map(([result, value]) => ({ labels: { kind, result }, value })),
  )
  return [
    counter('step_by_step_database_failed_queries_total', 'Queries that failed, and tries to connect.', failedQueries),
    gauge('step_by_step_database_connections', 'Open connections to PostgreSQL.', pool?.totalCount),
    gauge('step_by_step_database_idle_connections', 'Connections that nobody uses now.', pool?.idleCount),
    gauge('step_by_step_database_waiting', 'Requests that wait for a connection.', pool?.waitingCount),
    gauge('step_by_step_long_polls', 'Browsers that wait for news.', hub.subscribers()),
    counter('step_by_step_outgoing_total', 'Texts and mails that a gateway took, or did not.', sent),
  ]
}

/** The numbers that are the same in each process. */
async function metricsOfPlace({ config, db, isStorageUp }: Deps): Promise<Metric[]> {
  return [
    {
      ...gauge('step_by_step_info', 'The version of the program, and its kind of database.', 1),
      samples: [{ labels: { version: VERSION, database: config.databaseUrl ? 'postgresql' : 'sqlite' }, value: 1 }],
    },
    ...(await roomMetrics(config.dataDir)),
    gauge(
      'step_by_step_storage_up',
      'Whether media and recordings can be reached: 1 or 0.',
      Number(await isStorageUp()),
    ),
    gauge(
      'step_by_step_last_backup_timestamp_seconds',
      'When the last backup was made, in Unix seconds.',
      await lastBackup(db),
    ),
  ]
}

async function roomMetrics(dataDir: string): Promise<Metric[]> {
  const room = await statfs(dataDir).catch(() => undefined)
  return [
    gauge(
      'step_by_step_disk_free_bytes',
      'Room that is left on the disk of DATA_DIR.',
      room && room.bavail * room.bsize,
    ),
    gauge('step_by_step_disk_size_bytes', 'Size of the disk of DATA_DIR.', room && room.blocks * room.bsize),
  ]
}

/** Undefined if the database does not answer: at that time, the other numbers are needed most. */
async function lastBackup(db: Db): Promise<number | undefined> {
  const at = await lastBackupAt(db).catch(() => undefined)
  return at === undefined ? undefined : at / SECOND
}
