import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { type DatabaseLocation, openDatabase, sqliteFile } from '../database/open.ts'
import type { Db } from '../database/tables.ts'

export type BackupRow = Record<string, string | number | null>

/** All rows as they are at one moment, while others go on writing. */
export type Snapshot = {
  tables: string[]
  /** The last migration of the database. */
  migration: string
  rows(table: string): AsyncIterable<BackupRow[]>
}

const ROWS_AT_A_TIME = 1000

export function withSnapshot<T>(place: DatabaseLocation, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return place.databaseUrl ? ofPostgres(place, work) : ofSqlite(place, work)
}

/** Opens a second connection, because a long read transaction must not block the connection that writes. */
async function ofSqlite<T>(place: DatabaseLocation, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const database = new DatabaseSync(sqliteFile(place), { readOnly: true, timeout: 10_000 })
  try {
    database.exec('begin')
    const names = database.prepare("select name from sqlite_master where type = 'table' order by name").all()
    const last = database.prepare('select name from kysely_migration order by name desc limit 1').get()
    return await work({
      tables: names.map(({ name }) => String(name)).filter(isOurs),
      migration: String(last?.name),
      async *rows(table) {
        let rows: BackupRow[] = []
        for (const row of database.prepare(`select * from "${table}"`).iterate()) {
          rows.push(row as BackupRow)
          if (rows.length === ROWS_AT_A_TIME) {
            yield rows
            rows = []
          }
        }
        yield rows
      },
    })
  } finally {
    database.close()
  }
}

async function ofPostgres<T>(place: DatabaseLocation, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const db = await openDatabase(place, { isPatient: true })
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async trx => {
        const names = await sql<{ name: string }>`
          select tablename as name from pg_tables where schemaname = current_schema() order by name`.execute(trx)
        const last = await sql<{ name: string }>`
          select name from kysely_migration order by name desc limit 1`.execute(trx)
        return work({
          tables: names.rows.map(({ name }) => name).filter(isOurs),
          migration: String(last.rows[0]?.name),
          async *rows(table) {
            await sql`declare backup cursor for select * from ${sql.table(table)}`.execute(trx)
            while (true) {
              const { rows } = await sql<BackupRow>`fetch ${sql.lit(ROWS_AT_A_TIME)} from backup`.execute(trx)
              yield rows
              if (rows.length < ROWS_AT_A_TIME) break
            }
            await sql`close backup`.execute(trx)
          },
        })
      })
  } finally {
    await db.destroy()
  }
}

/** Excludes tables of the database and of the migrator. */
function isOurs(table: string): boolean {
  return !/^(sqlite|kysely)_/.test(table)
}

/** Replaces all rows of a table. */
export async function loadRows(db: Db, table: string, batches: AsyncIterable<BackupRow[]>): Promise<number> {
  let count = 0
  const load = async (trx: Db) => {
    await sql`delete from ${sql.table(table)}`.execute(trx)
    for await (const rows of batches) {
      count += rows.length
      const [first] = rows
      if (!first) continue
      const columns = Object.keys(first)
      // Both databases accept at least this many values in one statement.
      const atOnce = Math.max(1, Math.floor(10_000 / columns.length))
      for (let from = 0; from < rows.length; from += atOnce) {
        const values = rows.slice(from, from + atOnce).map(row => sql`(${sql.join(columns.map(name => row[name]))})`)
        await sql`insert into ${sql.table(table)} (${sql.join(columns.map(name => sql.ref(name)))})
          values ${sql.join(values)}`.execute(trx)
      }
    }
  }
  await (db.isTransaction ? load(db) : db.transaction().execute(load))
  return count
}
