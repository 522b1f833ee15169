import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { CourseImport } from '../../../contract/organisation/course-files.ts'
import { DAY } from '../../../contract/time.ts'
import type { Done } from '../../audit-log/audit-log.ts'
import type { CourseChecker } from '../../courses/checking/course-checker.ts'
import { authorIdOf } from '../../courses/drafts/authors.ts'
import { DraftCourse } from '../../courses/drafts/draft-course.ts'
import {
  anyWrittenCourse,
  beginDraft,
  deleteDraft,
  IMPORT_PREFIX,
  type Written,
  withTexts,
  writtenCourse,
} from '../../courses/drafts/draft-store.ts'
import { addReload } from '../../courses/drafts/edit-log.ts'
import { copiedCourse, freeCourseId } from '../../courses/drafts/new-course.ts'
import { pathOfOriginal } from '../../courses/files/originals.ts'
import { ID } from '../../courses/reading/shapes.ts'
import { withValue } from '../../courses/writing/edit-yaml.ts'
import { BadZip, MOST_ZIP_BYTES, type Unpacked, unpackCourse } from '../../courses/zip/read-zip.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { checkWritten, inLanguage } from './checked-draft.ts'

type Deps = { db: Db; checker: CourseChecker; config: { mediaDir: string; dataDir: string } }

/** How long an upload waits to be taken. */
export const IMPORT_KEPT_MS = DAY

/** Unpacks an uploaded zip and says what is in it. Nothing stays on the disk of one that is refused. */
export async function receiveCourse(
  deps: Deps,
  body: Readable,
  language: 'ar' | 'en',
  now: number,
): Promise<CourseImport> {
  const folder = join(deps.config.dataDir, 'incoming', `import-${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const zip = join(folder, 'zip')
    await pipeline(body, limited(MOST_ZIP_BYTES), createWriteStream(zip, { mode: 0o600 }))
    const unpacked = await unpackCourse(zip, join(folder, 'files'))
    await keepOriginals(join(folder, 'files'), deps.config.mediaDir)
    return await savedImport(deps, unpacked, language, now)
  } catch (error) {
    if (error instanceof BadZip) throw new ApiError('courses/bad-file', { message: error.message })
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function limited(most: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > most) done(new BadZip(`is larger than ${most / 1_000_000} MB`))
      else done(null, chunk)
    },
  })
}

async function keepOriginals(from: string, mediaDir: string): Promise<void> {
  await mkdir(join(mediaDir, 'originals'), { recursive: true, mode: 0o700 })
  for (const digest of await readdir(from)) {
    const target = pathOfOriginal(mediaDir, digest)
    const isThere = await stat(target).catch(() => undefined)
    // A newer time, so that it is not deleted as one that nobody names.
    if (isThere) await utimes(target, new Date(), new Date())
    else await rename(join(from, digest), target)
  }
}

async function savedImport(deps: Deps, unpacked: Unpacked, language: 'ar' | 'en', now: number): Promise<CourseImport> {
  const { db } = deps
  const id = randomUUID()
  const courseId = idIn(unpacked.texts)
  const known = courseId === null ? undefined : await anyWrittenCourse(db, courseId)
  const written: Written = { ...emptyWritten, ...unpacked, courseId: courseId ?? '', versionFiles: known?.versionFiles }
  const { findings, summary } = await checkWritten(deps, written)
  await db
    .transaction()
    .execute(trx => beginDraft(trx, { courseId: IMPORT_PREFIX + id, baseVersion: null, kind: 'import' }, unpacked, now))
  return {
    id,
    courseId,
    title: summary.title,
    lessonCount: summary.lessons,
    pageCount: summary.pages,
    bytes: unpacked.files.reduce((sum, { bytes }) => sum + bytes, 0),
    state: known?.state ?? null,
    hasDraft: known?.draft !== undefined,
    isSame: known !== undefined && textOf(known) === textOf(unpacked),
    findings: findings.map(found => inLanguage(found, language)),
  }
}

const emptyWritten = { state: 'draft', draft: undefined, version: undefined } as const

function textOf({ files }: Pick<Written, 'files'>): string {
  return files
    .map(({ name, digest }) => `${name} ${digest}`)
    .toSorted()
    .join('\n')
}

function idIn(texts: ReadonlyMap<string, string>): string | null {
  const id = new DraftCourse(texts).courseFields?.id
  return typeof id === 'string' && ID.test(id) ? id : null
}

type Taking = { importId: string; asNew: boolean; replaces: boolean; uid: string }

/** The locks of the course that an upload is for. */
export async function courseOfImport(db: Db, importId: string): Promise<string> {
  const { texts } = await writtenCourse(db, IMPORT_PREFIX + importId)
  return idIn(texts) ?? ''
}

/** Makes the upload the draft of its course. Needs the locks of that draft and of the catalogue. */
export async function takeImport(
  trx: Transaction<Tables>,
  { importId, asNew, replaces, uid }: Taking,
  now: number,
): Promise<Done<{ courseId: string }>> {
  const from = IMPORT_PREFIX + importId
  const upload = await writtenCourse(trx, from)
  const own = idIn(upload.texts)
  const fields = new DraftCourse(upload.texts).courseFields
  const title = typeof fields?.title === 'string' ? fields.title : ''
  const courseId = asNew || own === null ? await freeCourseId(trx, title) : own
  const content = asNew && fields ? await copyOf(trx, from, courseId, { own, title }) : withId(upload, courseId)
  const known = await anyWrittenCourse(trx, courseId)
  if (known?.draft && !replaces) throw new ApiError('courses/draft-exists')
  if (known?.draft) await deleteDraft(trx, courseId)
  await beginDraft(trx, { courseId, baseVersion: known?.version ?? null, kind: 'import' }, content, now)
  await addReload(trx, courseId, await authorIdOf(trx, uid), now)
  return { result: { courseId }, lines: [{ action: 'draft-imported', details: { course: courseId } }] }
}

async function copyOf(trx: Db, from: string, id: string, { own, title }: { own: string | null; title: string }) {
  return copiedCourse(trx, from, { id, title }, own ?? '')
}

/** A folder whose id cannot be used gets that of its draft. */
function withId(upload: Written, id: string): Written {
  const source = upload.texts.get('course.yaml')
  const fields = new DraftCourse(upload.texts).courseFields
  if (source === undefined || !fields || fields.id === id) return upload
  return withTexts(upload, new Map(upload.texts).set('course.yaml', withValue(source, ['id'], id)))
}

export async function deleteOldImports(db: Db, now: number): Promise<void> {
  const old = await db
    .selectFrom('course_drafts')
    .select('course_id')
    .where('course_id', 'like', `${IMPORT_PREFIX}%`)
    .where('begun_at', '<', now - IMPORT_KEPT_MS)
    .execute()
  for (const { course_id } of old) await db.transaction().execute(trx => deleteDraft(trx, course_id))
}
