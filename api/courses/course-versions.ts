import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { CourseContent, LessonContent } from './catalogue/snapshot.ts'

/** What a version holds: a course as learners get it. */
export type VersionContent = {
  course: CourseContent
  isBeta: boolean
  lessons: ({ isBeta: boolean } & LessonContent)[]
}

/** Stores the content as the next version of its course. Does nothing if it is that of the last version. */
export async function saveVersion(trx: Transaction<Tables>, content: VersionContent, now: number): Promise<void> {
  const courseId = content.course.id
  const digest = digestOf(content)
  const last = await trx
    .selectFrom('course_versions')
    .select(['number', 'digest', 'made_at'])
    .where('course_id', '=', courseId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.digest === digest) return
  await trx
    .insertInto('course_versions')
    .values({
      course_id: courseId,
      number: (last?.number ?? 0) + 1,
      // Later than the version before, even if a clock was turned back.
      made_at: Math.max(now, (last?.made_at ?? 0) + 1),
      digest,
      content: JSON.stringify(content),
    })
    .execute()
}

/** Without the times at which lessons changed: an import of the same files is no new version. */
function digestOf({ course, isBeta, lessons }: VersionContent): string {
  const timeless = lessons.map(({ lesson: { changedAt: _, ...lesson }, ...rest }) => ({ ...rest, lesson }))
  return createHash('sha256')
    .update(JSON.stringify({ course, isBeta, lessons: timeless }))
    .digest('hex')
}
