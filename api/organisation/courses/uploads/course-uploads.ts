import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import * as calls from '../../../../contract/organisation/course-files.ts'
import { HOUR } from '../../../../contract/time.ts'
import { sentenceIn } from '../../../courses/checking/sentences.ts'
import { MAX_ZIP_BYTES } from '../../../courses/zip/read-zip.ts'
import { consume } from '../../../http/limits.ts'
import { type Auth, serve } from '../../../http/serve.ts'
import { allowSlowBody } from '../../../http/slow-clients/slow-bodies.ts'
import type { FileDeps } from '../file-routes.ts'

const UPLOADS_PER_HOUR = 20

/** Serves uploads of courses, whose bodies are streamed. */
export async function serveCourseUploads(app: FastifyInstance, deps: FileDeps & Auth): Promise<void> {
  const { db, now, limitFactor } = deps
  await app.register(async uploads => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser(['application/zip', 'application/octet-stream'], (_request, payload, done) =>
      done(null, payload),
    )
    const route = serve(calls.uploadCourse, async ({ user: { uid }, query, headers, reply }) => {
      const { language = 'en', name = 'course.zip' } = query
      const at = now()
      await consume(db, { name: 'course-import', of: { uid }, max: UPLOADS_PER_HOUR * limitFactor, perMs: HOUR }, at)
      if (Number(headers['content-length'] ?? 0) > MAX_ZIP_BYTES)
        throw new ApiError('too-large', {
          message: sentenceIn(language, `is larger than ${MAX_ZIP_BYTES / 1_000_000} MB`),
        })
      allowSlowBody(reply.request)
      const body = reply.request.body as Readable | undefined
      if (!body) throw new ApiError('courses/bad-file', { message: sentenceIn(language, 'is empty') })
      const { receiveCourse } = await import('../imports.ts')
      return { success: true, data: await receiveCourse(deps, body, { language, name }, at) }
    })
    uploads.route({ ...route(deps), bodyLimit: MAX_ZIP_BYTES })
  })
}
