import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { templateName } from './testing-templates.ts'

let server: pg.Pool | undefined
/** Databases of this process that are empty again, with the pool that looks after each. */
const free: Lent[] = []

type Lent = { name: string; keeper: pg.Pool }

/** Deletes all rows and starts the counters again. Fails if the database is still in use. */
const EMPTY = `
  do $$
  declare item record;
  begin
    if (select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) > 0 then
      raise exception 'still in use';
    end if;
    for item in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      if item.relname !~ '^kysely_' then execute format('delete from %I', item.relname); end if;
    end loop;
    -- The one row that the migrations insert.
    insert into catalogue (id, version) values (1, 0);
    for item in select c.relname, s.seqstart from pg_sequence s join pg_class c on c.oid = s.seqrelid loop
      perform setval(item.relname::regclass, item.seqstart, false);
    end loop;
  end $$`

/** A PostgreSQL database with all tables and no rows, for one test. `giveBack` ends it. */
export async function newPostgresDatabase(): Promise<{ url: string; giveBack(): Promise<void> }> {
  const lent = free.pop() ?? (await create())
  const before = await shapeOf(lent)
  const giveBack = async () => {
    const isClean = (await shapeOf(lent).catch(() => '')) === before && (await empty(lent))
    if (isClean) free.push(lent)
    else await drop(lent)
  }
  return { url: urlOf(lent.name), giveBack }
}

async function create(): Promise<Lent> {
  const name = `${templateName(inject('postgresTemplate'))}_${randomBytes(6).toString('hex')}`
  server ??= poolOf(inject('postgresUrl'))
  await server.query(`create database ${name} ${inject('postgresTemplate')}`)
  return { name, keeper: poolOf(urlOf(name)) }
}

async function empty({ keeper }: Lent): Promise<boolean> {
  return keeper.query(`set session_replication_role = replica; ${EMPTY}`).then(
    () => true,
    () => false,
  )
}

async function drop({ name, keeper }: Lent): Promise<void> {
  await keeper.end()
  await server?.query(`drop database ${name} with (force)`)
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

function urlOf(name: string): string {
  return new URL(`/${name}`, inject('postgresUrl')).href
}

/** One connection. It breaks when the server stops, at the latest. */
function poolOf(connectionString: string): pg.Pool {
  return new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }).on('error', () => {})
}
