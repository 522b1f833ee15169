import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { watchDatabase } from './failures/database-state.ts'
import { reportFirstError } from './failures/first-error.ts'
import { Watchdog } from './failures/watchdog.ts'
import { CallClient, SafeClient, sessionSettings, watchedBy } from './postgres-client.ts'
import type { Db, Tables } from './tables.ts'

const INT8 = 20
const CONNECT_LIMIT_MS = 2000
/** Keeps idle connections open, because firewalls drop connections that are seldom used. */
const KEEP_ALIVE_MS = 10_000

type Options = {
  /** For migrations and commands, which may take long and wait for their turn. */
  isPatient?: boolean
  /** A pooler gives each transaction another connection, so nothing can be set or prepared for the next transaction. */
  sharesConnections?: boolean
}

export function openPostgres(url: string, { isPatient = false, sharesConnections = false }: Options = {}): Db {
  const settings = sharesConnections ? '' : sessionSettings({ isPatient })
  const watchdog = isPatient
    ? undefined
    : new Watchdog(
        () => new SafeClient({ connectionString: url, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS }),
      )
  const pool = new pg.Pool({
    Client: watchdog ? watchedBy(watchdog, { prepares: !sharesConnections }) : SafeClient,
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    onConnect: async client => {
      if (settings) await client.query(settings)
    },
    // Times are bigint columns; all of them fit a double.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // An idle connection that breaks is replaced at the next query.
  pool.on('error', () => {})
  const dialect = reportFirstError(new PostgresDialect({ pool: watchdog?.guard(pool) ?? pool }))
  return watchDatabase(dialect, dialect => new Kysely<Tables>({ dialect }), pool)
}

/** A connection outside of the pool, for LISTEN. */
export function connectTo(url: string): pg.Client {
  return new CallClient({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS, keepAlive: true })
}
