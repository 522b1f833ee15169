import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Entry, ZipFile } from 'yauzl'
import { type CourseFile, inFolderOrder, isText } from '../files/course-file-list.ts'
import { fileOfText } from '../files/texts.ts'
import { BadZipError, type NamedEntry, withZip } from './open-zip.ts'

export const MAX_ZIP_BYTES = 500_000_000
const MAX_BYTES = 1_000_000_000
const MAX_TEXT_BYTES = 1_000_000
/** All texts together. A course of 1,000 pages has about 600 kB. */
const MAX_TEXTS_BYTES = 5_000_000

export type UnpackedCourse = { files: CourseFile[]; texts: Map<string, string> }
/** `leftOut`: the names of the files in the zip that are no part of the course. */
export type CourseOfZip = UnpackedCourse & { leftOut: readonly string[] }

/** Unpacks the zip of a course folder. Each file that is no text is stored in the folder `target`, by its digest. */
export function unpackCourse(zipPath: string, target: string): Promise<CourseOfZip> {
  return withZip(zipPath, MAX_BYTES, async ({ zip, entries }) => {
    const { named, leftOut } = ofCourse(entries)
    throwIfTextsAreLarge(named.map(({ name, entry }) => ({ name, bytes: entry.uncompressedSize })))
    await mkdir(target, { recursive: true, mode: 0o700 })
    const files: CourseFile[] = []
    const texts = new Map<string, string>()
    for (const { name, entry } of named) {
      if (!isText(name)) files.push({ name, ...(await unpack(zip, entry, target)) })
      else {
        const text = await textIn(zip, entry, name)
        texts.set(name, text)
        files.push(fileOfText(name, text))
      }
    }
    return { files: inFolderOrder(files), texts, leftOut }
  })
}

function ofCourse(entries: readonly NamedEntry[]): { named: NamedEntry[]; leftOut: string[] } {
  const folder = courseFolderIn(entries.map(({ name }) => name))
  const { named = [], leftOut = [] } = Object.groupBy(entries, ({ name }) =>
    name.startsWith(folder) && isOfCourse(name.slice(folder.length)) ? 'named' : 'leftOut',
  )
  return {
    named: named.map(({ name, entry }) => ({ name: name.slice(folder.length), entry })),
    leftOut: leftOut.map(({ name }) => name),
  }
}

const COURSE = /^(?:.*\/)?course\.yaml$/s

/** The folder of the course, which may lie in other folders. A copy that lies deeper does not count. */
function courseFolderIn(names: readonly string[]): string {
  const folders = names.filter(name => COURSE.test(name)).map(name => name.slice(0, -'course.yaml'.length))
  const depthOf = (folder: string) => folder.split('/').length
  const [first, second] = folders.toSorted((one, other) => depthOf(one) - depthOf(other))
  if (first === undefined) throw new BadZipError('has no course.yaml, so it is no course folder')
  if (second !== undefined && depthOf(second) === depthOf(first))
    throw new BadZipError(`has more than one course: ${first}, ${second}. Each needs a zip of its own.`)
  return first
}

/** Other files are no part of a course. The import by a command does not read them either. */
function isOfCourse(name: string): boolean {
  return isText(name) || /^(?:(?:media|lessons)\/)?[^/]+$/.test(name)
}

/** The texts are limited, because every check of the course reads all of them. */
export function throwIfTextsAreLarge(files: readonly { name: string; bytes: number }[]): void {
  const texts = files.filter(({ name }) => isText(name))
  const large = texts.find(({ bytes }) => bytes > MAX_TEXT_BYTES)
  if (large) throw new BadZipError(`${large.name}: is larger than ${MAX_TEXT_BYTES / 1000} kB`)
  const whole = texts.reduce((sum, { bytes }) => sum + bytes, 0)
  if (whole > MAX_TEXTS_BYTES)
    throw new BadZipError(`its texts are larger than ${MAX_TEXTS_BYTES / 1_000_000} MB together`)
}

async function textIn(zip: ZipFile, entry: Entry, name: string): Promise<string> {
  const bytes = await buffer(await zip.openReadStreamPromise(entry))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new BadZipError(`${name}: line ${firstBrokenLine(bytes)} is not UTF-8 text. Save the file as UTF-8.`)
  }
}

/** Cuts the bytes at line ends: in UTF-8, no part of a longer letter equals a line end. */
function firstBrokenLine(bytes: Buffer): number {
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf('\n', start)
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
  }
}

async function unpack(zip: ZipFile, entry: Entry, target: string): Promise<{ digest: string; bytes: number }> {
  const hash = createHash('sha256')
  const temporary = join(target, 'half')
  const counted = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(await zip.openReadStreamPromise(entry), counted, createWriteStream(temporary, { mode: 0o600 }))
  const digest = hash.digest('hex')
  await rename(temporary, join(target, digest))
  return { digest, bytes: entry.uncompressedSize }
}
