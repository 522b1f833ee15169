import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'

/** The PostgreSQL channel on which operator commands notify the servers. */
export const COMMANDS_CHANNEL = 'commands'
const CHECK_AFTER_MS = 1000

/**
 * Called after a command changed something: the servers wake all long polls. On SQLite the servers notice the change by
 * themselves.
 */
export async function notifyServers(db: Db, { databaseUrl }: { databaseUrl: string }): Promise<void> {
  if (databaseUrl) await sql`select pg_notify(${COMMANDS_CHANNEL}, '')`.execute(db)
}

/**
 * Calls `changed` within a second after another process wrote to the SQLite file. `data_version` rises only with the
 * writes of other connections, and a server has one connection.
 */
export function watchOtherProcesses(db: Db, changed: () => void): { stop: () => void } {
  let known: number | undefined
  async function check(): Promise<void> {
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db)
    const version = rows[0]?.data_version
    if (known !== undefined && version !== known) changed()
    known = version
  }
  // A check fails while the disk is full or the file is locked. The next check comes a second later.
  const timer = setInterval(() => void check().catch(() => {}), CHECK_AFTER_MS).unref()
  check().catch(() => {})
  return { stop: () => clearInterval(timer) }
}
