import { hash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { CourseFile } from '../files/course-file-list.ts'
import { BadZipError } from '../zip/open-zip.ts'

/** Formats that phones can show, with their first bytes. */
const FORMATS: Record<string, (bytes: Buffer) => boolean> = {
  '.png': bytes => bytes.toString('latin1', 1, 4) === 'PNG',
  '.jpg': bytes => bytes[0] === 0xff && bytes[1] === 0xd8,
  '.webp': bytes => bytes.toString('latin1', 8, 12) === 'WEBP',
  '.svg': bytes => bytes.toString('utf8', 0, 2000).includes('<svg'),
  '.mp3': () => true,
  '.mp4': () => true,
  '.vtt': bytes => bytes.toString('utf8', 0, 20).includes('WEBVTT'),
}
const MAX_FILES = 5000

/** Files for the `media/` of a course that is being made. They lie in a folder under their digests. */
export class MediaFolder {
  readonly files: CourseFile[] = []
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Stores a file and returns its name in `media/`. Undefined if phones cannot show the format. */
  readonly save = async (name: string, bytes: Buffer): Promise<string | undefined> => {
    const ending = extname(name).toLowerCase().replace('.jpeg', '.jpg')
    if (!FORMATS[ending]?.(bytes)) return undefined
    const digest = hash('sha256', bytes)
    const known = this.files.find(file => file.digest === digest && file.name.endsWith(ending))
    if (known) return known.name.slice('media/'.length)
    if (this.files.length >= MAX_FILES) throw new BadZipError(`has more than ${MAX_FILES} files`)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await writeFile(join(this.#folder, digest), bytes, { mode: 0o600 })
    const free = this.#freeName(name.slice(0, name.length - extname(name).length), ending)
    this.files.push({ name: `media/${free}`, digest, bytes: bytes.length })
    return free
  }

  #freeName(given: string, ending: string): string {
    const letters = given
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60)
    const stem = letters || 'file'
    const known = new Set(this.files.map(({ name }) => name.toLowerCase()))
    const isFree = (name: string) => !known.has(`media/${name}`.toLowerCase())
    if (isFree(stem + ending)) return stem + ending
    let number = 2
    while (!isFree(`${stem}-${number}${ending}`)) number++
    return `${stem}-${number}${ending}`
  }
}

/** A picture whose bytes are in the text itself. */
export function bytesOfDataUrl(url: string): { name: string; bytes: Buffer } | undefined {
  const [, kind = '', data] = /^data:image\/(png|jpe?g|webp|svg\+xml);base64,([A-Za-z0-9+/=\s]+)$/i.exec(url) ?? []
  if (data === undefined) return undefined
  return { name: `picture.${kind.toLowerCase().replace('+xml', '')}`, bytes: Buffer.from(data, 'base64') }
}
