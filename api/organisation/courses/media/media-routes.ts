import { createReadStream } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import * as calls from '../../../../contract/organisation/media/author-files.ts'
import { type WrittenCourse, writtenCourse } from '../../../courses/drafts/draft-store.ts'
import { fetchOriginal, type Originals } from '../../../courses/files/originals.ts'
import { cleanDrawing } from '../../../courses/pictures/make-picture.ts'
import type { Db } from '../../../database/tables.ts'
import { type Route, serve, serveBytes } from '../../../http/serve.ts'
import type { Publisher } from '../../../media/publish.ts'
import { draftCosts } from './draft-costs.ts'

type Deps = {
  db: Db
  originals: Originals
  publisher: Publisher | undefined
}

const SHOWN = /\.(?:png|jpe?g|webp|svg|mp3|vtt)$/i

/** Serves pictures, sounds and captions of a draft to authors, and the size of what learners would load. */
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
  const path = await fetchOriginal(originals, digest)
  const content = /\.svg$/i.test(file.name) ? await cleanDrawing(path) : createReadStream(path)
  return reply.type('application/octet-stream').send(content)
}
