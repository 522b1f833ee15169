import { statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { databaseProblemIn } from '../database/failures/database-problem.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase, sqliteFile } from '../database/open.ts'
import { throwIfMoveUnfinished } from '../database/open-when-there.ts'
import { notifyServers } from '../messages/hub/other-processes.ts'
import { readConfig } from '../read-config.ts'
import { misspeltSettings } from '../texts/misspelt-settings.ts'
import type { Command, CommandWithoutDatabase } from './command.ts'
import { migrateCommand } from './migrate.ts'
import { throwIfMistyped } from './mistyped-words.ts'

/** Runs a command with the words after its name. An error ends it with one sentence for the operator. */
export async function runCommand(command: Command | CommandWithoutDatabase, words: string[]): Promise<void> {
  try {
    throwIfMistyped(command, words)
    const config = readConfig(process.env)
    // On stderr, so that the output of a command can go into a file or another program.
    for (const sentence of misspeltSettings(process.env)) console.error(sentence)
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

/** Names the database for the operator, without its password. */
function databaseOf(config: Config): string {
  if (!config.databaseUrl) return resolve(sqliteFile(config))
  const { host, pathname } = new URL(config.databaseUrl)
  return `PostgreSQL, ${host}${pathname}`
}

/** Without the server's settings a command would create a new database and report success. */
function throwIfNoDatabase(config: Config): void {
  const file = resolve(sqliteFile(config))
  if (config.databaseUrl || isThere(file)) return
  throw new Error(
    `There is no database yet: ${file}\n` +
      'Commands need the settings of the server: set -a; . /etc/step-by-step.env; set +a\n' +
      'A new installation makes its database at the first start, or by: npm run admin -- migrate',
  )
}

/** Throws if the user who runs the command has no permission to see the file. */
function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined
}

type Failure = Error & { code?: unknown; path?: string; syscall?: string }

/** Adds what the operator can do, because an error of the database or of the system does not say it. */
function reasonOf(error: Failure): string {
  const { code, message, path, syscall } = error
  if (databaseProblemIn(error) === 'full')
    return `There is no room on the disk: ${message}. Make room, then run this once more`
  if (NETWORK_CODES.has(code as string))
    // With several IP addresses Node's message is empty.
    return `The database does not answer: ${message || code}. Start PostgreSQL, or correct the host and the port`
  // Some codes of the system have five letters, too: EROFS.
  const isOfPostgres = syscall === undefined && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  const isFromDatabase = code === 'ERR_SQLITE_ERROR' || isOfPostgres
  if (isFromDatabase) return `Nothing was changed, because the database refused it: ${message}`
  if (code === 'auth/invalid-phone-number') return `${message}, with a plus and the country: +971501234567`
  if (code === 'auth/invalid-email') return `${message}. One looks like you@example.org`
  const reason = FILE_REASONS[code as string]
  return reason ? `${path === undefined ? 'It' : placeOf(path)} ${reason}` : message
}

/** The operator named a folder or a file in it, not our temporary file beside it. */
function placeOf(path: string): string {
  return /^\..*\.part$/.test(basename(path)) ? dirname(path) : path.replace(/\.part$/, '')
}

/** Only the database gives these codes: errors of gateways, mail servers and buckets have their own sentences. */
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

const FILE_REASONS: Record<string, string | undefined> = {
  EACCES: 'may not be used by this user. Run the command as the user of the server, and name a place open to that user',
  EEXIST: 'is there already. Move it away, or name another',
  EISDIR: 'is a folder. Name a file',
  ENOENT: 'is not there, or its folder is not',
  ENOTDIR: 'is not inside a folder',
  EPERM: 'may not be written: it is protected, or its file system does not allow it',
  EROFS: 'is on a disk that cannot be written now. Name another place, or mount it for writing',
}
