import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import * as calls from '../../../../contract/organisation/media/films.ts'
import { sentenceIn } from '../../../courses/checking/sentences.ts'
import { BadFileError } from '../../../courses/files/bad-file.ts'
import { type Auth, serve } from '../../../http/serve.ts'
import { allowSlowBody } from '../../../http/slow-clients/slow-bodies.ts'
import { addPiece } from '../films/add-piece.ts'
import type { FilmDeps } from '../films/film-routes.ts'
import { ownUpload } from '../films/film-uploads.ts'
import { serveFilmFiles } from '../films/shown-film.ts'

/** Serves uploads of pieces of films, whose bodies are streamed. */
export async function serveFilmPieces(app: FastifyInstance, deps: FilmDeps & Auth): Promise<void> {
  const { db, now, originals } = deps
  serveFilmFiles(app, deps)
  await app.register(async uploads => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const piece = serve(calls.sendFilmPiece, async ({ user: { uid }, params: { uploadId }, query, reply }) => {
      const row = await ownUpload(db, uid, uploadId)
      const { request } = reply
      // A request has no body if all pieces are here, but the process ended before it checked the film.
      const body = (request.body as Readable | undefined) ?? Readable.from([])
      allowSlowBody(request)
      const given = { body, offset: query.offset, mostBytes: calls.FILM_PIECE_BYTES, originals }
      try {
        return { success: true, data: await addPiece(db, row, given, now()) }
      } catch (error) {
        if (!(error instanceof BadFileError)) throw error
        throw new ApiError('courses/bad-file', { message: sentenceIn(query.language ?? 'en', error.message) })
      }
    })
    uploads.route({ ...piece(deps), bodyLimit: calls.FILM_PIECE_BYTES })
  })
}
