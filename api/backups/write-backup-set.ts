import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { DAY } from '../../contract/time.ts'
import { VERSION } from '../../contract/version.ts'
import { CLOCKS_DIFFER_MS } from '../http/limits.ts'
import { openStores, type StoreConfig } from '../media/storage/stores.ts'
import { copyAndFlush, flushFile } from '../media/storage/temporary-files.ts'
import { type FileKind, MANIFEST, type Manifest, tableFile } from './manifest.ts'
import { missingRecordings, unlessMissing } from './missing-recordings.ts'
import { type BackupRow, type Snapshot, withSnapshot } from './snapshot.ts'

type Config = StoreConfig & { databaseUrl: string }
export type OnProgress = (step: 'rows' | 'files', done: number, of: number) => Promise<void>

/**
 * Writes all tables, media and recordings into a new folder, completely or not at all, while the server works. The
 * rows come first, so each file that a row names exists when the files are copied. Files are never changed.
 */
export async function writeBackupSet(
  config: Config,
  target: string,
  onProgress: OnProgress,
  now: number,
): Promise<Manifest> {
  const temporary = join(dirname(target), `.${now}-${process.pid}.part`)
  // Not both at once: with `recursive`, Node reports a disk that cannot be written as a missing folder.
  await mkdir(temporary, { mode: 0o700 })
  try {
    await mkdir(join(temporary, 'tables'), { mode: 0o700 })
    const fromDatabase = await withSnapshot(config, async snapshot => ({
      migration: snapshot.migration,
      tables: await writeTables(temporary, snapshot, onProgress),
    }))
    const files = {
      media: await addFiles(config, temporary, 'media', () => onProgress('files', 0, 2)),
      recordings: await addFiles(config, temporary, 'recordings', () => onProgress('files', 1, 2)),
    }
    await copyAndFlush(join(config.dataDir, 'secret.key'), join(temporary, 'secret.key')).catch(unlessMissing)
    const missing = files.recordings.inBucket ? [] : await missingRecordings(temporary)
    const manifest: Manifest = { form: 1, version: VERSION, madeAt: now, ...fromDatabase, files, missing }
    await writeFile(join(temporary, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600, flush: true })
    await rename(temporary, target)
    await flushFile(dirname(target))
    return manifest
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function writeTables(
  folder: string,
  { tables, rows }: Snapshot,
  onProgress: OnProgress,
): Promise<Manifest['tables']> {
  const written: Manifest['tables'] = {}
  for (const [index, table] of tables.entries()) {
    await onProgress('rows', index, tables.length)
    const digest = createHash('sha256')
    let count = 0
    const lines = async function* () {
      for await (const batch of rows(table)) {
        const text = batch.map(lineOf).join('')
        count += batch.length
        digest.update(text)
        yield text
      }
    }
    const file = createWriteStream(tableFile(folder, table), { mode: 0o600, flush: true })
    await pipeline(Readable.from(lines()), createGzip(), file)
    written[table] = { rows: count, sha256: digest.digest('hex') }
  }
  return written
}

/** JSON does not escape the line separators of Unicode, and the reader would end a line at them. */
function lineOf(row: BackupRow): string {
  return `${JSON.stringify(row).replace(/[\u2028\u2029]/g, sign => `\\u${sign.charCodeAt(0).toString(16)}`)}\n`
}

/**
 * Makes hard links instead of copies where the disk allows. A link needs no room, and the bytes stay until the last
 * backup that has the file is deleted.
 */
async function addFiles(
  config: Config,
  folder: string,
  kind: FileKind,
  begin: () => Promise<void>,
): Promise<Manifest['files'][FileKind]> {
  await begin()
  const from = kind === 'media' ? config.mediaDir : config.recordingsDir
  const inBucket = config.storage === 's3'
  const store = (await openStores(config))[kind]
  const sum = { count: 0, bytes: 0, inBucket }
  for await (const key of store.keys()) {
    sum.count += 1
    if (inBucket) continue
    const target = join(folder, kind, key)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const isThere = await link(join(from, key), target).then(
      () => true,
      () => copyAndFlush(join(from, key), target).then(() => true, unlessMissing),
    )
    // A file that is missing was erased after the list was made.
    if (isThere) sum.bytes += (await stat(target)).size
    else sum.count -= 1
  }
  return sum
}

/** The complete backups in a folder, the newest first. Those that a wrong clock has dated into the future come last. */
export async function listBackupSets(folder: string, now: number): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const sets = names
    .filter(name => /^\d{4}-\d\d-\d\dT[\d-]+Z$/.test(name))
    .toSorted()
    .toReversed()
    .map(name => join(folder, name))
  const latest = join(folder, nameOfBackupSet(now + CLOCKS_DIFFER_MS))
  return [...sets.filter(set => set <= latest), ...sets.filter(set => set > latest)]
}

/** A name that sorts by time. */
export function nameOfBackupSet(now: number): string {
  return new Date(now).toISOString().replace(/[:.]/g, '-')
}

/** Also deletes what a killed backup left more than a day ago: it may have files of people who were erased since. */
export async function deleteOldBackupSets(folder: string, keep: number, now: number): Promise<void> {
  const unfinished = (await readdir(folder)).filter(name => Number(UNFINISHED.exec(name)?.[1]) < now - DAY)
  const old = [...(await listBackupSets(folder, now)).slice(keep), ...unfinished.map(name => join(folder, name))]
  for (const set of old) await rm(set, { recursive: true, force: true })
}

const UNFINISHED = /^\.(\d+)-\d+\.part$/
