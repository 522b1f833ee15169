import { createHash } from 'node:crypto'
import { type FileHashes, HASHED_BYTES } from '../../contract/lesson-files/lesson-file.ts'
import { writeIfSpace } from '../database/failures/database-problem.ts'
import type { Db } from '../database/tables.ts'
import type { Storage } from '../media/storage/storage.ts'
import { throwUnavailable } from '../media/storage/unavailable.ts'

/** Undefined if there is no such file. */
export type ContentOf = (name: string) => Promise<FileHashes | undefined>

/** The hashes of media files. Each file is read once: its name has a hash of the content, so it never changes. */
export function mediaHashes(db: Db, storage: Storage): ContentOf {
  const running = new Map<string, Promise<FileHashes | undefined>>()

  return async name => {
    const row = await db.selectFrom('media_hashes').selectAll().where('name', '=', name).executeTakeFirst()
    if (row) return { bytes: row.bytes, sha256: row.sha256.split(' ') }
    const reading = running.get(name) ?? readNow(name).finally(() => running.delete(name))
    running.set(name, reading)
    return reading
  }

  async function readNow(name: string): Promise<FileHashes | undefined> {
    const stream = await storage.read(name).catch(throwUnavailable)
    if (!stream) return undefined
    const content = await hashesOf(stream).catch(throwUnavailable)
    const row = { name, bytes: content.bytes, sha256: content.sha256.join(' ') }
    const insert = db.insertInto('media_hashes').values(row)
    await writeIfSpace(insert.onConflict(conflict => conflict.column('name').doNothing()).execute())
    return content
  }
}

export async function hashesOf(stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<FileHashes> {
  const sha256: string[] = []
  let hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + HASHED_BYTES - (bytes % HASHED_BYTES))
      hash.update(part)
      at += part.length
      bytes += part.length
      if (bytes % HASHED_BYTES === 0) {
        sha256.push(hash.digest('base64url'))
        hash = createHash('sha256')
      }
    }
  }
  if (bytes % HASHED_BYTES > 0 || bytes === 0) sha256.push(hash.digest('base64url'))
  return { bytes, sha256 }
}
