import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { storedValue, storeValue } from '../database/stored-values.ts'
import type { Db } from '../database/tables.ts'

const DEMO_COURSES = resolve(import.meta.dirname, '../../courses')

/** The courses of this repository: demo, manual and test data. */
export function demoFolders(): string[] {
  if (!existsSync(DEMO_COURSES)) return []
  const folders = readdirSync(DEMO_COURSES).map(name => join(DEMO_COURSES, name))
  return folders.filter(folder => existsSync(join(folder, 'course.yaml'))).sort()
}

const UNFINISHED = 'demo-import'

/** Ids of the demo courses that an interrupted first start did not import. Undefined if no first start has begun. */
export async function unfinishedDemo(db: Db): Promise<string[] | undefined> {
  return storedValue(db, UNFINISHED)
}

export async function saveUnfinishedDemo(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return void (await db.deleteFrom('settings').where('name', '=', UNFINISHED).execute())
  await storeValue(db, UNFINISHED, ids)
}

/** A demo course has the id of its folder. */
export function demoId(folder: string): string {
  return basename(folder)
}
