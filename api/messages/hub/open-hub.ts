import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import { type Log, warningOf } from '../../log.ts'
import { type Hub, memoryHub } from './hub.ts'
import { watchOtherProcesses } from './other-processes.ts'

/** Opens the hub that fits the database of this process. */
export async function openHub(db: Db, { databaseUrl, databaseDirectUrl }: Config, log: Log): Promise<Hub> {
  if (!databaseUrl) return sqliteHub(db)
  const { postgresHub } = await import('./hub-postgres.ts')
  return postgresHub(db, { listenUrl: databaseDirectUrl || databaseUrl, failed: warningOf(log, 'NOTIFY failed') })
}

/** One process serves a SQLite file; operator commands are other processes. */
function sqliteHub(db: Db): Hub {
  const hub = memoryHub()
  const watch = watchOtherProcesses(db, hub.wakeAll)
  return {
    ...hub,
    close: async () => {
      watch.stop()
      await hub.close()
    },
  }
}
