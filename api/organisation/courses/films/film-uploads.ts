import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { FILM_UPLOAD_KEPT_DAYS, type FilmUpload } from '../../../../contract/organisation/media/films.ts'
import { DAY } from '../../../../contract/time.ts'
import { authorIdOf } from '../../../courses/drafts/authors.ts'
import { BadFile } from '../../../courses/files/bad-file.ts'
import { type Originals, saveBrought } from '../../../courses/files/originals.ts'
import { lookIntoFilm } from '../../../courses/films/film.ts'
import { idempotent, type KeyedRequest } from '../../../database/idempotent.ts'
import type { Db, Tables } from '../../../database/tables.ts'
import { transactionWithLock } from '../../../database/transaction-with-lock.ts'
import { limitedBody } from '../../../http/limited-body.ts'
import { requireRoomForFilm, requireRoomForUploads, roomOn } from '../../../media/storage/room.ts'
import { flushFile, removeIfOlder } from '../../../media/storage/temporary-files.ts'
import { bringPieces, folderOf, pathOf, removePieces, storePiece } from './film-pieces.ts'

type Row = Tables['film_uploads']
const KEPT_MS = FILM_UPLOAD_KEPT_DAYS * DAY

type Beginning = { courseId: string; bytes: number; originals: Originals }

/** Throws `courses/no-room` if the film would fill the disk. A repeated request gets the upload that it began. */
export async function beginUpload(
  db: Db,
  { courseId, bytes, originals }: Beginning,
  act: KeyedRequest,
): Promise<FilmUpload> {
  const { uid, now } = act
  await mkdir(folderOf(originals), { recursive: true, mode: 0o700 })
  const room = await roomOn(folderOf(originals))
  const begin = async (trx: Transaction<Tables>) => {
    const open = await trx
      .selectFrom('film_uploads')
      .select(['bytes', 'received'])
      .where('digest', 'is', null)
      .execute()
    const coming = open.reduce((sum, one) => sum + Number(one.bytes) - Number(one.received), 0)
    requireRoomForFilm(bytes, coming, room)
    const begun = { id: randomUUID(), course_id: courseId, author_id: await authorIdOf(trx, uid), bytes, received: 0 }
    const values = { ...begun, digest: null, begun_at: now, touched_at: now }
    await trx.insertInto('film_uploads').values(values).execute()
    return begun.id
  }
  const id = await transactionWithLock(db, 'film uploads', trx => idempotent(trx, act, () => begin(trx)))
  const row = await ownUpload(db, uid, id)
  // Adds nothing to a file that is there.
  if (row.digest === null) await writeFile(pathOf(originals, row), '', { flag: 'a', mode: 0o600 })
  return uploadNow(row, originals)
}

/** The upload of this author. Throws `not-found` for that of another one, and for one that has ended. */
export async function ownUpload(db: Db, uid: string, id: string): Promise<Row> {
  const row = await db
    .selectFrom('film_uploads')
    .innerJoin('course_authors', 'course_authors.author_id', 'film_uploads.author_id')
    .selectAll('film_uploads')
    .where('film_uploads.id', '=', id)
    .where('course_authors.author_uid', '=', uid)
    .executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  return row
}

export async function uploadNow(row: Row, originals: Originals): Promise<FilmUpload> {
  return shown(row, row.digest === null ? await receivedOf(row, originals) : Number(row.bytes))
}

function shown(row: Row, received: number): FilmUpload {
  const bytes = Number(row.bytes)
  return { id: row.id, bytes, received, stored: row.digest === null ? null : { digest: row.digest, bytes } }
}

/** The file says it, also after a piece that was cut off or a process that was killed. */
async function receivedOf(row: Row, originals: Originals): Promise<number> {
  await bringPieces(row, originals)
  const found = await stat(pathOf(originals, row)).catch(() => undefined)
  if (!found) throw new ApiError('not-found')
  return found.size
}

type Piece = { body: Readable; offset: number; mostBytes: number; originals: Originals }

/** Adds a piece, or as much of it as arrives. Throws `BadFile` for what is no film, and removes it. */
export async function addPiece(db: Db, row: Row, piece: Piece, now: number): Promise<FilmUpload> {
  if (row.digest !== null) return shown(row, Number(row.bytes))
  return pieceAdded(db, row, piece, now).catch(error => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return endedMeanwhile(db, row)
  })
}

/** Another request has removed the file. */
async function endedMeanwhile(db: Db, { id }: Row): Promise<FilmUpload> {
  const row = await db.selectFrom('film_uploads').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  // The other request is still storing the film.
  if (row.digest === null) throw new ApiError('unavailable', { retryAfter: 1 })
  return shown(row, Number(row.bytes))
}

async function pieceAdded(db: Db, row: Row, piece: Piece, now: number): Promise<FilmUpload> {
  const { body, offset, mostBytes, originals } = piece
  requireRoomForUploads(await roomOn(folderOf(originals)))
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
    return received < Number(row.bytes) ? shown(row, received) : await finish(db, row, originals, now)
  } catch (error) {
    if (error instanceof BadFile) await endUpload(db, row, originals)
    throw error
  }
}

/** A file that is no film is refused after its first piece. */
async function expectBeginning(file: string): Promise<void> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0)
  if (bytesRead === 12 && buffer.toString('latin1', 4, 8) !== 'ftyp')
    throw new BadFile('is no film that can be used: mp4 or mov')
}

async function finish(db: Db, row: Row, originals: Originals, now: number): Promise<FilmUpload> {
  const file = pathOf(originals, row)
  const mistake = await lookIntoFilm(file).catch(error => {
    // Without ffmpeg nobody can look into it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  })
  if (typeof mistake === 'string') throw new BadFile(mistake)
  const digest = await digestOf(file)
  await saveBrought(originals, file, digest, now)
  await db
    .updateTable('film_uploads')
    .set({ digest, received: row.bytes, touched_at: now })
    .where('id', '=', row.id)
    .execute()
  return shown({ ...row, digest }, Number(row.bytes))
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

export async function endUpload(db: Db, row: Pick<Row, 'id'>, originals: Originals): Promise<void> {
  await db.deleteFrom('film_uploads').where('id', '=', row.id).execute()
  await rm(pathOf(originals, row), { force: true })
}

/** Deletes uploads that got no piece for a week, and the pieces of films that are complete or given up. */
export async function deleteOldUploads(db: Db, originals: Originals, now: number): Promise<void> {
  const old = await db
    .selectFrom('film_uploads')
    .select('id')
    .where('touched_at', '<', now - KEPT_MS)
    .execute()
  for (const row of old) await endUpload(db, row, originals)
  for (const name of await readdir(folderOf(originals)).catch(() => []))
    await removeIfOlder(join(folderOf(originals), name), now - KEPT_MS)
  await removePieces(db, originals)
}
