import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, open, type ZipFile } from 'yauzl'
import { type CourseFile, inOrder, isText } from '../files/course-file-list.ts'
import { fileOfText } from '../files/texts.ts'

/** Why a file is no course, in words for its author. */
export class BadZip extends Error {}

export const MOST_ZIP_BYTES = 500_000_000
const MOST_ENTRIES = 10_000
const MOST_BYTES = 1_000_000_000
const MOST_RATIO = 100
/** A small file of spaces may be packed well. */
const RATIO_FROM_BYTES = 1_000_000
const MOST_TEXT_BYTES = 1_000_000

const LINK = 0o120000
const KIND_OF_FILE = 0o170000
/** Made by the systems of authors, and no part of a course. */
const JUNK = /(?:^|\/)(?:__MACOSX(?:\/|$)|\.|Thumbs\.db$|desktop\.ini$)/
const ARCHIVE = /\.(?:zip|rar|7z|tar|t?gz|jar)$/i

export type Unpacked = { files: CourseFile[]; texts: Map<string, string> }

/**
 * Unpacks the zip of a course folder. Everything else than a text goes into a folder under its digest. All names and
 * sizes are checked first, so a hostile zip is refused before anything is unpacked.
 */
export async function unpackCourse(zipPath: string, target: string): Promise<Unpacked> {
  const zip = await opened(zipPath)
  try {
    const entries = checkedEntries(await entriesOf(zip))
    await mkdir(target, { recursive: true, mode: 0o700 })
    const files: CourseFile[] = []
    const texts = new Map<string, string>()
    for (const { name, entry } of entries) {
      if (!isText(name)) files.push({ name, ...(await unpack(zip, entry, target)) })
      else {
        const text = await textIn(zip, entry, name)
        texts.set(name, text)
        files.push(fileOfText(name, text))
      }
    }
    return { files: inOrder(files), texts }
  } catch (error) {
    throw error instanceof BadZip || isOfDisk(error)
      ? error
      : new BadZip(`cannot be unpacked: ${(error as Error).message}`)
  } finally {
    zip.close()
  }
}

function isOfDisk(error: unknown): boolean {
  return typeof (error as { syscall?: unknown }).syscall === 'string'
}

function opened(path: string): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  return new Promise((resolve, reject) =>
    open(path, options, (error, zip) =>
      error ? reject(new BadZip(`is no zip, or a part of it is missing: ${error.message}`)) : resolve(zip),
    ),
  )
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MOST_ENTRIES) throw new BadZip(`has more than ${MOST_ENTRIES} files`)
  const entries: Entry[] = []
  return new Promise((resolve, reject) => {
    zip.on('error', error => reject(new BadZip(`has a name that is not allowed: ${error.message}`)))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

type Named = { name: string; entry: Entry }

function checkedEntries(all: readonly Entry[]): Named[] {
  const entries = all.filter(({ fileName }) => !fileName.endsWith('/') && !JUNK.test(fileName))
  const top = topFolder(entries)
  const known = new Set<string>()
  let bytes = 0
  for (const { fileName, ...entry } of entries) {
    bytes += entry.uncompressedSize
    if (bytes > MOST_BYTES) throw new BadZip(`is larger than ${MOST_BYTES / 1_000_000} MB when it is unpacked`)
    const mistake =
      mistakeOf(fileName, entry) ??
      (known.has(fileName.toLowerCase()) ? 'is there twice, but for capital letters' : undefined)
    if (mistake) throw new BadZip(`${fileName}: ${mistake}`)
    known.add(fileName.toLowerCase())
  }
  const named = entries.map(entry => ({ name: entry.fileName.slice(top.length), entry }))
  if (!named.some(({ name }) => name === 'course.yaml'))
    throw new BadZip('has no course.yaml, so it is no course folder')
  return named.filter(({ name }) => isOfCourse(name))
}

function mistakeOf(
  name: string,
  entry: Pick<Entry, 'generalPurposeBitFlag' | 'externalFileAttributes' | 'uncompressedSize' | 'compressedSize'>,
): string | undefined {
  if (entry.generalPurposeBitFlag & 1) return 'is locked with a password'
  if (((entry.externalFileAttributes >>> 16) & KIND_OF_FILE) === LINK) return 'is a link to another place'
  if (ARCHIVE.test(name)) return 'is an archive in an archive'
  const isLarge = entry.uncompressedSize > RATIO_FROM_BYTES
  return isLarge && entry.uncompressedSize > MOST_RATIO * entry.compressedSize
    ? 'would become more than a hundred times as large'
    : undefined
}

/** A course lies at the top of the zip, or in one folder. */
function topFolder(entries: readonly Entry[]): string {
  const [course] = entries.map(({ fileName }) => fileName).filter(name => /^(?:[^/]+\/)?course\.yaml$/.test(name))
  return course?.slice(0, -'course.yaml'.length) ?? ''
}

/** Others are not part of a course, and the command does not read them either. */
function isOfCourse(name: string): boolean {
  return isText(name) || /^(?:(?:media|lessons)\/)?[^/]+$/.test(name)
}

async function textIn(zip: ZipFile, entry: Entry, name: string): Promise<string> {
  if (entry.uncompressedSize > MOST_TEXT_BYTES) throw new BadZip(`${name}: is larger than ${MOST_TEXT_BYTES / 1000} kB`)
  const bytes = await buffer(await zip.openReadStreamPromise(entry))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new BadZip(`${name}: is not UTF-8 text`)
  }
}

async function unpack(zip: ZipFile, entry: Entry, target: string): Promise<{ digest: string; bytes: number }> {
  const hash = createHash('sha256')
  const half = join(target, 'half')
  const counted = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(await zip.openReadStreamPromise(entry), counted, createWriteStream(half, { mode: 0o600 }))
  const digest = hash.digest('hex')
  await rename(half, join(target, digest))
  return { digest, bytes: entry.uncompressedSize }
}
