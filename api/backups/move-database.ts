import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '../database/migrate.ts'
import { type DatabaseLocation, openDatabase, sqliteFile } from '../database/open.ts'
import { UNFINISHED_MOVE } from '../database/open-when-there.ts'
import type { Db } from '../database/tables.ts'
import { type BackupRow, loadRows, withSnapshot } from './snapshot.ts'

export type MovedDatabase = { copied: string[]; alreadyThere: string[]; rows: number }

/**
 * Copies all rows to a database of either kind, and compares every row. A second run copies only the tables that
 * differ. Throws if the target has other data than an earlier move wrote, or if the source changes during the move.
 */
export async function moveDatabase(
  from: DatabaseLocation,
  to: DatabaseLocation,
  progress: (line: string) => void | Promise<void>,
): Promise<MovedDatabase> {
  const target = await openDatabase(to, { isPatient: true })
  try {
    await begin(target, from, to)
    const moved: MovedDatabase = { copied: [], alreadyThere: [], rows: 0 }
    const sums = await withSnapshot(from, async source => {
      const before = await withSnapshot(to, copy => sumsOf(source.tables, copy.rows))
      const sums: Record<string, Sum> = {}
      for (const table of source.tables) {
        const sum = await sumOf(source.rows(table))
        sums[table] = sum
        moved.rows += sum.rows
        if (isSame(before[table], sum)) moved.alreadyThere.push(table)
        else {
          await loadRows(target, table, source.rows(table))
          moved.copied.push(table)
          await progress(`${table}: ${sum.rows} rows copied`)
        }
      }
      return sums
    })
    const after = await withSnapshot(to, copy => sumsOf(Object.keys(sums), copy.rows))
    const wrong = Object.keys(sums).filter(table => !isSame(after[table], sums[table] as Sum))
    if (wrong.length > 0) throw new Error(`These tables are not the same after the copy: ${wrong.join(', ')}`)
    const now = await withSnapshot(from, source => sumsOf(source.tables, source.rows))
    const changed = Object.keys(now).filter(table => !isSame(now[table], sums[table] as Sum))
    if (changed.length > 0)
      throw new Error(
        `The server wrote meanwhile: ${changed.join(', ')}. Stop it and run this once more; the rest is not copied again`,
      )
    const content = JSON.stringify(Object.entries(sums).map(([table, { rows, sum }]) => [table, rows, String(sum)]))
    await writeFile(lastMove(from), content, { mode: 0o600 })
    await sql`drop table ${sql.table(UNFINISHED_MOVE)}`.execute(target)
    return moved
  } finally {
    await target.destroy()
  }
}

async function begin(target: Db, from: DatabaseLocation, to: DatabaseLocation): Promise<void> {
  const tables = await target.introspection.getTables()
  if (tables.some(({ name }) => name === UNFINISHED_MOVE)) return await migrate(target)
  if (tables.length > 0 && !(await isAsMoved(from, to))) {
    const advice = to.databaseUrl
      ? 'Name an empty database'
      : `Move ${sqliteFile(to)} to another folder, together with -wal and -shm if they are there`
    throw new Error(`The target has tables of its own. ${advice}`)
  }
  await sql`create table ${sql.table(UNFINISHED_MOVE)} (is_begun integer)`.execute(target)
  await migrate(target)
}

/** The file with the sums of the last complete move. If the target still has these sums, a new move loses nothing. */
function lastMove({ dataDir }: DatabaseLocation): string {
  return join(dataDir, 'last-move.json')
}

/**
 * Whether the target is unchanged since the last complete move. Then the move may run once more: the server may have
 * written to the source before the operator stopped it.
 */
async function isAsMoved(from: DatabaseLocation, to: DatabaseLocation): Promise<boolean> {
  if (!existsSync(lastMove(from))) return false
  const moved: [string, number, string][] = JSON.parse(await readFile(lastMove(from), 'utf8'))
  return withSnapshot(to, async ({ tables, rows }) => {
    if (!moved.every(([table]) => tables.includes(table))) return false
    const now = await sumsOf(tables, rows)
    return moved.every(([table, count, sum]) => isSame(now[table], { rows: count, sum: BigInt(sum) }))
  })
}

/** `sum` adds the hashes of all rows, because the two kinds of database sort rows differently. */
type Sum = { rows: number; sum: bigint }

async function sumsOf(tables: readonly string[], rowsOf: (table: string) => AsyncIterable<BackupRow[]>) {
  const sums: Record<string, Sum> = {}
  for (const table of tables) sums[table] = await sumOf(rowsOf(table))
  return sums
}

async function sumOf(batches: AsyncIterable<BackupRow[]>): Promise<Sum> {
  let [rows, sum] = [0, 0n]
  for await (const batch of batches) {
    rows += batch.length
    for (const row of batch) sum = BigInt.asUintN(64, sum + hashOf(row))
  }
  return { rows, sum }
}

function hashOf(row: BackupRow): bigint {
  const inOrder = Object.keys(row)
    .toSorted()
    .map(column => [column, row[column]])
  return createHash('sha256').update(JSON.stringify(inOrder)).digest().readBigUInt64BE()
}

function isSame(one: Sum | undefined, other: Sum): boolean {
  return one?.rows === other.rows && one.sum === other.sum
}
