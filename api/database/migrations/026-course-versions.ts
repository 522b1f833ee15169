import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** A row for each version of a course with its content, and the version in which an answer was given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'course_versions', VERSIONS, ['course_id', 'number'])
  await db.schema.alterTable('page_answers').addColumn('course_version', 'integer').execute()
  await saveFirstVersions(db as Kysely<Stored>)
}

const VERSIONS = {
  course_id: 'text!',
  number: 'integer!',
  made_at: 'bigint!',
  digest: 'text!',
  content: 'text!',
}

type Lesson = { lesson: { changedAt?: number }; pages: unknown[] }
type Stored = {
  courses: { id: string; is_beta: number; content: string }
  lessons: { id: string; course_id: string; position: number; is_beta: number; content: string }
  course_versions: { course_id: string; number: number; made_at: number; digest: string; content: string }
}

/** The courses of today are version 1, made when their lessons last changed. */
async function saveFirstVersions(db: Kysely<Stored>): Promise<void> {
  for (const { id, is_beta, content } of await db.selectFrom('courses').selectAll().execute()) {
    const rows = await db.selectFrom('lessons').selectAll().where('course_id', '=', id).orderBy('position').execute()
    const lessons = rows.map(row => ({ isBeta: row.is_beta === 1, ...(JSON.parse(row.content) as Lesson) }))
    const version = { course: JSON.parse(content) as unknown, isBeta: is_beta === 1, lessons }
    const made_at = Math.max(0, ...lessons.map(({ lesson }) => lesson.changedAt ?? 0))
    const row = { course_id: id, number: 1, made_at, digest: digestOf(version), content: JSON.stringify(version) }
    await db.insertInto('course_versions').values(row).execute()
  }
}

/** Without the times of change. */
function digestOf(version: { lessons: Lesson[] }): string {
  const lessons = version.lessons.map(({ lesson: { changedAt: _, ...lesson }, ...rest }) => ({ ...rest, lesson }))
  return createHash('sha256')
    .update(JSON.stringify({ ...version, lessons }))
    .digest('hex')
}
