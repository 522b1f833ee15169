import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, link, mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DAY } from '../../../contract/time.ts'
import type { Storage } from '../../media/storage/storage.ts'
import { openStores, type StoreConfig } from '../../media/storage/stores.ts'
import { flushFile, writeAtomically } from '../../media/storage/temporary-files.ts'
import { type CourseFile, isText } from './course-file-list.ts'

const DIGEST = /^[0-9a-f]{64}$/
/** A younger file in the bucket is not sent again to renew its time. */
const IS_YOUNG_MS = DAY

/**
 * The authors' files by their digests, each stored once, and the sizes of films. They are below the media folder and
 * not served. Learners load hard links to them, where the disk allows. With a bucket, every file is stored there, too,
 * and each machine brings what it needs into its own folder.
 */
export type Originals = {
  mediaDir: string
  /** Undefined if the folder itself is the store. */
  bucket: Storage | undefined
  /** Files that are on their way from the bucket, by path. */
  coming: Map<string, Promise<void>>
}

/** `around` wraps the bucket, for example to turn its errors into replies. */
export async function openOriginals(
  config: StoreConfig,
  around = (bucket: Storage): Storage => bucket,
): Promise<Originals> {
  const bucket = config.storage === 's3' ? around((await openStores(config)).originals) : undefined
  return { mediaDir: config.mediaDir, bucket, coming: new Map() }
}

/** The file may be only in the bucket: then `fetchOriginals` has to fetch it. */
export function pathOfOriginal(mediaDir: string, digest: string): string {
  if (!DIGEST.test(digest)) throw new Error('This is no digest')
  return join(mediaDir, 'originals', digest)
}

/** The folder with the sizes of a film. It has only the sizes that this machine made or fetched. */
export function folderOfSizes(mediaDir: string, digest: string): string {
  return join(mediaDir, 'originals', 'sizes', digest)
}

export async function bytesOfOriginal({ mediaDir, bucket }: Originals, digest: string): Promise<number | undefined> {
  if (!DIGEST.test(digest)) return undefined
  return (await sizeOf(pathOfOriginal(mediaDir, digest))) ?? (await bucket?.stat(digest))?.bytes
}

/** Copies a file of an author, because the original may change later. */
export async function saveOriginal({ mediaDir, bucket }: Originals, source: string, digest: string): Promise<void> {
  const target = pathOfOriginal(mediaDir, digest)
  if (source !== target && (await sizeOf(target)) === undefined) {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await copyWhole(source, target)
    await flushFile(dirname(target))
  }
  if (bucket && !(await bucket.stat(digest))) await bucket.put(digest, createReadStream(target))
}

/** The digest under which a file is stored. */
export async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** Moves an uploaded file to the originals. If it is already one of them, its time is renewed. */
export async function saveUploadedFile(
  { mediaDir, bucket }: Originals,
  source: string,
  digest: string,
  now: number,
): Promise<void> {
  const target = pathOfOriginal(mediaDir, digest)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await flushFile(source)
  await linkOrCopy(source, target)
  await rm(source)
  await utimes(target, now / 1000, now / 1000)
  await flushFile(dirname(target))
  const stored = await bucket?.stat(digest)
  if (bucket && !(stored && stored.changedAt > now - IS_YOUNG_MS)) await bucket.put(digest, createReadStream(target))
}

/** Fetches the files that this machine lacks from the bucket. A file that the bucket lacks, too, stays missing. */
export async function fetchOriginals(
  originals: Originals,
  files: readonly Pick<CourseFile, 'name' | 'digest'>[],
): Promise<void> {
  for (const { name, digest } of files)
    if (!isText(name)) await fetchFromBucket(originals, digest, pathOfOriginal(originals.mediaDir, digest))
}

/** The path of a file. If this machine lacks the file, it is fetched from the bucket first. */
export async function fetchOriginal(originals: Originals, digest: string): Promise<string> {
  const path = pathOfOriginal(originals.mediaDir, digest)
  await fetchFromBucket(originals, digest, path)
  return path
}

/** Two requests that need the same file wait for the same copy of it. */
export async function fetchFromBucket({ bucket, coming }: Originals, key: string, target: string): Promise<void> {
  if (!bucket || (await sizeOf(target)) !== undefined) return
  const bringing = coming.get(target) ?? copyFromBucket(bucket, key, target)
  coming.set(target, bringing)
  await bringing.finally(() => coming.delete(target))
}

async function copyFromBucket(bucket: Storage, key: string, target: string): Promise<void> {
  const content = await bucket.read(key)
  if (!content) return
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await writeAtomically(target, temporary => writeFile(temporary, content, { flag: 'wx', mode: 0o600 }))
}

/** Links a file that never changes under a second name, or copies it. */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  if ((await sizeOf(target)) !== undefined) return
  const isThere = await link(source, target).then(
    () => true,
    // Another request has just made the link. A copy in its place would take the space of the file once more.
    (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
  )
  if (!isThere) await copyWhole(source, target)
}

async function copyWhole(source: string, target: string): Promise<void> {
  await writeAtomically(target, temporary => copyFile(source, temporary, constants.COPYFILE_EXCL))
}

async function sizeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.size
}
