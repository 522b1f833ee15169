import { existsSync, renameSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'
import { beginFile, flushToDisk, removeUnfinished } from './unfinished.ts'

/** Writes a copy of a SQLite database, completely or not at all, while others write to it. */
export async function writeBackup(db: Db, target: string): Promise<void> {
  const folder = dirname(resolve(target))
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}: make it first`)
  if (existsSync(target)) throw new Error(`${target} is there already; a backup never overwrites a file`)
  const file = beginFile(folder)
  try {
    await sql`vacuum into ${file}`.execute(db)
    flushToDisk(file)
    renameSync(file, target)
    flushToDisk(folder)
  } finally {
    removeUnfinished(file)
  }
}
