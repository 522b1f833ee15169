import { copyFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import * as calls from '../../../../contract/organisation/media/author-files.ts'
import { HOUR } from '../../../../contract/time.ts'
import { writtenCourse } from '../../../courses/drafts/draft-store.ts'
import { BadFileError } from '../../../courses/files/bad-file.ts'
import type { Originals } from '../../../courses/files/originals.ts'
import { makeIcon, makePicture } from '../../../courses/pictures/make-picture.ts'
import { readText, UnreadableFileError } from '../../../courses/reading/folder.ts'
import { makeSound } from '../../../courses/sounds/make-sound.ts'
import type { Db } from '../../../database/tables.ts'
import { consume } from '../../../http/limits.ts'
import { type Auth, serve } from '../../../http/serve.ts'
import { type FileUpload, receiveFile } from '../media/receive-file.ts'

type Deps = {
  db: Db
  now: () => number
  limitFactor: number
  originals: Originals
  config: { dataDir: string }
}

type BringCall = typeof calls.uploadPicture | typeof calls.uploadSound | typeof calls.uploadCaptions

const FILES_PER_HOUR = 500

/** Serves uploads of pictures, sounds and captions, whose bodies are streamed. */
export async function serveMediaUploads(app: FastifyInstance, deps: Deps & Auth): Promise<void> {
  const { db, now, limitFactor, config, originals } = deps
  const uploaded = (call: BringCall, mostBytes: number, usual: FileUpload['make']) =>
    serve(call, async ({ user: { uid }, params: { id }, query, reply }) => {
      const { language = 'en' } = query
      const make = 'use' in query ? makeIcon : usual
      const at = now()
      await consume(db, { name: 'course-file', of: { uid }, max: FILES_PER_HOUR * limitFactor, perMs: HOUR }, at)
      await writtenCourse(db, id)
      const bringing = { config, originals, language, mostBytes, make }
      return { success: true, data: await receiveFile(reply.request, bringing, at) }
    })
  const routes = [
    uploaded(calls.uploadPicture, calls.MAX_PICTURE_BYTES, makePicture),
    uploaded(calls.uploadSound, calls.MAX_SOUND_BYTES, makeSound),
    uploaded(calls.uploadCaptions, calls.MAX_CAPTIONS_BYTES, takeCaptions),
  ]
  await app.register(async uploads => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    // This limit is higher than our own, so that a file that is too large gets our own error.
    for (const route of routes) uploads.route({ ...route(deps), bodyLimit: calls.MAX_SOUND_BYTES + 1_000_000 })
  })
}

const CAPTIONS = /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/

/** Captions are stored as their author wrote them. */
async function takeCaptions(source: string, target: string): Promise<void> {
  const text = await readText(source, calls.MAX_CAPTIONS_BYTES).catch((error: Error) => {
    throw error instanceof UnreadableFileError ? new BadFileError(error.message) : error
  })
  if (!CAPTIONS.test(text)) throw new BadFileError('is no WebVTT: its first word is WEBVTT')
  await copyFile(source, target)
}
