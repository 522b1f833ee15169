import { MEDIA_NAME, mediaUrl } from '../../../contract/media.ts'
import type { FindPicture } from './cleaning/clean-html.ts'
import type { CourseReader } from './course-reader.ts'
import { type Reporter, short } from './findings.ts'
import { type MediaFile, readMediaFile } from './media-file.ts'

export const PICTURE = /\.(?:png|jpe?g|webp|svg)$/i
export const SOUND_OR_FILM = /\.(?:mp3|mp4)$/i
export const CAPTIONS = /\.vtt$/i

/** The browser replaces this with its media base. */
export const PICTURE_BASE = 'media'
const MAX_FILES = 2000

/** The files in `media/`, and which of them are used. */
export class CourseMedia {
  readonly #files: ReadonlyMap<string, MediaFile>
  readonly #used = new Set<MediaFile>()

  private constructor(files: ReadonlyMap<string, MediaFile>) {
    this.#files = files
  }

  static async read(reader: CourseReader, courseId: string): Promise<CourseMedia> {
    const names = await reader.names('media')
    if (names.length > MAX_FILES) reader.report('media').mistake(`has more than ${MAX_FILES} files`)
    const files = new Map<string, MediaFile>()
    for (const name of names.slice(0, MAX_FILES)) {
      const file = await readMediaFile(reader, `media/${name}`, courseId)
      if (file) files.set(name, file)
    }
    return new CourseMedia(files)
  }

  /** A copy with the same files, in which none is used yet. */
  unused(): CourseMedia {
    return new CourseMedia(this.#files)
  }

  /** Marks a file as used. Reports a name that is missing or of another kind. */
  use(name: string, kind: RegExp, report: Reporter): MediaFile | undefined {
    const file = this.#files.get(name)
    if (!kind.test(name)) report.mistake(`${short(name)} is not a name that ends in ${endings(kind)}`, name)
    else if (!file) report.mistake(`${short(name)} is not in media/`, name)
    else this.#used.add(file)
    return file
  }

  /** Finds the file of a picture that a text names, and marks it as used. */
  picture: FindPicture = (source, report) => {
    if (MEDIA_NAME.test(source)) {
      const file = this.use(source, PICTURE, report)
      const url = mediaUrl(PICTURE_BASE, file?.storedName)
      return url ? { url, size: file?.size } : undefined
    }
    report.mistake(`pictures are named as in media/ and come from nowhere else, not ${short(source)}`, source)
    return undefined
  }

  add(file: MediaFile): void {
    this.#used.add(file)
  }

  /** All files, including those that no page names. */
  get all(): MediaFile[] {
    return [...this.#files.values()]
  }

  get used(): MediaFile[] {
    return [...this.#used]
  }
}

function endings(kind: RegExp): string {
  return ['.png', '.jpg', '.webp', '.svg', '.mp3', '.mp4', '.vtt'].filter(ending => kind.test(ending)).join(', ')
}
