import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { LessonContent } from '../../contract/lesson-media.ts'
import type { Tables, VersionKind } from '../database/tables.ts'
import type { CourseContent } from './catalogue/snapshot.ts'
import type { CourseFile } from './files/course-file-list.ts'

/** What a version holds: a course as learners get it. */
export type VersionContent = {
  course: CourseContent
  isBeta: boolean
  lessons: ({ isBeta: boolean } & LessonContent)[]
}

/** How a version came about. */
export type MadeBy = {
  kind: VersionKind
  reason: string | null
  /** Null if the operator made it by a command. */
  authorId: string | null
  fromNumber?: number
}

/**
 * Stores the content as the next version of its course and returns its number. Returns undefined if nothing differs
 * from the last version: neither what learners get nor a file.
 */
export async function saveVersion(
  trx: Transaction<Tables>,
  content: VersionContent,
  made: MadeBy & { files: readonly CourseFile[] },
  now: number,
): Promise<number | undefined> {
  const courseId = content.course.id
  const digest = digestOf(content)
  const files = JSON.stringify(made.files)
  const last = await trx
    .selectFrom('course_versions')
    .select(['number', 'digest', 'made_at', 'files'])
    .where('course_id', '=', courseId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.digest === digest && last.files === null) await addFiles(trx, courseId, last.number, files)
  if (last?.digest === digest && (last.files === null || last.files === files)) return undefined
  const number = (last?.number ?? 0) + 1
  await trx
    .insertInto('course_versions')
    .values({
      course_id: courseId,
      number,
      // Later than the version before, even if a clock was turned back.
      made_at: Math.max(now, (last?.made_at ?? 0) + 1),
      digest,
      content: JSON.stringify(content),
      kind: made.kind,
      reason: made.reason,
      author_id: made.authorId,
      files,
      from_number: made.fromNumber ?? null,
    })
    .execute()
  return number
}

/** A version of an earlier edition of this program has no files until its folder is imported again. */
async function addFiles(trx: Transaction<Tables>, courseId: string, number: number, files: string): Promise<void> {
  await trx
    .updateTable('course_versions')
    .set({ files })
    .where('course_id', '=', courseId)
    .where('number', '=', number)
    .execute()
}

/** Leaves out the times at which lessons changed, so that an import of the same files is no new version. */
function digestOf({ course, isBeta, lessons }: VersionContent): string {
  const timeless = lessons.map(({ lesson: { changedAt: _, ...lesson }, ...rest }) => ({ ...rest, lesson }))
  return createHash('sha256')
    .update(JSON.stringify({ course, isBeta, lessons: timeless }))
    .digest('hex')
}
