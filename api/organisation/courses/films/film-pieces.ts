import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Originals } from '../../../courses/files/originals.ts'
import type { Db, Tables } from '../../../database/tables.ts'
import { flushFile } from '../../../media/storage/temporary-files.ts'

type Upload = Pick<Tables['film_uploads'], 'id'>

/** The folder of unfinished films, beside the originals. No backup has it, because its name begins with a dot. */
export function folderOf({ mediaDir }: Originals): string {
  return join(mediaDir, 'originals', '.uploads')
}

export function pathOf(originals: Originals, { id }: Upload): string {
  return join(folderOf(originals), id)
}

/**
 * The key of a piece in the bucket, where the machines that receive other pieces look for it. `offset`: the place of
 * its first byte in the film.
 */
function keyOfPiece({ id }: Upload, offset: number): string {
  return `pieces/${id}/${offset}`
}

/** Adds to the file what other machines received. */
export async function fetchPieces(upload: Upload, originals: Originals): Promise<void> {
  const { bucket } = originals
  if (!bucket) return
  const file = pathOf(originals, upload)
  await mkdir(folderOf(originals), { recursive: true, mode: 0o700 })
  for (;;) {
    const received = (await stat(file).catch(() => undefined))?.size ?? 0
    const content = await bucket.read(keyOfPiece(upload, received))
    if (!content) break
    await pipeline(
      content,
      createWriteStream(file, { flags: received === 0 ? 'w' : 'r+', start: received, mode: 0o600 }),
    )
    await flushFile(file)
  }
}

/** Copies a piece to the bucket, for the machine that receives the next piece of this film. */
export async function storePiece(upload: Upload, offset: number, originals: Originals): Promise<void> {
  const file = pathOf(originals, upload)
  const isEmpty = (await stat(file)).size === offset
  if (!isEmpty) await originals.bucket?.put(keyOfPiece(upload, offset), createReadStream(file, { start: offset }))
}

/** Removes the pieces of films that are complete or given up. */
export async function removePieces(db: Db, { bucket }: Originals): Promise<void> {
  if (!bucket) return
  const pieces: string[] = []
  for await (const key of bucket.keys()) if (key.startsWith('pieces/')) pieces.push(key)
  if (pieces.length === 0) return
  const open = await db.selectFrom('film_uploads').select('id').where('digest', 'is', null).execute()
  const ids = new Set(open.map(({ id }) => id))
  for (const key of pieces) if (!ids.has(key.split('/')[1] ?? '')) await bucket.remove(key)
}
