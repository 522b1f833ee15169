import {
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { setForeignWalAside } from '../foreign-wal.ts'
import { END_AFTER_RESTORE } from './end-after-restore.ts'
import { newLineOfBackups, takeLaterSessions } from './later-sessions.ts'
import { beginFile, flushToDisk, removeUnfinished } from './unfinished.ts'

type Restored = { aside: string | undefined; isOfFormer: boolean }

/**
 * Replaces the database by a backup, completely or not at all. Throws while a program uses the database, and for a
 * damaged backup. `aside` is the name under which the former database is kept; undefined if there was none.
 * `isOfFormer`: the backup was made from the former database, whose sign-ins were taken.
 */
export async function restoreBackup(backup: string, file: string): Promise<Restored> {
  if (!existsSync(backup)) throw new Error(`There is no file ${backup}`)
  if (existsSync(`${backup}-wal`) && statSync(`${backup}-wal`).size > 0)
    throw new Error(`${backup} has a -wal beside it: it is a database in use, not a backup`)
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const copy = beginFile(folder)
  try {
    await pipeline(createReadStream(backup), createWriteStream(copy, { flags: 'r+' }))
    checkCopy(copy, backup)
    const aside = setAside(file)
    const isOfFormer = aside !== undefined && takeLaterSessions(copy, aside)
    drawNewNumber(copy)
    flushToDisk(copy)
    renameSync(copy, file)
    flushToDisk(folder)
    return { aside, isOfFormer }
  } finally {
    removeUnfinished(copy)
  }
}

/** Throws if the copy is damaged. Also ends the codes and sessions of `END_AFTER_RESTORE`. */
function checkCopy(copy: string, backup: string): void {
  try {
    const database = new DatabaseSync(copy)
    try {
      // A copy made by another program may be in WAL format, which would replay an old -wal file beside it.
      database.exec('pragma journal_mode = delete')
      const [finding] = database.prepare('pragma integrity_check').all()
      if (finding?.integrity_check !== 'ok') throw new Error(String(finding?.integrity_check))
      database.prepare('select name from kysely_migration limit 1').all()
      for (const statement of END_AFTER_RESTORE) runIfKnown(database, statement)
    } finally {
      database.close()
    }
  } catch (error) {
    throw new Error(`${backup} is no good backup of Step by Step: ${(error as Error).message}. Nothing was changed.`)
  }
}

function drawNewNumber(copy: string): void {
  const database = new DatabaseSync(copy)
  database.exec(newLineOfBackups())
  database.close()
}

/** A backup of an earlier version may lack tables or columns. */
function runIfKnown(database: DatabaseSync, statement: string): void {
  try {
    database.exec(statement)
  } catch (error) {
    if (!/no such (table|column)/.test((error as Error).message)) throw error
  }
}

/** The former database stays in place until the backup replaces it. */
function setAside(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  setForeignWalAside(file)
  closeWal(file)
  // SQLite leaves this index of the -wal beside the database of a killed server, although the -wal itself is gone.
  if (!existsSync(`${file}-wal`)) rmSync(`${file}-shm`, { force: true })
  const aside = `${file}.before-restore-${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`
  linkSync(file, aside)
  // These files are still here only if the database is damaged.
  for (const end of ['-wal', '-shm', '-journal'])
    if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`)
  return aside
}

/** Moves the content of the -wal into the database, which only the last connection can do. */
function closeWal(file: string): void {
  try {
    const database = new DatabaseSync(file, { timeout: 0 })
    try {
      database.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive; commit')
    } finally {
      database.close()
    }
  } catch (error) {
    if (!/locked|busy/.test((error as Error).message)) return
    throw new Error(`A server or a command works on ${file}: stop it first. Nothing was changed.`)
  }
}
