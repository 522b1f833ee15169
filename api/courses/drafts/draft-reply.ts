import type { AtWork, Draft } from '../../../contract/organisation/drafts.ts'
import { MINUTE } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import { type CourseFile, isText } from '../files/course-file-list.ts'
import { authorsOf, NOBODY } from './authors.ts'
import { conflictsOf } from './conflicts.ts'
import { DraftCourse } from './draft-course.ts'
import { type WrittenCourse, writtenCourse } from './draft-store.ts'
import { revisionOf } from './edit-log.ts'
import { itemKeys } from './keys.ts'
import { setAsideOf } from './set-aside.ts'

/** People whose last long poll is younger than this are at work. */
const AT_WORK_MS = 1.5 * MINUTE

type Deps = { db: Db; checker: { read(texts: ReadonlyMap<string, string>): Promise<void> } }

export async function draftOf({ db, checker }: Deps, courseId: string, uid: string, now: number): Promise<Draft> {
  // The revision is read before the texts, so a browser may apply an edit twice that comes in between, but misses none.
  const last = await revisionOf(db, courseId, undefined)
  const written = await writtenCourse(db, courseId)
  const { draft, state, isBeta, files, texts, version } = written
  await checker.read(texts)
  const course = new DraftCourse(texts)
  const setAside = await setAsideOf(db, courseId, now)
  return {
    courseId,
    state,
    ...(isBeta && { isBeta }),
    revision: Math.max(last, draft?.revision ?? 0),
    baseVersion: draft ? draft.base_version : (version ?? null),
    version: version ?? null,
    isUnchanged: isAsPublished(written),
    course: course.courseFields ?? {},
    ...(course.courseFields ? {} : { unreadable: rawText(written, 'course.yaml') }),
    lessons: course.lessons.map(({ key, name, fields, pages }) => {
      const keys = itemKeys(pages)
      return {
        key,
        file: name,
        fields: fields ?? {},
        pages: pages.map((page, index) => ({
          key: keys[index] as string,
          fields: page as Record<string, unknown>,
        })),
        ...(fields ? {} : { unreadable: rawText(written, name) }),
      }
    }),
    files: files.filter(({ name }) => !isText(name)),
    conflicts: await conflictsOf(db, courseId, texts),
    atWork: await atWorkOn(db, courseId, uid, now),
    ...(setAside && { setAside }),
  }
}

/** Whether the draft equals the published version. */
export function isAsPublished({ draft, files, versionFiles }: WrittenCourse): boolean {
  return !draft || (versionFiles !== undefined && asText(files) === asText(versionFiles))
}

function asText(files: readonly CourseFile[]): string {
  return files
    .map(({ name, digest }) => `${name} ${digest}`)
    .toSorted()
    .join('\n')
}

function rawText({ texts, files }: WrittenCourse, name: string): { text: string; digest: string } {
  return { text: texts.get(name) ?? '', digest: files.find(file => file.name === name)?.digest ?? '' }
}

/** The other authors who have this course open. */
export async function atWorkOn(db: Db, courseId: string, uid: string, now: number): Promise<AtWork[]> {
  const rows = await db
    .selectFrom('draft_places')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('seen_at', '>', now - AT_WORK_MS)
    .orderBy('author_id')
    .execute()
  if (rows.length === 0) return []
  const authors = await authorsOf(db)
  return rows.flatMap(({ author_id, lesson, page }) => {
    const by = authors.get(author_id) ?? NOBODY
    return by.uid === uid ? [] : [{ by, lesson, page }]
  })
}

type Place = { courseId: string; authorId: string; lesson: string | null; page: string | null }

/** Stores where an author works. Returns whether the other authors have to be notified. */
export async function saveDraftPlace(
  db: Db,
  { courseId, authorId, lesson, page }: Place,
  now: number,
): Promise<boolean> {
  const before = await db
    .selectFrom('draft_places')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  const place = { lesson, page, seen_at: now }
  await db
    .insertInto('draft_places')
    .values({ course_id: courseId, author_id: authorId, ...place })
    .onConflict(conflict => conflict.columns(['course_id', 'author_id']).doUpdateSet(place))
    .execute()
  const wasAway = !before || before.seen_at <= now - AT_WORK_MS
  return wasAway || before.lesson !== lesson || before.page !== page
}
