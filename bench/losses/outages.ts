import { setTimeout as sleep } from 'node:timers/promises'
import { type Bucket, startBucket } from '../../api/media/testing-bucket.ts'
import { type Postgres, startPostgres } from '../../api/testing-postgres.ts'
import { withDatabase } from '../../e2e/command.ts'
import { Server } from '../../e2e/server.ts'
import type { Database } from '../databases.ts'
import { crowd } from '../messages/crowd.ts'
import { residentMb } from '../resident-memory.ts'
import { nextResult, startProcess } from '../run-in-process.ts'
import type { Row } from '../table.ts'
import type { Crowded, ProcessResult } from './outages-process.ts'
import { workersOf } from './workers-of.ts'

/** A hundred mentors with 99 learners each. */
const CROWD = { classes: 100, learnersEach: 99 }
const WORKERS = [2, 4]
/** First nothing fails. Then a worker is killed each minute, the bucket is away for a minute, PostgreSQL for 5 s. */
const CALM_MINUTES = 5
const KILLS = 5
const BUCKET_FAILS_IN = 1
const DATABASE_FAILS_IN = 2
const MINUTE_MS = 60_000
/** After this time the caches of a process are full. */
const WARM_UP_MS = 2 * MINUTE_MS
const MAX_GROWTH_MB = 20
/** How long PostgreSQL is away. It ends without a message to its clients, and starts again on the same data. */
const DATABASE_AWAY_MS = 5000

/**
 * Ten thousand people wait for news and write once a minute; a hundred of them also send recordings. The server has
 * several processes, whose clocks are ten seconds apart, one PostgreSQL and one bucket. Counts what is refused, lost or
 * doubled, also while one of these fails.
 */
export async function outages(): Promise<Row[]> {
  const rows: Row[] = []
  for (const workers of WORKERS) {
    const postgres = await startPostgres()
    if (!postgres) {
      console.log('Not measured: there is no PostgreSQL on this machine (apt install postgresql).')
      return []
    }
    const bucket = await startBucket()
    rows.push(...(await outagesOf(workers, { postgres, bucket }).finally(postgres.stop).finally(bucket.stop)))
  }
  return rows
}

async function outagesOf(
  workers: number,
  { postgres, bucket }: { postgres: Postgres; bucket: Bucket },
): Promise<Row[]> {
  const database: Database = { name: 'PostgreSQL', settings: { DATABASE_URL: postgres.url } }
  const server = new Server({
    ...database.settings,
    ...bucket.settings,
    WORKERS: String(workers),
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--import=${new URL('./clocks-apart.ts', import.meta.url)}`,
  })
  await server.start()
  const people = startProcess(new URL('./outages-process.ts', import.meta.url))
  try {
    const classes = await withDatabase(server, db => crowd(db, server.dataDir, CROWD))
    people.send({ origin: server.origin, classes } satisfies Crowded)
    await nextResult(people)
    await sleep(WARM_UP_MS)
    const warm = memoryOf(server)
    await sleep(CALM_MINUTES * MINUTE_MS - WARM_UP_MS)
    const growth = memoryOf(server) - warm
    for (let kills = 0; kills < KILLS; kills++) {
      const [victim] = workersOf(server).toSorted(() => Math.random() - 0.5)
      process.kill(victim as number, 'SIGKILL')
      if (kills === BUCKET_FAILS_IN) await bucket.end()
      await sleep(MINUTE_MS / 2)
      if (kills === DATABASE_FAILS_IN) await failOnce(postgres)
      await sleep(MINUTE_MS / 2)
      if (kills === BUCKET_FAILS_IN) await bucket.begin()
    }
    people.send('end')
    const result = await nextResult<ProcessResult>(people)
    const stored = await withDatabase(server, db => db.selectFrom('messages').select('client_key').execute())
    return rowsOf(`outages, ${workers} processes`, {
      ...result,
      growth,
      stored: stored.map(row => row.client_key ?? ''),
    })
  } finally {
    people.kill()
    await server.remove()
  }
}

async function failOnce(postgres: Postgres): Promise<void> {
  await postgres.end('SIGQUIT')
  await sleep(DATABASE_AWAY_MS)
  await postgres.begin()
}

function rowsOf(title: string, { confirmed, missed, recorded, unheard, refused, cut, growth, stored }: Counted): Row[] {
  const row = (what: string, value: number, unit = 'messages') => ({ name: `${title}: ${what}`, value, unit })
  const kept = new Set(stored)
  return [
    row('people', CROWD.classes * (CROWD.learnersEach + 1), ''),
    row('confirmed', confirmed.length),
    row('connections cut, or asked to come again', cut, ''),
    { ...row('refused', refused, 'requests'), atMost: 0 },
    { ...row('lost', confirmed.filter(key => !kept.has(key)).length), atMost: 0 },
    { ...row('doubled', stored.length - kept.size), atMost: 0 },
    { ...row('not received', missed), atMost: 0 },
    row('recordings confirmed', recorded, ''),
    { ...row('recordings that cannot be heard', unheard, ''), atMost: 0 },
    { ...row('memory, growth of all processes without failures', growth, 'MB'), atMost: MAX_GROWTH_MB },
  ]
}

type Counted = ProcessResult & { growth: number; stored: string[] }

function memoryOf(server: Server): number {
  return workersOf(server).reduce((sum, pid) => sum + residentMb({ pid }), 0)
}
