import { ApiError } from '../../../contract/calls/api-error.ts'
import { createClient } from '../../../contract/calls/client.ts'
import type { UploadedFile } from '../../../contract/organisation/media/author-files.ts'
import type { FilmUpload } from '../../../contract/organisation/media/films.ts'
import * as calls from '../../../contract/organisation/media/films.ts'
import { call, freshToken, onUnauthorized } from '../../api.ts'
import { fetchUploading } from '../../outbox/senders/upload.ts'
import { languageOrEnglish } from '../language-or-english.ts'

/** A shorter time says nothing about the speed of the line. */
const SHORTEST_MEASURE_SECONDS = 0.5

type Film = { id: string; uploadId?: string | undefined; bytes: number; bytesASecond: number }

type Sending = {
  courseId: string
  film: Film
  file: Blob
  signal: AbortSignal
  /** Called before each piece, with what the server has. */
  onArrived(upload: FilmUpload): Promise<void>
  onProgress(progress: { received: number; bytesASecond: number }): void
  onPieceSent(): void
}

/** Sends a film in pieces, from where it was interrupted. */
export async function sendFilm(sending: Sending): Promise<UploadedFile> {
  const speed = smoothed(sending.film.bytesASecond)
  let upload = await findOrBegin(sending)
  while (!upload.stored) {
    await sending.onArrived(upload)
    upload = await sendNext(sending, upload, speed)
    sending.onPieceSent()
  }
  return upload.stored
}

/** Asks how much of the film the server has. Begins the upload if the server does not know it. */
async function findOrBegin({ courseId, film: { id, uploadId, bytes }, signal }: Sending): Promise<FilmUpload> {
  const begin = async (idempotencyKey: string) =>
    (await call(calls.beginFilm, { params: { id: courseId }, body: { bytes } }, { signal, idempotencyKey })).data
  if (uploadId === undefined) return begin(id)
  return askForFilm(uploadId, signal).catch(failure => {
    // The upload waited too long, and the server has removed it.
    if (failure instanceof ApiError && failure.code === 'not-found') return begin(uploadId)
    throw failure
  })
}

async function sendNext(
  { file, signal, onProgress }: Sending,
  { id: uploadId, received }: FilmUpload,
  speed: (measured: number | undefined) => number,
): Promise<FilmUpload> {
  // The piece is read first, so that a missing file does not look like a failure of the network.
  const content = new Blob([await file.slice(received, received + calls.FILM_PIECE_BYTES).arrayBuffer()])
  const begunAt = performance.now()
  const onShare = (share: number) => {
    const seconds = (performance.now() - begunAt) / 1000
    const bytesASecond = speed(seconds > SHORTEST_MEASURE_SECONDS ? (share * content.size) / seconds : undefined)
    onProgress({ received: received + Math.floor(share * content.size), bytesASecond })
  }
  try {
    return await sendPiece({ uploadId, offset: received, content, signal, onShare })
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'courses/film-offset') return askForFilm(uploadId, signal)
    throw failure
  }
}

/** A smoothed speed, which does not jump with each measurement. */
function smoothed(bytesASecond: number): (measured: number | undefined) => number {
  let calm = bytesASecond
  return (measured = calm) => {
    calm = calm > 0 ? 0.8 * calm + 0.2 * measured : measured
    return calm
  }
}

async function askForFilm(uploadId: string, signal: AbortSignal): Promise<FilmUpload> {
  return (await call(calls.getFilmUpload, { params: { uploadId } }, { signal })).data
}

type Piece = { uploadId: string; offset: number; content: Blob; signal: AbortSignal; onShare(share: number): void }

async function sendPiece({ uploadId, offset, content, signal, onShare }: Piece): Promise<FilmUpload> {
  const send = createClient({ fetch: fetchUploading(content, onShare), token: freshToken, onUnauthorized })
  const language = languageOrEnglish(document.documentElement.lang)
  const headers = { 'Content-Type': 'application/octet-stream' }
  const query = { offset: String(offset), language } as const
  return (await send(calls.sendFilmPiece, { params: { uploadId }, query }, { headers, signal })).data
}

export async function endFilm(uploadId: string): Promise<void> {
  await call(calls.endFilmUpload, { params: { uploadId } }, { idempotencyKey: uploadId })
}
