import { buffer } from 'node:stream/consumers'
import type { Entry, ZipFile } from 'yauzl'

/** Why a file is no course, in words for its author. */
export class BadZipError extends Error {}

const MAX_ENTRIES = 10_000
const MAX_RATIO = 100
/** A smaller file may have a higher ratio, for example a file of spaces. */
const RATIO_FROM_BYTES = 1_000_000
/** The limit for all files together, because many small files may be a bomb, too. */
const WHOLE_RATIO_FROM_BYTES = 10_000_000

const LINK = 0o120000
const KIND_OF_FILE = 0o170000
/** Files that operating systems add. They are no part of a course. */
const JUNK = /(?:^|\/)(?:__MACOSX(?:\/|$)|\.|Thumbs\.db$|desktop\.ini$)/
const ARCHIVE = /\.(?:zip|rar|7z|tar|t?gz|jar)$/i

export type NamedEntry = { name: string; entry: Entry }

/** The files of a zip. `read` gives undefined for a file that is not there. */
export type OpenZip = {
  entries: readonly NamedEntry[]
  zip: ZipFile
  read(name: string, mostBytes: number): Promise<Buffer | undefined>
}

/** All names and sizes are checked first, so a hostile zip is refused before anything is unpacked. */
export async function withZip<Result>(
  path: string,
  mostBytes: number,
  use: (zip: OpenZip) => Promise<Result>,
): Promise<Result> {
  const zip = await openFile(path)
  try {
    const entries = checkedEntries(await entriesOf(zip), mostBytes)
    const byName = new Map(entries.map(({ name, entry }) => [name, entry]))
    return await use({
      entries,
      zip,
      async read(name, most) {
        const entry = byName.get(name)
        if (!entry) return undefined
        if (entry.uncompressedSize > most) throw new BadZipError(`${name}: is larger than ${most / 1000} kB`)
        return buffer(await zip.openReadStreamPromise(entry))
      },
    })
  } catch (error) {
    throw error instanceof BadZipError || isOfDisk(error)
      ? error
      : new BadZipError('cannot be unpacked: a part of it is damaged')
  } finally {
    zip.close()
  }
}

function isOfDisk(error: unknown): boolean {
  return typeof (error as { syscall?: unknown }).syscall === 'string'
}

async function openFile(path: string): Promise<ZipFile> {
  const { open } = await import('yauzl')
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  return new Promise((resolve, reject) => open(path, options, (error, zip) => (error ? reject(noZip()) : resolve(zip))))
}

function noZip(): BadZipError {
  return new BadZipError('is no zip, or a part of it is missing')
}

/** The messages of yauzl about a name that leads out of the folder, or has a character that no system accepts. */
const BAD_NAME = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_ENTRIES) throw new BadZipError(`has more than ${MAX_ENTRIES} files`)
  const entries: Entry[] = []
  return new Promise((resolve, reject) => {
    zip.on('error', ({ message }) => {
      const [, name] = BAD_NAME.exec(message) ?? []
      reject(name === undefined ? noZip() : new BadZipError(`has a name that is not allowed: ${name}`))
    })
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

function checkedEntries(all: readonly Entry[], mostBytes: number): NamedEntry[] {
  const entries = all.filter(({ fileName }) => !fileName.endsWith('/') && !JUNK.test(fileName))
  const known = new Set<string>()
  const whole = { uncompressedSize: 0, compressedSize: 0 }
  for (const { fileName, ...entry } of entries) {
    whole.uncompressedSize += entry.uncompressedSize
    whole.compressedSize += entry.compressedSize
    const bytes = whole.uncompressedSize
    if (bytes > mostBytes) throw new BadZipError(`is larger than ${mostBytes / 1_000_000} MB when it is unpacked`)
    const mistake =
      mistakeOf(fileName, entry) ??
      ratioMistake(whole, WHOLE_RATIO_FROM_BYTES) ??
      (known.has(fileName.toLowerCase()) ? 'is there twice, but for capital letters' : undefined)
    if (mistake) throw new BadZipError(`${fileName}: ${mistake}`)
    known.add(fileName.toLowerCase())
  }
  return entries.map(entry => ({ name: entry.fileName, entry }))
}

function mistakeOf(
  name: string,
  entry: Pick<Entry, 'generalPurposeBitFlag' | 'externalFileAttributes' | 'uncompressedSize' | 'compressedSize'>,
): string | undefined {
  if (entry.generalPurposeBitFlag & 1) return 'is locked with a password'
  if (((entry.externalFileAttributes >>> 16) & KIND_OF_FILE) === LINK) return 'is a link to another place'
  if (ARCHIVE.test(name)) return 'is an archive in an archive'
  return ratioMistake(entry, RATIO_FROM_BYTES)
}

type Sizes = Pick<Entry, 'uncompressedSize' | 'compressedSize'>

function ratioMistake({ uncompressedSize, compressedSize }: Sizes, fromBytes: number): string | undefined {
  const isBomb = uncompressedSize > fromBytes && uncompressedSize > MAX_RATIO * compressedSize
  return isBomb ? 'would become more than a hundred times as large' : undefined
}
