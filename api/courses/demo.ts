import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const DEMO_COURSES = resolve(import.meta.dirname, '../../courses')

/** The courses that are shipped: demo, manual and fixture in one. */
export function demoFolders(): string[] {
  if (!existsSync(DEMO_COURSES)) return []
  const folders = readdirSync(DEMO_COURSES).map(name => join(DEMO_COURSES, name))
  return folders.filter(folder => existsSync(join(folder, 'course.yaml'))).sort()
}
