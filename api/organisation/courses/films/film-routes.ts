import { ApiError } from '../../../../contract/calls/api-error.ts'
import * as calls from '../../../../contract/organisation/media/films.ts'
import { HOUR, MINUTE } from '../../../../contract/time.ts'
import { userLock } from '../../../account/write-for-user.ts'
import { writtenCourse } from '../../../courses/drafts/draft-store.ts'
import { isFilmName } from '../../../courses/files/course-file-list.ts'
import type { Originals } from '../../../courses/files/originals.ts'
import { ffmpegProblem } from '../../../courses/films/ffmpeg-problem.ts'
import { queueAgain } from '../../../courses/films/making/film-jobs.ts'
import type { FilmMaker } from '../../../courses/films/making/film-maker.ts'
import { idempotent } from '../../../database/idempotent.ts'
import type { Db } from '../../../database/tables.ts'
import { transactionWithLock } from '../../../database/transaction-with-lock.ts'
import { idempotencyKeyIn } from '../../../http/idempotency-key.ts'
import { consume } from '../../../http/limits.ts'
import { type Route, serve } from '../../../http/serve.ts'
import type { Publisher } from '../../../media/publish.ts'
import { courseFilms } from './course-films.ts'
import { beginUpload, endOwnUpload, ownUpload, uploadNow } from './film-uploads.ts'
import { filmUrl } from './shown-film.ts'

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
  const canMake = atMostOnceAMinute(now, async () => (await ffmpegProblem()) === undefined)
  return [
    serve(calls.beginFilm, async ({ user: { uid }, params, body: { bytes }, headers }) => {
      const at = now()
      await consume(db, { name: 'course-film', of: { uid }, max: FILMS_PER_HOUR * limitFactor, perMs: HOUR }, at)
      await writtenCourse(db, params.id)
      const request = { call: calls.beginFilm.path, params, bytes }
      const act = { uid, key: idempotencyKeyIn(headers), request, now: at }
      return { success: true, data: await beginUpload(db, { courseId: params.id, bytes, originals }, act) }
    }),

    serve(calls.getFilmUpload, async ({ user: { uid }, params: { uploadId } }) => ({
      success: true,
      data: await uploadNow(await ownUpload(db, uid, uploadId), originals),
    })),

    serve(calls.endFilmUpload, async ({ user: { uid }, params, headers }) => {
      const request = { call: calls.endFilmUpload.path, params }
      const act = { uid, key: idempotencyKeyIn(headers), request, now: now() }
      await endOwnUpload(db, params.uploadId, originals, act)
      return { success: true }
    }),

    serve(calls.listCourseFilms, async ({ params: { id }, query: { language = 'en' } }) => ({
      success: true,
      data: {
        canMake: await canMake(),
        films: await courseFilms(db, await writtenCourse(db, id), { originals, publisher, language }, now()),
      },
    })),

    serve(calls.makeFilmSizes, async ({ user: { uid }, params, headers }) => {
      const { id, digest } = params
      const { files } = await writtenCourse(db, id)
      if (!files.some(one => one.digest === digest && isFilmName(one.name))) throw new ApiError('not-found')
      const at = now()
      const act = { uid, key: idempotencyKeyIn(headers), request: { call: calls.makeFilmSizes.path, params }, now: at }
      await transactionWithLock(db, userLock(uid), trx =>
        idempotent(trx, act, async () => {
          await queueAgain(trx, digest, at)
          return null
        }),
      )
      filmMaker.wake()
      return { success: true }
    }),

    serve(calls.getFilmUrl, async ({ user: { uid }, params: { id, digest } }) => ({
      success: true,
      data: filmUrl(urlKey, await writtenCourse(db, id), digest, { viewer: { author: uid }, now: now() }),
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
