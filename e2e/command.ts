import type { Command } from '../api/commands/command.ts'
import { openDatabase } from '../api/database/open.ts'
import { readConfig } from '../api/read-config.ts'
import type { Server } from './server.ts'

/** Runs an operator's command in this process. `server.admin` starts one for it, which takes a second. */
export async function command({ dataDir }: Server, { run }: Command, ...words: string[]): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir })
  const db = openDatabase(config, { isPatient: true })
  try {
    await run({ db, config, words, print: () => {} })
  } finally {
    await db.destroy()
  }
}
