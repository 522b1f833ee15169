import { hash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { languageCodes } from '../../../../contract/languages.ts'
import type { LookedAt, Sister } from '../../../../contract/organisation/sister/sister.ts'
import type { ActResult } from '../../../audit-log/audit-log.ts'
import type { CourseChecker } from '../../../courses/checking/course-checker.ts'
import { DraftCourse, withCourseField } from '../../../courses/drafts/draft-course.ts'
import {
  anyWrittenCourse,
  beginDraft,
  draftLock,
  saveChangedFiles,
  type WrittenCourse,
  withTexts,
  writtenCourse,
} from '../../../courses/drafts/draft-store.ts'
import { addReload } from '../../../courses/drafts/edits-since.ts'
import { itemKeys } from '../../../courses/drafts/keys.ts'
import type { Db, Tables } from '../../../database/tables.ts'

type Trx = Transaction<Tables>

/** The other course of a pair, and the pages of this one to look at. A pair is two courses that name each other. */
export async function sisterOf(
  db: Db,
  courseId: string,
  checker?: Pick<CourseChecker, 'read'>,
): Promise<Sister | null> {
  const own = await writtenCourse(db, courseId)
  const other = await pairedWith(db, own)
  if (!other) return null
  for (const { texts } of [own, other]) await checker?.read(texts)
  const rows = await db.selectFrom('sister_pages').selectAll().where('course_id', '=', courseId).execute()
  const lookedAt = new Map(rows.map(({ page, other_digest }) => [page, other_digest]))
  const [ownPages, otherPages] = [pagesOf(own), pagesOf(other)]
  const changed = [...ownPages].filter(([name]) => lookedAt.get(name) !== (otherPages.get(name)?.digest ?? ''))
  const { title, language } = fieldsOf(other)
  return {
    id: other.courseId,
    title: String(title ?? ''),
    language: languageCodes.find(code => code === language) ?? 'ar',
    pages: changed.map(([name, { place, digest }]) => {
      const twin = otherPages.get(name)
      return { ...place, digest, twin: twin ? { ...twin.place, digest: twin.digest } : null }
    }),
    onlyThere: [...otherPages.keys()].filter(name => !ownPages.has(name)).length,
  }
}

/**
 * All drafts that choosing a sister may write into: those of both courses, and of the courses they were paired with.
 */
export async function locksOfPair(db: Db, ids: readonly (string | null)[]): Promise<string[]> {
  const courses = await Promise.all(ids.map(async id => (id === null ? undefined : anyWrittenCourse(db, id))))
  const named = courses.flatMap(one => (one ? [one.courseId, String(fieldsOf(one).sister ?? one.courseId)] : []))
  return [...new Set(named)].map(draftLock)
}

/** `sister` is null if the course shall have no sister any more. */
type Pairing = { id: string; sister: string | null; authorId: string }

/**
 * Needs `locksOfPair`. Returns the courses whose drafts were written. Choosing the same sister again writes nothing.
 */
export async function pairCourses(
  trx: Trx,
  { id, sister, authorId }: Pairing,
  now: number,
): Promise<ActResult<string[]>> {
  const result = await namePair(trx, { id, sister, authorId }, now)
  const lines = result.length > 0 ? [{ action: 'courses-paired' as const, details: { course: id, sister } }] : []
  return { result, lines }
}

async function namePair(trx: Trx, { id, sister, authorId }: Pairing, now: number) {
  const own = await writtenCourse(trx, id)
  const other = sister === null ? undefined : await anyWrittenCourse(trx, sister)
  if (sister !== null && (!other || other.files.length === 0 || fieldsOf(other).language === fieldsOf(own).language))
    throw new ApiError('courses/no-sister')
  const changed: string[] = []
  const name = async (written: WrittenCourse, to: string | undefined) => {
    if (fieldsOf(written).sister === to) return
    await nameSister(trx, written, { sister: to, authorId }, now)
    changed.push(written.courseId)
  }
  for (const one of other ? [own, other] : [own]) {
    const former = await pairedWith(trx, one)
    if (!former || former.courseId === id || former.courseId === sister) continue
    await name(former, undefined)
    await deleteLookedAt(trx, [former.courseId, one.courseId])
  }
  await name(own, other?.courseId)
  if (other) {
    await name(other, id)
    // When two courses become a pair, their pages count as matching.
    if (changed.length > 0) await saveLookedAt(trx, [id, other.courseId], samePages(own, other), now)
  }
  return changed
}

function samePages(own: WrittenCourse, other: WrittenCourse): LookedAt[] {
  const sisterPages = pagesOf(other)
  return [...pagesOf(own)].flatMap(([name, { place, digest }]) => {
    const twin = sisterPages.get(name)
    return twin ? [{ ...place, digest, twin: { ...twin.place, digest: twin.digest } }] : []
  })
}

/**
 * Notes that both pages of each pair were looked at, with the content they had then. Throws `not-found` if the course
 * has no sister.
 */
export async function noteLookedAt(trx: Trx, id: string, pages: readonly LookedAt[], now: number): Promise<void> {
  const other = await pairedWith(trx, await writtenCourse(trx, id))
  if (!other) throw new ApiError('not-found')
  await saveLookedAt(trx, [id, other.courseId], pages, now)
}

async function saveLookedAt(trx: Trx, [id, other]: [string, string], pages: readonly LookedAt[], now: number) {
  for (const { lesson, page, digest, twin } of pages)
    for (const row of [
      { course_id: id, page: nameOf(id, lesson, page), other_digest: twin.digest },
      { course_id: other, page: nameOf(other, twin.lesson, twin.page), other_digest: digest },
    ])
      await trx
        .insertInto('sister_pages')
        .values({ ...row, looked_at: now })
        .onConflict(conflict => conflict.columns(['course_id', 'page']).doUpdateSet({ ...row, looked_at: now }))
        .execute()
}

async function deleteLookedAt(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('sister_pages').where('course_id', 'in', ids).execute()
}

async function pairedWith(db: Db, own: WrittenCourse): Promise<WrittenCourse | undefined> {
  const { sister } = fieldsOf(own)
  const other = typeof sister === 'string' ? await anyWrittenCourse(db, sister) : undefined
  return other && fieldsOf(other).sister === own.courseId ? other : undefined
}

async function nameSister(
  trx: Trx,
  before: WrittenCourse,
  { sister, authorId }: { sister: string | undefined; authorId: string },
  now: number,
) {
  const { courseId } = before
  const source = before.texts.get('course.yaml') ?? ''
  const after = withTexts(before, new Map(before.texts).set('course.yaml', withCourseField(source, 'sister', sister)))
  if (before.draft) await saveChangedFiles(trx, before, after)
  else await beginDraft(trx, { courseId, baseVersion: before.version ?? null, kind: 'publish' }, after, now)
  await trx.updateTable('course_drafts').set({ changed_at: now }).where('course_id', '=', courseId).execute()
  await addReload(trx, { courseId, authorId }, now)
}

function fieldsOf({ texts }: Pick<WrittenCourse, 'texts'>): Record<string, unknown> {
  return new DraftCourse(texts).courseFields ?? {}
}

type OwnPage = { place: { lesson: string; page: string }; digest: string }

/** The pages of a course by a name that their twins have, too. */
function pagesOf({ courseId, texts }: WrittenCourse): ReadonlyMap<string, OwnPage> {
  return new Map(
    new DraftCourse(texts).lessons.flatMap(({ key: lesson, pages }) => {
      const keys = itemKeys(pages)
      return pages.map((content, index) => {
        const page = keys[index] as string
        const digest = hash('sha256', JSON.stringify(content))
        return [nameOf(courseId, lesson, page), { place: { lesson, page }, digest }] as const
      })
    }),
  )
}

/** The ids of twin lessons differ only in the id of their course: `tea-en-water` and `tea-ar-water`. */
function nameOf(courseId: string, lesson: string, page: string): string {
  return `${lesson.startsWith(`${courseId}-`) ? lesson.slice(courseId.length + 1) : lesson}/${page}`
}
