import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Db } from '../database/tables.ts'
import { importCourse } from './import.ts'

const DEMO_COURSES = resolve(import.meta.dirname, '../../courses')

/** Fills a database that has no course with those that are shipped: demo, manual and fixture in one. */
export async function importDemoCourses(db: Db, { mediaDir }: { mediaDir: string }): Promise<void> {
  const course = await db.selectFrom('courses').select('id').limit(1).executeTakeFirst()
  if (course) return
  for (const folder of demoFolders()) await importCourse(db, folder, { mediaDir })
}

function demoFolders(): string[] {
  if (!existsSync(DEMO_COURSES)) return []
  const folders = readdirSync(DEMO_COURSES).map(name => join(DEMO_COURSES, name))
  return folders.filter(folder => existsSync(join(folder, 'course.yaml'))).sort()
}
