import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import * as calls from '../../../../contract/organisation/media/films.ts'
import { HOUR, MINUTE } from '../../../../contract/time.ts'
import { sentenceIn } from '../../../courses/checking/sentences.ts'
import { writtenCourse } from '../../../courses/drafts/draft-store.ts'
import { BadFile } from '../../../courses/files/bad-file.ts'
import { isFilmName } from '../../../courses/files/course-file-list.ts'
import type { Originals } from '../../../courses/files/originals.ts'
import { ffmpegTrouble } from '../../../courses/films/ffmpeg-trouble.ts'
import { askAgain } from '../../../courses/films/making/film-jobs.ts'
import type { FilmMaker } from '../../../courses/films/making/film-maker.ts'
import type { Db } from '../../../database/tables.ts'
import { consume } from '../../../http/limits.ts'
import { type Auth, type Route, serve } from '../../../http/serve.ts'
import { allowSlowBody } from '../../../http/slow-bodies.ts'
import type { Publisher } from '../../../media/publish.ts'
import { courseFilms } from './course-films.ts'
import { addPiece, beginUpload, endUpload, ownUpload, uploadNow } from './film-uploads.ts'
import { filmUrl, serveFilmFiles } from './shown-film.ts'

export type FilmDeps = {
  db: Db
  now: () => number
  limitFactor: number
  urlKey: Buffer
  filmMaker: FilmMaker
  originals: Originals
  publisher: Publisher | undefined
}

const FILMS_PER_HOUR = 60

/** Films that authors bring, and the sizes that are made of them. */
export function filmRoutes({ db, now, limitFactor, urlKey, filmMaker, originals, publisher }: FilmDeps): Route[] {
  const canMake = atMostOnceAMinute(now, async () => (await ffmpegTrouble()) === undefined)
  return [
    serve(calls.beginFilm, async ({ user: { uid }, params: { id }, body: { bytes } }) => {
      const at = now()
      await consume(db, { name: 'course-film', of: { uid }, max: FILMS_PER_HOUR * limitFactor, perMs: HOUR }, at)
      await writtenCourse(db, id)
      return { success: true, data: await beginUpload(db, { courseId: id, uid, bytes, originals }, at) }
    }),

    serve(calls.getFilmUpload, async ({ user: { uid }, params: { uploadId } }) => ({
      success: true,
      data: await uploadNow(await ownUpload(db, uid, uploadId), originals),
    })),

    serve(calls.endFilmUpload, async ({ user: { uid }, params: { uploadId } }) => {
      await endUpload(db, await ownUpload(db, uid, uploadId), originals)
      return { success: true }
    }),

    serve(calls.listCourseFilms, async ({ params: { id }, query: { language = 'en' } }) => ({
      success: true,
      data: {
        canMake: await canMake(),
        films: await courseFilms(db, await writtenCourse(db, id), { originals, publisher, language }, now()),
      },
    })),

    serve(calls.makeFilmSizes, async ({ params: { id, digest } }) => {
      const { files } = await writtenCourse(db, id)
      if (!files.some(one => one.digest === digest && isFilmName(one.name))) throw new ApiError('not-found')
      const at = now()
      await db.transaction().execute(trx => askAgain(trx, digest, at))
      filmMaker.wake()
      return { success: true }
    }),

    serve(calls.getFilmUrl, async ({ params: { id, digest } }) => ({
      success: true,
      data: filmUrl(urlKey, await writtenCourse(db, id), digest, { now: now() }),
    })),
  ]
}

/** Calls `ask` at most once a minute, because its answer takes a while. Meanwhile the last answer is given. */
function atMostOnceAMinute<T>(now: () => number, ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (!last || Math.abs(now() - last.at) > MINUTE) last = { at: now(), answer: ask() }
    return last.answer
  }
}

/** Takes the pieces of films, whose bodies are read as they come. */
export async function serveFilmPieces(app: FastifyInstance, deps: FilmDeps & Auth): Promise<void> {
  const { db, now, originals } = deps
  serveFilmFiles(app, deps)
  await app.register(async uploads => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const piece = serve(calls.sendFilmPiece, async ({ user: { uid }, params: { uploadId }, query, reply }) => {
      const row = await ownUpload(db, uid, uploadId)
      const { request } = reply
      // An empty one, where the process ended after the last piece and before it looked into the film.
      const body = (request.body as Readable | undefined) ?? Readable.from([])
      allowSlowBody(request)
      const given = { body, offset: query.offset, mostBytes: calls.FILM_PIECE_BYTES, originals }
      try {
        return { success: true, data: await addPiece(db, row, given, now()) }
      } catch (error) {
        if (!(error instanceof BadFile)) throw error
        throw new ApiError('courses/bad-file', { message: sentenceIn(query.language ?? 'en', error.message) })
      }
    })
    uploads.route({ ...piece(deps), bodyLimit: calls.FILM_PIECE_BYTES })
  })
}
