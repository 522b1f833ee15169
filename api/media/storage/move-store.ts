import { createHash } from 'node:crypto'
import type { Storage } from './storage.ts'
import type { Stores } from './stores.ts'

export type MovedObjects = { copied: number; there: number; failed: string[] }

const MOVES: Record<keyof Stores, RegExp> = {
  // Only the files of the top folder, because on a disk the originals are in a folder of the media.
  media: /^[^/]+$/,
  recordings: /^/,
  // Leaves out the pieces of films whose upload is not complete.
  originals: /^(?:sizes\/)?[0-9a-f]{64}(?:\/|$)/,
}

/** Copies a store to another one, and reads the copies back. The source stays as it is. */
export async function moveStore(source: Storage, target: Storage, name: keyof Stores): Promise<MovedObjects> {
  const moved: MovedObjects = { copied: 0, there: 0, failed: [] }
  for await (const key of source.keys()) {
    if (!MOVES[name].test(key)) continue
    try {
      moved[await moveOne(source, target, key)] += 1
    } catch (error) {
      moved.failed.push(`${key}: ${(error as Error).message}`)
    }
  }
  return moved
}

async function moveOne(source: Storage, target: Storage, key: string): Promise<'copied' | 'there'> {
  const right = await hashOf(source, key)
  if ((await hashOf(target, key)) === right) return 'there'
  const content = await source.read(key)
  if (!content) throw new Error('it is gone')
  await target.put(key, content)
  if ((await hashOf(target, key)) !== right) throw new Error('it arrived otherwise than it was sent')
  return 'copied'
}

async function hashOf(storage: Storage, key: string): Promise<string | undefined> {
  const content = await storage.read(key)
  if (!content) return undefined
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
