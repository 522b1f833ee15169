import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import type { Comparison, CourseImport } from '../../../contract/organisation/course-files.ts'
import type { CourseChecker } from '../../courses/checking/course-checker.ts'
import { sentenceIn } from '../../courses/checking/sentences.ts'
import { DraftCourse } from '../../courses/drafts/draft-course.ts'
import {
  anyWrittenCourse,
  beginDraft,
  IMPORT_PREFIX,
  textsOfVersion,
  type WrittenCourse,
} from '../../courses/drafts/draft-store.ts'
import { takenCourseIds } from '../../courses/drafts/new-course.ts'
import { type Originals, saveUploadedFile } from '../../courses/files/originals.ts'
import { ID } from '../../courses/reading/shapes.ts'
import { readInThread } from '../../courses/uploads/upload-thread.ts'
import { BadZipError } from '../../courses/zip/open-zip.ts'
import { MAX_ZIP_BYTES, type UnpackedCourse } from '../../courses/zip/read-zip.ts'
import type { Db } from '../../database/tables.ts'
import { limitedBody } from '../../http/limited-body.ts'
import { diskSpaceOf, requireSpaceForUploads } from '../../media/storage/disk-space.ts'
import { checkWritten, inLanguage } from './check-stored-draft.ts'

/** A zip may have thousands of other files, with names of any length. */
const MAX_NAMES_SHOWN = 10
const MAX_NAME_LENGTH = 200

type Deps = { db: Db; checker: CourseChecker; originals: Originals; config: { dataDir: string } }

/** Unpacks or converts an uploaded file and describes it. All files of a refused upload are deleted. */
export async function receiveCourse(
  deps: Deps,
  body: Readable,
  { language, name, needsForm = false }: { language: Language; name: string; needsForm?: boolean },
  now: number,
): Promise<CourseImport> {
  requireSpaceForUploads(await diskSpaceOf(deps.config.dataDir))
  const folder = join(deps.config.dataDir, 'incoming', `import-${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const zip = join(folder, 'zip')
    await pipeline(
      body,
      limitedBody(MAX_ZIP_BYTES, () => new BadZipError(`is larger than ${MAX_ZIP_BYTES / 1_000_000} MB`)),
      createWriteStream(zip, { mode: 0o600 }),
    )
    const files = join(folder, 'files')
    const upload = { path: zip, name, folder: files, needsForm, takenIds: await takenCourseIds(deps.db) }
    const { outline, leftOut = [], ...unpacked } = await readInThread(upload)
    await saveOriginals(files, deps.originals, now)
    const described = await saveImport(deps, unpacked, language, now)
    const names = leftOut.slice(0, MAX_NAMES_SHOWN).map(name => name.slice(-MAX_NAME_LENGTH))
    return { ...described, ...(outline && { outline }), leftOut: { count: leftOut.length, names } }
  } catch (error) {
    if (error instanceof BadZipError)
      throw new ApiError('courses/bad-file', { message: sentenceIn(language, error.message) })
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function saveOriginals(from: string, originals: Originals, now: number): Promise<void> {
  // A text without pictures has made no folder.
  await mkdir(from, { recursive: true, mode: 0o700 })
  for (const digest of await readdir(from)) await saveUploadedFile(originals, join(from, digest), digest, now)
}

async function saveImport(
  deps: Deps,
  unpacked: UnpackedCourse,
  language: Language,
  now: number,
): Promise<CourseImport> {
  const id = randomUUID()
  const described = await describeImport(deps, id, unpacked, language)
  const draft = { courseId: IMPORT_PREFIX + id, baseVersion: null, kind: 'import' } as const
  await deps.db.transaction().execute(trx => beginDraft(trx, draft, unpacked, now))
  return described
}

/** Describes an upload, and how it differs from the present course. */
export async function describeImport(
  deps: Pick<Deps, 'db' | 'checker' | 'originals'>,
  id: string,
  upload: UnpackedCourse,
  language: Language,
): Promise<CourseImport> {
  const { db, checker } = deps
  await checker.read(new Map([...upload.texts].filter(([name]) => name === 'course.yaml')))
  const courseId = courseIdIn(upload.texts)
  const known = courseId === null ? undefined : await anyWrittenCourse(db, courseId)
  const written: WrittenCourse = {
    ...emptyWritten,
    ...upload,
    courseId: courseId ?? '',
    versionFiles: known?.versionFiles,
  }
  const { findings, summary } = await checkWritten(deps, written)
  return {
    id,
    courseId,
    title: summary.title,
    lessonCount: summary.lessons,
    pageCount: summary.pages,
    bytes: upload.files.reduce((sum, { bytes }) => sum + bytes, 0),
    state: known?.state ?? null,
    hasDraft: known?.draft !== undefined,
    isSame: known !== undefined && textOf(known) === textOf(upload),
    changes: await changesBy(deps, upload, known?.versionFiles),
    findings: findings.map(found => inLanguage(found, language)),
  }
}

async function changesBy(
  { db, checker }: Pick<Deps, 'db' | 'checker'>,
  upload: UnpackedCourse,
  files: WrittenCourse['versionFiles'],
): Promise<Comparison | null> {
  return files ? checker.compare({ files, texts: await textsOfVersion(db, files) }, upload) : null
}

const emptyWritten = { state: 'draft', isBeta: false, draft: undefined, version: undefined } as const

function textOf({ files }: Pick<WrittenCourse, 'files'>): string {
  return files
    .map(({ name, digest }) => `${name} ${digest}`)
    .toSorted()
    .join('\n')
}

export function courseIdIn(texts: ReadonlyMap<string, string>): string | null {
  const id = new DraftCourse(texts).courseFields?.id
  return typeof id === 'string' && ID.test(id) ? id : null
}
