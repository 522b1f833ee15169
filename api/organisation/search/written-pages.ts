import type { Found } from '../../../contract/organisation/search/search.ts'
import { titleOfDraftPage } from '../../../contract/pages/title-of-draft-page.ts'
import type { CourseChecker } from '../../courses/checking/course-checker.ts'
import { anyWrittenCourse, IMPORT_PREFIX } from '../../courses/drafts/draft-store.ts'
import type { Db } from '../../database/tables.ts'

type Checker = Pick<CourseChecker, 'read'>
export type WrittenPages = { id: string; title: string; pages: Found['pages'] }

/**
 * The titles of courses that learners do not have as they are written: courses with a draft, and withdrawn ones. Titles
 * are read again only after an edit.
 */
export function writtenPages(db: Db, checker: Checker): () => Promise<ReadonlyMap<string, WrittenPages>> {
  let known = new Map<string, { edition: string; written: WrittenPages }>()

  return async () => {
    const next: typeof known = new Map()
    for (const [id, edition] of await editions(db)) {
      const before = known.get(id)
      const written = before?.edition === edition ? before.written : await readTitles(db, id, checker)
      if (written) next.set(id, { edition, written })
    }
    known = next
    return new Map([...next].map(([id, { written }]) => [id, written]))
  }
}

async function editions(db: Db): Promise<ReadonlyMap<string, string>> {
  const withdrawn = await db
    .selectFrom('courses')
    .select(['id', 'withdrawn_at'])
    .where('withdrawn_at', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const drafts = await db
    .selectFrom('course_drafts')
    .select(['course_id', 'revision'])
    .where('course_id', 'not like', `${IMPORT_PREFIX}%`)
    .orderBy('course_id')
    .execute()
  return new Map([
    ...withdrawn.map(({ id, withdrawn_at }) => [id, `withdrawn ${withdrawn_at}`] as const),
    ...drafts.map(({ course_id, revision }) => [course_id, `draft ${revision}`] as const),
  ])
}

/** Undefined if the course is gone meanwhile, or cannot be read. */
async function readTitles(db: Db, id: string, checker: Checker): Promise<WrittenPages | undefined> {
  const written = await anyWrittenCourse(db, id)
  const [{ DraftCourse }, { itemKeys }] = await Promise.all([
    import('../../courses/drafts/draft-course.ts'),
    import('../../courses/drafts/keys.ts'),
  ])
  if (written) await checker.read(written.texts)
  const course = written && new DraftCourse(written.texts)
  if (course?.title === undefined) return undefined
  const of = { courseId: id, courseTitle: course.title }
  const pages = course.lessons.flatMap(({ key: lessonId, fields, pages: own }) => {
    const keys = itemKeys(own)
    const lessonTitle = String(fields?.title ?? '')
    return own.map((page, index) => {
      const title = titleOfDraftPage((page ?? {}) as { textContent?: unknown })
      return { id: keys[index] as string, title, lessonId, lessonTitle, ...of }
    })
  })
  return { id, title: course.title, pages }
}
