import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import type { Storage } from '../../media/storage/storage.ts'
import type { CourseFile } from './course-file-list.ts'
import { folderOfSizes, type Originals } from './originals.ts'

/** How long a file stays that no course names. The edit that names it may still wait in a browser without a network. */
const WAITS_MS = 7 * DAY

/** Removes the authors' files that no draft, no version and no edit of the last weeks names. */
export async function removeUnusedOriginals(db: Db, { mediaDir, bucket }: Originals, now: number): Promise<void> {
  await removeHere(db, mediaDir, now)
  if (bucket) await removeFromBucket(db, bucket, now)
}

async function removeHere(db: Db, mediaDir: string, now: number): Promise<void> {
  const folder = join(mediaDir, 'originals')
  const old: string[] = []
  for (const digest of await readdir(folder).catch(() => []))
    if (await isAlone(join(folder, digest), now)) old.push(digest)
  if (old.length === 0) return
  const named = await namedDigests(db)
  for (const digest of old) {
    const file = join(folder, digest)
    // Somebody may have uploaded the same file again meanwhile.
    if (named.has(digest) || !(await isAlone(file, now))) continue
    await rm(file)
    await rm(folderOfSizes(mediaDir, digest), { recursive: true, force: true })
  }
}

async function removeFromBucket(db: Db, bucket: Storage, now: number): Promise<void> {
  const keys: string[] = []
  for await (const key of bucket.keys()) keys.push(key)
  if (keys.length === 0) return
  const named = await namedDigests(db)
  for (const key of keys) {
    const [, digest] = /^(?:sizes\/)?([0-9a-f]{64})(?:\/|$)/.exec(key) ?? []
    if (digest === undefined || named.has(digest)) continue
    // The author may have uploaded it lately, and no edit names it yet.
    const film = await bucket.stat(digest)
    if (!film || film.changedAt < now - WAITS_MS) await bucket.remove(key)
  }
}

/** Whether a file is old and has no second link, by which learners load it. Temporary files are removed elsewhere. */
async function isAlone(file: string, now: number): Promise<boolean> {
  if (!/[0-9a-f]{64}$/.test(file)) return false
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && found.nlink === 1 && found.mtimeMs < now - WAITS_MS
}

async function namedDigests(db: Db): Promise<ReadonlySet<string>> {
  const drafts = await db.selectFrom('draft_files').select('digest').distinct().execute()
  // The removal of a file can be undone, so edits keep it, too.
  const edits = await db.selectFrom('draft_edits').select('change').where('change', 'like', '%"op":"file"%').execute()
  const named = new Set(drafts.map(({ digest }) => digest))
  for (const { change } of edits) named.add(String((JSON.parse(change) as { to?: unknown }).to))
  const versions = await db.selectFrom('course_versions').select(['course_id', 'number']).execute()
  for (const { course_id, number } of versions) {
    const { files } = await db
      .selectFrom('course_versions')
      .select('files')
      .where('course_id', '=', course_id)
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    for (const { digest } of JSON.parse(files ?? '[]') as CourseFile[]) named.add(digest)
  }
  return named
}
