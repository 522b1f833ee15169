import { constants } from 'node:fs'
import { copyFile, link, mkdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { flush, writeAtomically } from '../../media/storage/temporary-files.ts'

const DIGEST = /^[0-9a-f]{64}$/

/**
 * The authors' files by their digests, each stored once. They are below the media folder, so that backups include them,
 * and are not served. Learners load hard links to them, where the disk allows.
 */
export function pathOfOriginal(mediaDir: string, digest: string): string {
  if (!DIGEST.test(digest)) throw new Error('This is no digest')
  return join(mediaDir, 'originals', digest)
}

/** The sizes that were made of a film. */
export function sizesOfOriginal(mediaDir: string, digest: string): string {
  return join(mediaDir, 'originals', 'sizes', digest)
}

export async function bytesOfOriginal(mediaDir: string, digest: string): Promise<number | undefined> {
  if (!DIGEST.test(digest)) return undefined
  return (await stat(pathOfOriginal(mediaDir, digest)).catch(() => undefined))?.size
}

/** Copies a file of an author, because the original may change later. */
export async function saveOriginal(mediaDir: string, source: string, digest: string): Promise<void> {
  const target = pathOfOriginal(mediaDir, digest)
  if (source === target || (await stat(target).catch(() => undefined))) return
  await mkdir(join(mediaDir, 'originals'), { recursive: true, mode: 0o700 })
  await copyWhole(source, target)
  await flush(join(mediaDir, 'originals'))
}

/** Stores an uploaded file. If it is there already, its time is renewed. */
export async function saveBrought(mediaDir: string, source: string, digest: string, now: number): Promise<void> {
  await saveOriginal(mediaDir, source, digest)
  await utimes(pathOfOriginal(mediaDir, digest), now / 1000, now / 1000)
}

/** Links a file that never changes under a second name, or copies it. */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  if (await stat(target).catch(() => undefined)) return
  const isLinked = await link(source, target).then(
    () => true,
    () => false,
  )
  if (!isLinked) await copyWhole(source, target)
}

async function copyWhole(source: string, target: string): Promise<void> {
  await writeAtomically(target, half => copyFile(source, half, constants.COPYFILE_EXCL))
}
