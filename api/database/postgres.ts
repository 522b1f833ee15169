import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db, Tables } from './tables.ts'

const INT8 = 20
const PREPARED_STATEMENTS = 500
/** Every query here is small: to start a second process, or to compile, takes longer than to answer it. */
const SESSION_SETTINGS = 'set statement_timeout = 10000; set max_parallel_workers_per_gather = 0; set jit = off'

export function openPostgres(url: string): Db {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 2000,
    // Not as parameters of the start: PgBouncer knows few of those, and refuses the others.
    onConnect: async client => void (await client.query(SESSION_SETTINGS)),
    // Times are bigint columns; all of them fit a double.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

const names = new Map<string, string>()

/** PostgreSQL plans a statement that has a name a few times only, and planning is half of what a small question costs. */
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver may be asked in eight ways; with a text and its values Kysely asks.
  override query(...asked: any[]): any {
    const [text, values, ...rest] = asked
    const name = typeof text === 'string' && Array.isArray(values) ? nameFor(text) : undefined
    const ask: (...asked: unknown[]) => unknown = super.query.bind(this)
    return name === undefined ? ask(...asked) : ask({ name, text, values }, ...rest)
  }
}

/** None for what asks for all columns: once a newer version of the program has added one, it would fail. */
function nameFor(text: string): string | undefined {
  if (/\.\*|(select|returning) \*/.test(text)) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= PREPARED_STATEMENTS) return known
  const name = `statement ${names.size + 1}`
  names.set(text, name)
  return name
}
