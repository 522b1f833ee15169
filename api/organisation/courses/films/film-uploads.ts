import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { FILM_UPLOAD_KEPT_DAYS, type FilmUpload } from '../../../../contract/organisation/media/films.ts'
import { DAY } from '../../../../contract/time.ts'
import { ensureAuthorId } from '../../../courses/drafts/authors.ts'
import type { Originals } from '../../../courses/files/originals.ts'
import { idempotent, type KeyedRequest } from '../../../database/idempotent.ts'
import type { Db, Tables } from '../../../database/tables.ts'
import { transactionWithLock } from '../../../database/transaction-with-lock.ts'
import { diskSpaceOf, requireSpaceForFilm } from '../../../media/storage/disk-space.ts'
import { removeIfOlder } from '../../../media/storage/temporary-files.ts'
import { fetchPieces, folderOf, pathOf, removePieces } from './film-pieces.ts'

export type FilmUploadRow = Tables['film_uploads']
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
  const room = await diskSpaceOf(folderOf(originals))
  const begin = async (trx: Transaction<Tables>) => {
    const open = await trx
      .selectFrom('film_uploads')
      .select(['bytes', 'received'])
      .where('digest', 'is', null)
      .execute()
    const coming = open.reduce((sum, one) => sum + Number(one.bytes) - Number(one.received), 0)
    requireSpaceForFilm(bytes, coming, room)
    const begun = {
      id: randomUUID(),
      course_id: courseId,
      author_id: await ensureAuthorId(trx, uid),
      bytes,
      received: 0,
    }
    const values = { ...begun, digest: null, begun_at: now, touched_at: now }
    await trx.insertInto('film_uploads').values(values).execute()
    return begun.id
  }
  const id = await transactionWithLock(db, 'film uploads', trx => idempotent(trx, act, () => begin(trx)))
  const row = await ownUpload(db, uid, id)
  // Makes an empty file. If there is a file, nothing is added to it.
  if (row.digest === null) await writeFile(pathOf(originals, row), '', { flag: 'a', mode: 0o600 })
  return uploadNow(row, originals)
}

/** The upload of this author. Throws `not-found` for an upload of another author, and for one that has ended. */
export async function ownUpload(db: Db, uid: string, id: string): Promise<FilmUploadRow> {
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

export async function uploadNow(row: FilmUploadRow, originals: Originals): Promise<FilmUpload> {
  return uploadAs(row, row.digest === null ? await receivedOf(row, originals) : Number(row.bytes))
}

export function uploadAs(row: FilmUploadRow, received: number): FilmUpload {
  const bytes = Number(row.bytes)
  return { id: row.id, bytes, received, stored: row.digest === null ? null : { digest: row.digest, bytes } }
}

/**
 * How many bytes have arrived. The size of the file is right, also after a piece was cut off or a process was killed.
 */
export async function receivedOf(row: FilmUploadRow, originals: Originals): Promise<number> {
  await fetchPieces(row, originals)
  const found = await stat(pathOf(originals, row)).catch(() => undefined)
  if (!found) throw new ApiError('not-found')
  return found.size
}

/** A repeated request removes the file that the first one left if the process ended before it had removed it. */
export async function endOwnUpload(db: Db, id: string, originals: Originals, act: KeyedRequest): Promise<void> {
  await transactionWithLock(db, 'film uploads', trx =>
    idempotent(trx, act, async () => {
      await deleteRow(trx, await ownUpload(trx, act.uid, id))
      return null
    }),
  )
  await rm(pathOf(originals, { id }), { force: true })
}

export async function endUpload(db: Db, row: Pick<FilmUploadRow, 'id'>, originals: Originals): Promise<void> {
  await deleteRow(db, row)
  await rm(pathOf(originals, row), { force: true })
}

async function deleteRow(db: Db, { id }: Pick<FilmUploadRow, 'id'>): Promise<void> {
  await db.deleteFrom('film_uploads').where('id', '=', id).execute()
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
