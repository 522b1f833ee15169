import { createReadStream } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../../contract/calls/api-error.ts'
import * as calls from '../../../contract/organisation/course-files.ts'
import { HOUR } from '../../../contract/time.ts'
import { record } from '../../audit-log/audit-log.ts'
import { serveAct } from '../../audit-log/serve-act.ts'
import { draftLock, textsOfVersion, type WrittenCourse, writtenCourse } from '../../courses/drafts/draft-store.ts'
import type { CourseFile } from '../../courses/files/course-file-list.ts'
import { fetchOriginal } from '../../courses/files/originals.ts'
import { CATALOGUE_LOCK } from '../../courses/replace-course.ts'
import { zipOf } from '../../courses/zip/write-zip.ts'
import type { Db } from '../../database/tables.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { consume } from '../../http/limits.ts'
import { type Route, serve, serveBytes } from '../../http/serve.ts'
import type { DraftDeps } from './draft-routes.ts'
import { checkUpload, fixUpload } from './fix-import.ts'
import { courseOfImport, importAsDraft } from './import-as-draft.ts'

export type FileDeps = DraftDeps & { config: { dataDir: string } }

const ZIPS_PER_HOUR = 10

/** Courses as files: exporting, importing and comparing them. */
export function fileRoutes(deps: FileDeps): Route[] {
  const { db, now, limitFactor, originals, hub, filmMaker, checker } = deps

  async function send(reply: FastifyReply, uid: string, { courseId, files, texts }: Folder, name: string) {
    const at = now()
    await consume(db, { name: 'course-zip', of: { uid }, max: ZIPS_PER_HOUR * limitFactor, perMs: HOUR }, at)
    await record(db, { uid, side: 'browser' }, { action: 'course-exported', details: { course: courseId } }, at)
    return reply
      .type('application/zip')
      .header('Content-Disposition', `attachment; filename="${name}.zip"`)
      .send(await zipOf(files, texts, originals))
  }

  return [
    serveBytes(calls.getVersionZip, async ({ user: { uid }, params: { id, number }, reply }) =>
      send(reply, uid, await folderOfVersion(db, id, number), `${id}-${number}`),
    ),

    serveBytes(calls.getDraftZip, async ({ user: { uid }, params: { id }, reply }) =>
      send(reply, uid, await writtenCourse(db, id), `${id}-draft`),
    ),

    serve(calls.compareCourse, async ({ params: { id }, query: { a, b } }) => ({
      success: true,
      data: await checker.compare(await side(db, id, a), await side(db, id, b)),
    })),

    serveBytes(calls.getCoursePicture, async ({ params: { id }, query: { of, name }, reply }) => {
      const { files } = await side(db, id, of)
      const file = files.find(one => one.name === name)
      if (!file || !calls.isPictureName(name)) throw new ApiError('not-found')
      return reply.type('application/octet-stream').send(createReadStream(await fetchOriginal(originals, file.digest)))
    }),

    serve(calls.fixImport, async ({ user: { uid }, params, query: { language = 'en' }, body, headers }) => {
      const request = { call: calls.fixImport.path, params, body }
      const act = { uid, key: idempotencyKeyIn(headers), request, now: now() }
      await fixUpload(deps, params.importId, body, act)
      return { success: true, data: await checkUpload(deps, params.importId, language) }
    }),

    serveAct(deps, calls.importAsDraft, {
      locks: async ({ params: { importId } }) => [CATALOGUE_LOCK, draftLock(await courseOfImport(deps, importId))],
      work: (trx, { user: { uid }, params: { importId }, body }, at) =>
        importAsDraft(trx, { importId, uid, asNew: body.asNew, replaces: body.replaces, outline: body.outline }, at),
      after: ({ courseId }) => {
        hub.publish([draftLock(courseId)])
        filmMaker.wake()
      },
      reply: data => ({ success: true, data }),
    }),
  ]
}

type Folder = Pick<WrittenCourse, 'courseId' | 'files' | 'texts'>

function side(db: Db, courseId: string, of: string): Promise<Folder> {
  return of === 'draft' ? writtenCourse(db, courseId) : folderOfVersion(db, courseId, Number(of))
}

export async function folderOfVersion(db: Db, courseId: string, number: number): Promise<Folder> {
  const row = await db
    .selectFrom('course_versions')
    .select('files')
    .where('course_id', '=', courseId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  if (row.files == null) throw new ApiError('courses/without-files')
  const files = JSON.parse(row.files) as CourseFile[]
  return { courseId, files, texts: await textsOfVersion(db, files) }
}
