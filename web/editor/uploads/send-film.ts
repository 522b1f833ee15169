import { createClient } from '../../../contract/calls/client.ts'
import type { FilmUpload } from '../../../contract/organisation/media/films.ts'
import * as calls from '../../../contract/organisation/media/films.ts'
import { call, freshToken, onUnauthorized } from '../../api.ts'
import { fetchUploading } from '../../outbox/senders/upload.ts'
import { knownLanguage } from '../known-language.ts'

export async function beginFilm(courseId: string, bytes: number, signal: AbortSignal): Promise<FilmUpload> {
  return (await call(calls.beginFilm, { params: { id: courseId }, body: { bytes } }, { signal })).data
}

export async function askForFilm(uploadId: string, signal: AbortSignal): Promise<FilmUpload> {
  return (await call(calls.getFilmUpload, { params: { uploadId } }, { signal })).data
}

type Piece = { uploadId: string; offset: number; content: Blob; signal: AbortSignal; onShare(share: number): void }

export async function sendPiece({ uploadId, offset, content, signal, onShare }: Piece): Promise<FilmUpload> {
  const send = createClient({ fetch: fetchUploading(content, onShare), token: freshToken, onUnauthorized })
  const language = knownLanguage(document.documentElement.lang)
  const headers = { 'Content-Type': 'application/octet-stream' }
  const query = { offset: String(offset), language } as const
  return (await send(calls.sendFilmPiece, { params: { uploadId }, query }, { headers, signal })).data
}

export async function endFilm(uploadId: string): Promise<void> {
  await call(calls.endFilmUpload, { params: { uploadId } })
}
