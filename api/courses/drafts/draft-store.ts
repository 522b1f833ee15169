import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { CourseState } from '../../../contract/organisation/courses.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { type CourseFile, inFolderOrder, isText } from '../files/course-file-list.ts'
import { fileOfText, textsByDigest } from '../files/texts.ts'

/** An uploaded folder is stored like a draft until the call `importAsDraft`. No course has an id with this prefix. */
export const IMPORT_PREFIX = 'import:'

export function draftLock(courseId: string): string {
  return `draft ${courseId}`
}

/** A course as it is written now: its draft, or the published version if there is none. */
export type WrittenCourse = {
  courseId: string
  state: CourseState
  /** Only beta users see it, or saw it before it was withdrawn. */
  isBeta: boolean
  /** Undefined if there are no changes since the published version. */
  draft: Tables['course_drafts'] | undefined
  /** The newest version; undefined for a course that was never published. */
  version: number | undefined
  versionFiles: readonly CourseFile[] | undefined
  files: readonly CourseFile[]
  texts: ReadonlyMap<string, string>
}

/** Throws if there is no such course, or if its files are not known. */
export async function writtenCourse(db: Db, courseId: string): Promise<WrittenCourse> {
  const written = await anyWrittenCourse(db, courseId)
  if (!written) throw new ApiError('not-found')
  if (written.files.length === 0) throw new ApiError('courses/without-files')
  return written
}

export async function anyWrittenCourse(db: Db, courseId: string, isAgain = false): Promise<WrittenCourse | undefined> {
  const row = await db
    .selectFrom('courses')
    .select(['is_beta', 'withdrawn_at'])
    .where('id', '=', courseId)
    .executeTakeFirst()
  const draft = await db.selectFrom('course_drafts').selectAll().where('course_id', '=', courseId).executeTakeFirst()
  if (!row && !draft) return undefined
  const version = await newestVersion(db, courseId)
  const versionFiles = version?.files ? (JSON.parse(version.files) as CourseFile[]) : undefined
  const { files, texts } = draft
    ? await filesOfDraft(db, courseId)
    : { files: versionFiles ?? [], texts: await textsOfVersion(db, versionFiles ?? []) }
  // A draft always has files. This one was discarded or published between the queries.
  if (draft && files.length === 0 && !isAgain) return anyWrittenCourse(db, courseId, true)
  const isBeta = row?.is_beta === 1
  return { courseId, state: stateOf(row), isBeta, draft, version: version?.number, versionFiles, files, texts }
}

export function stateOf(row: { is_beta: number; withdrawn_at: number | null } | undefined): CourseState {
  if (!row) return 'draft'
  if (row.withdrawn_at !== null) return 'withdrawn'
  return row.is_beta === 1 ? 'beta' : 'published'
}

/** The courses that have a draft and were never published. */
export async function unpublishedIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('course_drafts')
    .leftJoin('courses', 'courses.id', 'course_drafts.course_id')
    .select('course_drafts.course_id')
    .where('courses.id', 'is', null)
    .where('course_drafts.course_id', 'not like', `${IMPORT_PREFIX}%`)
    .orderBy('course_drafts.begun_at')
    .execute()
  return rows.map(({ course_id }) => course_id)
}

export async function newestVersion(db: Db, courseId: string) {
  return db
    .selectFrom('course_versions')
    .select(['number', 'files', 'made_at'])
    .where('course_id', '=', courseId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The texts of a version, by name. */
export async function textsOfVersion(db: Db, files: readonly CourseFile[]): Promise<ReadonlyMap<string, string>> {
  const named = files.filter(({ name }) => isText(name))
  const texts = await textsByDigest(
    db,
    named.map(({ digest }) => digest),
  )
  return new Map(named.map(({ name, digest }) => [name, texts.get(digest) ?? '']))
}

async function filesOfDraft(db: Db, courseId: string) {
  const rows = await db.selectFrom('draft_files').selectAll().where('course_id', '=', courseId).execute()
  const files = inFolderOrder(rows.map(({ name, digest, bytes }) => ({ name, digest, bytes: Number(bytes) })))
  const texts = rows.flatMap(({ name, content }) => (content === null ? [] : [[name, JSON.parse(content)] as const]))
  return { files, texts: new Map<string, string>(texts) }
}

type NewDraft = { courseId: string; baseVersion: number | null; kind: Tables['course_drafts']['kind'] }

/** Begins a draft with these files. */
export async function beginDraft(
  trx: Transaction<Tables>,
  { courseId, baseVersion, kind }: NewDraft,
  { files, texts }: Pick<WrittenCourse, 'files' | 'texts'>,
  now: number,
): Promise<Tables['course_drafts']> {
  const draft = {
    course_id: courseId,
    revision: await nextRevision(trx, courseId),
    base_version: baseVersion,
    kind,
    begun_at: now,
    changed_at: now,
    checked: null,
  }
  await trx.insertInto('course_drafts').values(draft).execute()
  await saveCourseFiles(trx, courseId, files, texts)
  return draft
}

/** Continues the revision of an earlier draft, so that a browser notices that its copy is old. */
async function nextRevision(trx: Transaction<Tables>, courseId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('draft_edits')
    .select(({ fn }) => fn.max('revision').as('last'))
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

export async function saveCourseFiles(
  trx: Transaction<Tables>,
  courseId: string,
  files: readonly CourseFile[],
  texts: ReadonlyMap<string, string>,
): Promise<void> {
  for (const file of files) {
    const text = texts.get(file.name)
    const content = text === undefined ? null : JSON.stringify(text)
    await trx
      .insertInto('draft_files')
      .values({ course_id: courseId, ...file, content })
      .onConflict(conflict => conflict.columns(['course_id', 'name']).doUpdateSet({ ...file, content }))
      .execute()
  }
}

/** Stores the files that differ, and deletes those that are gone. */
export async function saveChangedFiles(
  trx: Transaction<Tables>,
  before: WrittenCourse,
  after: WrittenCourse,
): Promise<void> {
  const known = new Map(before.files.map(file => [file.name, file.digest]))
  const changed = after.files.filter(({ name, digest }) => known.get(name) !== digest)
  const names = new Set(after.files.map(({ name }) => name))
  const gone = before.files.map(({ name }) => name).filter(name => !names.has(name))
  if (gone.length > 0)
    await trx.deleteFrom('draft_files').where('course_id', '=', after.courseId).where('name', 'in', gone).execute()
  await saveCourseFiles(trx, after.courseId, changed, after.texts)
}

/** The same course with other texts. Its media stay. */
export function withTexts(written: WrittenCourse, texts: ReadonlyMap<string, string>): WrittenCourse {
  const others = written.files.filter(({ name }) => !isText(name))
  const changed = [...texts].map(([name, text]) =>
    written.texts.get(name) === text
      ? (written.files.find(file => file.name === name) ?? fileOfText(name, text))
      : fileOfText(name, text),
  )
  return { ...written, files: inFolderOrder([...changed, ...others]), texts }
}

export async function deleteDraft(trx: Transaction<Tables>, courseId: string): Promise<void> {
  await trx.deleteFrom('course_drafts').where('course_id', '=', courseId).execute()
  await trx.deleteFrom('draft_files').where('course_id', '=', courseId).execute()
}
