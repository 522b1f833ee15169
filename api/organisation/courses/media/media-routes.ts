import { createReadStream } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import * as calls from '../../../../contract/organisation/media/author-files.ts'
import { HOUR } from '../../../../contract/time.ts'
import { type WrittenCourse, writtenCourse } from '../../../courses/drafts/draft-store.ts'
import { BadFile } from '../../../courses/files/bad-file.ts'
import { broughtOriginal, type Originals } from '../../../courses/files/originals.ts'
import { cleanedDrawing, makeIcon, makePicture } from '../../../courses/pictures/make-picture.ts'
import { readText, UnreadableFile } from '../../../courses/reading/folder.ts'
import { makeSound } from '../../../courses/sounds/make-sound.ts'
import type { Db } from '../../../database/tables.ts'
import { consume } from '../../../http/limits.ts'
import { type Auth, type Route, serve, serveBytes } from '../../../http/serve.ts'
import type { Publisher } from '../../../media/publish.ts'
import { draftCosts } from './draft-costs.ts'
import { type Bringing, receiveFile } from './receive-file.ts'

type Deps = {
  db: Db
  now: () => number
  limitFactor: number
  originals: Originals
  publisher: Publisher | undefined
  config: { dataDir: string }
}

type BringCall = typeof calls.bringPicture | typeof calls.bringSound | typeof calls.bringCaptions

const FILES_PER_HOUR = 500
const SHOWN = /\.(?:png|jpe?g|webp|svg|mp3|vtt)$/i

/** Serves pictures, sounds and films of a draft to its authors. */
export function mediaRoutes({ db, originals, publisher }: Deps): Route[] {
  return [
    serveBytes(calls.getAuthorFile, async ({ params: { id, digest }, reply }) => {
      return sendDraftFile(reply, await writtenCourse(db, id), digest, originals)
    }),

    serve(calls.getDraftCosts, async ({ params: { id }, query: { lesson } }) => ({
      success: true,
      data: await draftCosts(await writtenCourse(db, id), lesson, { originals, publisher }),
    })),
  ]
}

/** A picture, a sound or captions of a draft, or of what is published. 404 for any other file. */
export async function sendDraftFile(
  reply: FastifyReply,
  { files, versionFiles = [] }: Pick<WrittenCourse, 'files' | 'versionFiles'>,
  digest: string,
  originals: Originals,
): Promise<FastifyReply> {
  const file = [...files, ...versionFiles].find(one => one.digest === digest)
  if (!file || !SHOWN.test(file.name)) throw new ApiError('not-found')
  const path = await broughtOriginal(originals, digest)
  const content = /\.svg$/i.test(file.name) ? await cleanedDrawing(path) : createReadStream(path)
  return reply.type('application/octet-stream').send(content)
}

/** Serves uploads of pictures, sounds and captions, whose bodies are streamed. */
export async function serveMediaUploads(app: FastifyInstance, deps: Deps & Auth): Promise<void> {
  const { db, now, limitFactor, config, originals } = deps
  const uploaded = (call: BringCall, mostBytes: number, usual: Bringing['make']) =>
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
    uploaded(calls.bringPicture, calls.MOST_PICTURE_BYTES, makePicture),
    uploaded(calls.bringSound, calls.MOST_SOUND_BYTES, makeSound),
    uploaded(calls.bringCaptions, calls.MOST_CAPTIONS_BYTES, takeCaptions),
  ]
  await app.register(async uploads => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    // Higher than our own limit: so a file that is too large gets our own error.
    for (const route of routes) uploads.route({ ...route(deps), bodyLimit: calls.MOST_SOUND_BYTES + 1_000_000 })
  })
}

const CAPTIONS = /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/

/** They stay as their author wrote them. */
async function takeCaptions(source: string, target: string): Promise<void> {
  const text = await readText(source, calls.MOST_CAPTIONS_BYTES).catch((error: Error) => {
    throw error instanceof UnreadableFile ? new BadFile(error.message) : error
  })
  if (!CAPTIONS.test(text)) throw new BadFile('is no WebVTT: its first word is WEBVTT')
  await copyFile(source, target)
}
