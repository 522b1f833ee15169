import { createHash } from 'node:crypto'
import { extname, join } from 'node:path'
import { MEDIA_NAME, mediaUrl } from '../../contract/media.ts'
import { cleanSvg } from './clean-svg.ts'
import { type Findings, type Report, short } from './findings.ts'
import { namesIn, readText, Unreadable, withPlainFile } from './folder.ts'

export type MediaFile = {
  /** Where it is now. */
  source: string
  /** Its name below the media base; the hash of the content in it lets browsers keep it for ever. */
  storedName: string
  /** What pages call it. Of a film they name the smaller versions; the one that came is called `-orig`. */
  wireName: string
  /** For what does not go as it came. */
  content?: string
}

export const PICTURE = /\.(?:png|jpe?g|webp|svg)$/i
export const SOUND_OR_FILM = /\.(?:mp3|mp4)$/i
export const CAPTIONS = /\.vtt$/i

/** The browser puts its media base before the pictures of a text. */
export const PICTURE_BASE = 'media'
const MAX_FILES = 2000
const MAX_NAME = 100
const MAX_SVG_BYTES = 200_000

/** The files of a course that are neither texts nor lessons, and which of them are used. */
export class CourseMedia {
  readonly #files: ReadonlyMap<string, MediaFile>
  readonly #used = new Set<MediaFile>()

  private constructor(files: ReadonlyMap<string, MediaFile>) {
    this.#files = files
  }

  static async read(folder: string, courseId: string, findings: Findings): Promise<CourseMedia> {
    const names = await namesIn(folder, 'media').catch((error: Error) => {
      findings.at('media').mistake(error.message)
      return []
    })
    if (names.length > MAX_FILES) findings.at('media').mistake(`has more than ${MAX_FILES} files`)
    const files = new Map<string, MediaFile>()
    for (const name of names.slice(0, MAX_FILES)) {
      const file = await readMediaFile(join(folder, 'media', name), name, courseId, findings.at(`media/${name}`))
      if (file) files.set(name, file)
    }
    return new CourseMedia(files)
  }

  /** The file of that name, if it is there and of the right kind; else tells why not. */
  use(name: string, kind: RegExp, report: Report): MediaFile | undefined {
    const file = this.#files.get(name)
    if (!kind.test(name)) report.mistake(`${short(name)} is not a name that ends in ${endings(kind)}`, name)
    else if (!file) report.mistake(`${short(name)} is not in media/`, name)
    else this.#used.add(file)
    return file
  }

  /** The address of a picture within a text. */
  pictureAddress = (source: string, report: Report): string | undefined => {
    if (MEDIA_NAME.test(source)) return mediaUrl(PICTURE_BASE, this.use(source, PICTURE, report)?.storedName)
    report.mistake(`pictures are named as in media/ and come from nowhere else, not ${short(source)}`, source)
    return undefined
  }

  add(file: MediaFile): void {
    this.#used.add(file)
  }

  get used(): MediaFile[] {
    return [...this.#used]
  }
}

/** Reads enough of a file to give it its name; a drawing is cleaned as well. */
export async function readMediaFile(
  source: string,
  name: string,
  courseId: string,
  report: Report,
): Promise<MediaFile | undefined> {
  if (!MEDIA_NAME.test(name) || name.length > MAX_NAME) {
    report.mistake(`a file name has 1 to ${MAX_NAME} of A-Z, a-z, 0-9, _, - and . and begins with none of the dots`)
    return undefined
  }
  try {
    if (!/\.svg$/i.test(name)) return named(source, name, courseId, await hashOf(source))
    const content = cleanSvg(await readText(source, MAX_SVG_BYTES), 'picture', report)
    if (content === undefined) return undefined
    return { ...named(source, name, courseId, sha256().update(content).digest('hex')), content }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    report.mistake(error.message)
    return undefined
  }
}

function named(source: string, name: string, courseId: string, hash: string): MediaFile {
  const extension = extname(name).toLowerCase()
  const stem = `${courseId}.${name.slice(0, name.length - extension.length)}-${hash.slice(0, 8)}`
  const isFilm = extension === '.mp4'
  return { source, wireName: stem + extension, storedName: `${stem}${isFilm ? '-orig' : ''}${extension}` }
}

async function hashOf(file: string): Promise<string> {
  return withPlainFile(file, async handle => {
    const hash = sha256()
    for await (const chunk of handle.createReadStream()) hash.update(chunk)
    return hash.digest('hex')
  })
}

function sha256() {
  return createHash('sha256')
}

function endings(kind: RegExp): string {
  return ['.png', '.jpg', '.webp', '.svg', '.mp3', '.mp4', '.vtt'].filter(ending => kind.test(ending)).join(', ')
}
