import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '../config.ts'
import type { Db } from '../database/tables.ts'
import { demoFolders, demoId, saveUnfinishedDemo, unfinishedDemo } from './demo.ts'

const ADMIN = resolve(import.meta.dirname, '../commands/admin.ts')

/**
 * Imports the demo courses into a database without courses, or continues an interrupted import. It runs in a process of
 * its own, so that the server's memory stays free of the code that reads courses.
 */
export async function importFirstCourses(db: Db, { dataDir, databaseUrl }: Config): Promise<void> {
  if ((await unfinishedDemo(db)) === undefined) {
    const course = await db.selectFrom('courses').select('id').limit(1).executeTakeFirst()
    if (course) return
    await saveUnfinishedDemo(db, demoFolders().map(demoId))
  }
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  await promisify(execFile)(process.execPath, [ADMIN, 'import-demo', '--unfinished'], { env })
}
