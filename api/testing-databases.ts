import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'

/** Earlier versions always copy files, and do not know the option `strategy`. */
const KNOWS_STRATEGY_SINCE = 150_000
const START_LIMIT_MS = 120_000
const START_LOOK_MS = 20

let server: Promise<Server> | undefined
/** Databases of this process that are empty again, with the pool that looks after each. */
const free: Lent[] = []

/** `shape` is what a test must leave as it was. */
type Lent = { name: string; keeper: pg.Pool; shape?: string }
/** `strategy` is the end of `create database` that copies files, which is faster. */
type Server = { pool: pg.Pool; strategy: string }

/**
 * Deletes all rows and starts the counters again. Waits for a second at most until nobody uses the database: PostgreSQL
 * ends a connection a moment after the client, and making another database costs more than that moment. PgBouncer keeps
 * the connection open, and its last query is then `DISCARD ALL`.
 */
const EMPTY = `
  do $$
  declare item record;
  begin
    for look in 1..100 loop
      perform pg_stat_clear_snapshot();
      exit when not exists (
        select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and not (state = 'idle' and query = 'DISCARD ALL')
      );
      if look = 100 then raise exception 'still in use'; end if;
      perform pg_sleep(0.01);
    end loop;
    -- A table of which no page was ever written has no rows.
    for item in select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
    loop
      if item.relname !~ '^kysely_' then execute format('delete from %I', item.relname); end if;
    end loop;
    -- The one row that the migrations insert.
    insert into catalogue (id, version) values (1, 0);
    for item in select c.relname, s.seqstart from pg_sequence s join pg_class c on c.oid = s.seqrelid loop
      perform setval(item.relname::regclass, item.seqstart, false);
    end loop;
  end $$`

/** A PostgreSQL database with all tables and no rows, for one test. `release` ends it. */
export async function newPostgresDatabase(): Promise<{ url: string; release(): Promise<void> }> {
  const lent = free.pop() ?? (await create())
  lent.shape ??= await shapeOf(lent)
  const release = async () => {
    const isClean = (await shapeOf(lent).catch(() => '')) === lent.shape && (await empty(lent))
    if (isClean) free.push(lent)
    else await drop(lent)
  }
  return { url: urlOf(lent.name, inject('pooledPostgresUrl')), release }
}

async function create(): Promise<Lent> {
  server ??= openServer()
  const { pool, strategy } = await server
  const template = inject('postgresTemplate')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await pool.query(`create database ${name} template ${template}${strategy}`)
  return { name, keeper: poolOf(urlOf(name, inject('postgresUrl'))) }
}

async function openServer(): Promise<Server> {
  const pool = poolOf(inject('postgresUrl'))
  const { rows } = await onceItAnswers(() => pool.query("select current_setting('server_version_num')::int as version"))
  return { pool, strategy: rows[0].version >= KNOWS_STRATEGY_SINCE ? ' strategy file_copy' : '' }
}

/** The server of the tests may still be starting. */
async function onceItAnswers<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + START_LIMIT_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(START_LOOK_MS)
    }
  }
}

async function empty({ keeper }: Lent): Promise<boolean> {
  return keeper.query(`set session_replication_role = replica; ${EMPTY}`).then(
    () => true,
    () => false,
  )
}

async function drop({ name, keeper }: Lent): Promise<void> {
  await keeper.end()
  const { pool } = await (server as Promise<Server>)
  await pool.query(`drop database ${name} with (force)`)
}

/** Changes with every table, column, index, migration and trigger. */
async function shapeOf({ keeper }: Lent): Promise<string> {
  const { rows } = await keeper.query(`
    select concat_ws(' ',
      (select md5(string_agg(oid || ' ' || relname || ' ' || relnatts, ',' order by oid)) from pg_class
        where relnamespace = 'public'::regnamespace),
      (select string_agg(name, ' ') from kysely_migration),
      (select count(*) from pg_trigger), (select count(*) from pg_proc)) as shape`)
  return rows[0].shape
}

function urlOf(name: string, serverUrl: string): string {
  return new URL(`/${name}`, serverUrl).href
}

/** A pool of one connection, which breaks when the server stops, if not before. */
function poolOf(connectionString: string): pg.Pool {
  return new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }).on('error', () => {})
}
