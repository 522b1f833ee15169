import { createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { FilmUpload } from '../../../../contract/organisation/media/films.ts'
import { BadFileError } from '../../../courses/files/bad-file.ts'
import { digestOfFile, type Originals, saveUploadedFile } from '../../../courses/files/originals.ts'
import { probeFilm } from '../../../courses/films/film.ts'
import type { Db } from '../../../database/tables.ts'
import { limitedBody } from '../../../http/limited-body.ts'
import { diskSpaceOf, requireSpaceForUploads } from '../../../media/storage/disk-space.ts'
import { flushFile } from '../../../media/storage/temporary-files.ts'
import { folderOf, pathOf, storePiece } from './film-pieces.ts'
import { endUpload, type FilmUploadRow, receivedOf, uploadAs } from './film-uploads.ts'

type Piece = { body: Readable; offset: number; mostBytes: number; originals: Originals }

/** Adds a piece, or as much of it as arrives. If the file is no film, throws `BadFileError` and removes the upload. */
export async function addPiece(db: Db, row: FilmUploadRow, piece: Piece, now: number): Promise<FilmUpload> {
  if (row.digest !== null) return uploadAs(row, Number(row.bytes))
  return receivePiece(db, row, piece, now).catch(error => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return uploadWithoutFile(db, row)
  })
}

/** The reply if another request has removed the file. */
async function uploadWithoutFile(db: Db, { id }: FilmUploadRow): Promise<FilmUpload> {
  const row = await db.selectFrom('film_uploads').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  // The other request is still storing the film.
  if (row.digest === null) throw new ApiError('unavailable', { retryAfter: 1 })
  return uploadAs(row, Number(row.bytes))
}

async function receivePiece(db: Db, row: FilmUploadRow, piece: Piece, now: number): Promise<FilmUpload> {
  const { body, offset, mostBytes, originals } = piece
  requireSpaceForUploads(await diskSpaceOf(folderOf(originals)))
  if (offset !== (await receivedOf(row, originals))) throw new ApiError('courses/film-offset')
  const file = pathOf(originals, row)
  try {
    const left = Number(row.bytes) - offset
    const target = createWriteStream(file, { flags: 'r+', start: offset })
    await pipeline(
      body,
      limitedBody(Math.min(mostBytes, left), () => new ApiError('too-large')),
      target,
    )
  } finally {
    await flushFile(file)
    await storePiece(row, offset, originals)
    await db
      .updateTable('film_uploads')
      .set({ received: (await stat(file)).size, touched_at: now })
      .where('id', '=', row.id)
      .execute()
  }
  const received = await receivedOf(row, originals)
  try {
    if (offset === 0) await expectBeginning(file)
    return received < Number(row.bytes) ? uploadAs(row, received) : await finish(db, row, originals, now)
  } catch (error) {
    if (error instanceof BadFileError) await endUpload(db, row, originals)
    throw error
  }
}

/** A file that is no film is refused after its first piece. */
async function expectBeginning(file: string): Promise<void> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0)
  if (bytesRead === 12 && buffer.toString('latin1', 4, 8) !== 'ftyp')
    throw new BadFileError('is no film that can be used: mp4 or mov')
}

async function finish(db: Db, row: FilmUploadRow, originals: Originals, now: number): Promise<FilmUpload> {
  const file = pathOf(originals, row)
  const mistake = await probeFilm(file).catch(error => {
    // Without ffmpeg, nothing can check the film.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  })
  if (typeof mistake === 'string') throw new BadFileError(mistake)
  const digest = await digestOfFile(file)
  await saveUploadedFile(originals, file, digest, now)
  await db
    .updateTable('film_uploads')
    .set({ digest, received: row.bytes, touched_at: now })
    .where('id', '=', row.id)
    .execute()
  return uploadAs({ ...row, digest }, Number(row.bytes))
}
