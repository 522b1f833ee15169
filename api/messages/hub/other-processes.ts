import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'

/** Sent by operator commands on PostgreSQL. */
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
 * Calls `changed` within a second after another process wrote to the SQLite file. `data_version` rises with the writes
 * of other connections only, and a server has one.
 */
export function watchOtherProcesses(db: Db, changed: () => void): { stop: () => void } {
  let known: number | undefined
  async function check(): Promise<void> {
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db)
    const version = rows[0]?.data_version
    if (known !== undefined && version !== known) changed()
    known = version
  }
  // While the disk is full or the file locked, it is checked again later.
  const timer = setInterval(() => void check().catch(() => {}), CHECK_AFTER_MS).unref()
  check().catch(() => {})
  return { stop: () => clearInterval(timer) }
}
