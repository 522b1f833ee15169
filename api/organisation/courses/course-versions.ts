import { ApiError } from '../../../contract/calls/api-error.ts'
import type { CourseVersion } from '../../../contract/organisation/course-versions.ts'
import { pageTypes } from '../../../contract/pages/index.ts'
import type { VersionContent } from '../../courses/course-versions.ts'
import { authorsOf, NOBODY } from '../../courses/drafts/authors.ts'
import { DraftCourse } from '../../courses/drafts/draft-course.ts'
import { writtenCourse } from '../../courses/drafts/draft-store.ts'
import { itemKeys } from '../../courses/drafts/keys.ts'
import type { Db } from '../../database/tables.ts'
import type { CourseOutline } from '../reports/effects.ts'

export async function versionsOf(db: Db, courseId: string): Promise<CourseVersion[]> {
  const rows = await db
    .selectFrom('course_versions')
    .selectAll()
    .where('course_id', '=', courseId)
    .orderBy('number', 'desc')
    .execute()
  if (rows.length === 0) {
    // A draft has no version yet. This throws if there is no such course.
    await writtenCourse(db, courseId)
    return []
  }
  const authors = await authorsOf(db)
  return rows.map(row => {
    const { lessons } = JSON.parse(row.content) as VersionContent
    return {
      number: row.number,
      madeAt: row.made_at,
      kind: row.kind ?? 'import',
      by: row.author_id == null ? null : (authors.get(row.author_id) ?? NOBODY),
      reason: row.reason ?? null,
      from: row.from_number ?? null,
      lessonCount: lessons.length,
      pageCount: lessons.reduce((sum, { pages }) => sum + pages.length, 0),
      hasFiles: row.files != null,
    }
  })
}

/** The lessons and pages of a version, or of the present state. */
export async function outlineOf(db: Db, courseId: string, version: number | undefined): Promise<CourseOutline> {
  if (version !== undefined) return outlineOfVersion(db, courseId, version)
  const { texts } = await writtenCourse(db, courseId)
  return new DraftCourse(texts).lessons.map(({ key, fields, pages }) => {
    const keys = itemKeys(pages)
    return {
      id: key,
      title: String(fields?.title ?? ''),
      pages: pages.map((page, index) => ({ id: keys[index] as string, type: typeOf(page) })),
    }
  })
}

/** A page without a known type is a mistake. Until an author mends it, it counts as a page that asks nothing. */
function typeOf(page: unknown): string {
  const { type } = page as { type?: unknown }
  const known = typeof type === 'string' ? pageTypes.get(type) : undefined
  return (known ?? ([...pageTypes.values()][0] as { type: string })).type
}

async function outlineOfVersion(db: Db, courseId: string, number: number): Promise<CourseOutline> {
  const row = await db
    .selectFrom('course_versions')
    .select('content')
    .where('course_id', '=', courseId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  const { lessons } = JSON.parse(row.content) as VersionContent
  return lessons.map(({ lesson: { id, title }, pages }) => ({
    id,
    title,
    pages: pages.map(page => ({ id: page.id, type: page.type })),
  }))
}
