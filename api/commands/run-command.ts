import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { suggestion } from '../courses/reading/yaml/unknown-fields.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase, sqliteFile } from '../database/open.ts'
import { throwIfMoveUnfinished } from '../database/open-when-there.ts'
import { notifyServers } from '../messages/hub/other-processes.ts'
import { readConfig } from '../read-config.ts'
import type { Command, CommandWithoutDatabase } from './command.ts'
import { migrateCommand } from './migrate.ts'
import { WHO, WHO_IS } from './named-person.ts'

/** The program uses these itself, so they are in no help. */
const INTERNAL_OPTIONS = ['--from-server', '--unfinished']

/** Runs a command with the words after its name. An error ends it with one sentence for the operator. */
export async function runCommand(command: Command | CommandWithoutDatabase, words: string[]): Promise<void> {
  try {
    throwIfUnknownOption(command, words)
    const config = readConfig(process.env)
    // On stderr, so that the output of a command can go into a file or another program.
    console.error(`Database: ${databaseOf(config)}`)
    if ('runWithoutDatabase' in command) return await command.runWithoutDatabase({ config, words, print: console.log })
    if (command !== migrateCommand) throwIfNoDatabase(config)
    const db = await openDatabase(config, { isPatient: true })
    try {
      await throwIfMoveUnfinished(db)
      await migrate(db)
      await command.run({ db, config, words, print: console.log })
      await notifyServers(db, config)
    } finally {
      await db.destroy()
    }
  } catch (error) {
    console.error(reasonOf(error as Error & { code?: unknown }))
    process.exitCode = 1
  }
}

/** A misspelt option would be left out silently, and `import-demo --remvoe` would import. */
function throwIfUnknownOption({ usage, checksOptions }: Command | CommandWithoutDatabase, words: string[]): void {
  if (checksOptions) return
  const known = `${usage} ${usage.includes(WHO) ? WHO_IS : ''}`.match(/--[a-z-]+/g) ?? []
  const unknown = words.find(word => /^--[a-z-]+$/.test(word) && ![...known, ...INTERNAL_OPTIONS].includes(word))
  if (unknown)
    throw new Error(
      `There is no option \`${unknown}\`${suggestion(unknown, known)}\n` +
        (usage ? `After the name of the command: ${usage}` : 'The command takes none.'),
    )
}

/** Names the database for the operator, without its password. */
function databaseOf(config: Config): string {
  if (!config.databaseUrl) return resolve(sqliteFile(config))
  const { host, pathname } = new URL(config.databaseUrl)
  return `PostgreSQL, ${host}${pathname}`
}

/** Without the server's settings a command would create a new database and report success. */
function throwIfNoDatabase(config: Config): void {
  const file = resolve(sqliteFile(config))
  if (config.databaseUrl || existsSync(file)) return
  throw new Error(
    `There is no database yet: ${file}\n` +
      'Commands need the settings of the server: set -a; . /etc/step-by-step.env; set +a\n' +
      'A new installation makes its database at the first start, or by: npm run admin -- migrate',
  )
}

/** A database error names tables and no remedy. */
function reasonOf({ code, message }: Error & { code?: unknown }): string {
  const isFromDatabase = code === 'ERR_SQLITE_ERROR' || (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
  return isFromDatabase ? `Nothing was changed, because the database refused it: ${message}` : message
}
