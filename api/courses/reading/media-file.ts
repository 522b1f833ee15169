import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path'
import { filmFile } from '../../../contract/films.ts'
import { MEDIA_NAME } from '../../../contract/media.ts'
import { MAX_DRAWING_BYTES, MAX_SIDE } from '../../../contract/organisation/media/author-files.ts'
import { cleanSvg } from './cleaning/clean-svg.ts'
import type { CourseReader } from './course-reader.ts'
import { withPlainFile } from './folder.ts'
import { pictureSize, type Size } from './picture-size.ts'

export type MediaFile = {
  /** The path of the author's file, and the SHA-256 of its content. */
  source: string
  digest: string
  /** Its path in the folder of the course. */
  name: string
  /** The name below the media base. It has a hash of the content, so browsers can cache it for ever. */
  storedName: string
  /** The name in pages. The original of a film is stored as `-orig`, beside its smaller versions. */
  wireName: string
  /** The size of a picture, if it could be read. */
  size?: Size
  /** Set if the stored content differs from the author's file. */
  content?: string
}

export function isFilm({ wireName }: Pick<MediaFile, 'wireName'>): boolean {
  return wireName.endsWith('.mp4')
}

const MAX_NAME = 100

/** Checks a file and names it. An SVG is cleaned, too. Undefined after reporting why the file cannot be used. */
export async function readMediaFile(
  reader: CourseReader,
  path: string,
  courseId: string,
): Promise<MediaFile | undefined> {
  const [name, report] = [basename(path), reader.report(path)]
  if (!MEDIA_NAME.test(name) || name.length > MAX_NAME) {
    report.mistake(`a file name has 1 to ${MAX_NAME} of A-Z, a-z, 0-9, _, - and . and begins with no dot`)
    return undefined
  }
  const source = reader.pathOf(path)
  if (/\.svg$/i.test(name)) {
    const drawing = await reader.text(path, MAX_DRAWING_BYTES)
    const content = drawing === undefined ? undefined : await cleanSvg(drawing, 'picture', reader.report(path, drawing))
    if (content === undefined) return undefined
    const hash = createHash('sha256').update(content).digest('hex')
    return { ...named(source, name, courseId, hash), content, digest: await reader.folder.digestOf(path), name: path }
  }
  return reader.orReport(path, async () => {
    const mistake = await contentMistake(source, name)
    if (mistake) report.mistake(mistake)
    const size = await pictureSize(source, name)
    if (size && Math.max(size.width, size.height) > MAX_SIDE)
      report.warn(`is ${size.width} × ${size.height} pixels: ${MAX_SIDE} at most save what learners pay for`)
    const digest = await reader.folder.digestOf(path)
    return { ...named(source, name, courseId, digest), digest, name: path, ...(size ? { size } : {}) }
  })
}

/** The first bytes of each format. A sound that cannot be played to its end would block its page. */
const beginnings: Record<string, { kind: string; begins: (head: Buffer) => boolean }> = {
  '.mp3': {
    kind: 'an mp3',
    begins: head => head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0),
  },
  '.mp4': { kind: 'an mp4', begins: head => head.toString('latin1', 4, 8) === 'ftyp' },
}

async function contentMistake(source: string, name: string): Promise<string | undefined> {
  const expected = beginnings[extname(name).toLowerCase()]
  if (!expected) return undefined
  const head = await withPlainFile(source, async handle => {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0)
    return buffer
  })
  return expected.begins(head) ? undefined : `is not ${expected.kind}, whatever its name says`
}

function named(
  source: string,
  name: string,
  courseId: string,
  hash: string,
): Pick<MediaFile, 'source' | 'wireName' | 'storedName'> {
  const extension = extname(name).toLowerCase()
  const stem = `${courseId}.${name.slice(0, name.length - extension.length)}-${hash.slice(0, 8)}`
  const file = { source, wireName: stem + extension, storedName: stem + extension }
  return isFilm(file) ? { ...file, storedName: filmFile(file.wireName, 'orig.mp4') } : file
}
