import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { filmFile } from '../../../contract/films.ts'
import { MEDIA_NAME } from '../../../contract/media.ts'
import { cleanSvg } from './clean-svg.ts'
import type { Report } from './findings.ts'
import { readText, Unreadable, withPlainFile } from './folder.ts'
import { pictureSize, type Size } from './picture-size.ts'

export type MediaFile = {
  /** Where it is now. */
  source: string
  /** Its name below the media base; the hash of the content in it lets browsers keep it for ever. */
  storedName: string
  /** What pages call it. Of a film they name the smaller versions; the one that came is called `-orig`. */
  wireName: string
  /** Of a picture, where it could be read. */
  size?: Size
  /** For what does not go as it came. */
  content?: string
}

export function isFilm({ wireName }: MediaFile): boolean {
  return wireName.endsWith('.mp4')
}

const MAX_NAME = 100
/** Of a picture, in pixels: what a phone can show. */
const LONGEST_SIDE = 1080
const MAX_SVG_BYTES = 200_000

/** Reads enough of a file to give it its name; a drawing is cleaned as well. */
export async function readMediaFile(
  source: string,
  name: string,
  courseId: string,
  reportOn: (source?: string) => Report,
): Promise<MediaFile | undefined> {
  const report = reportOn()
  if (!MEDIA_NAME.test(name) || name.length > MAX_NAME) {
    report.mistake(`a file name has 1 to ${MAX_NAME} of A-Z, a-z, 0-9, _, - and . and begins with no dot`)
    return undefined
  }
  try {
    const unlike = await unlikeItsName(source, name)
    if (unlike) report.mistake(unlike)
    if (!/\.svg$/i.test(name)) {
      const size = await pictureSize(source, name)
      if (size && Math.max(size.width, size.height) > LONGEST_SIDE)
        report.warn(`is ${size.width} × ${size.height} pixels: ${LONGEST_SIDE} at most save what learners pay for`)
      return { ...named(source, name, courseId, await hashOf(source)), ...(size ? { size } : {}) }
    }
    const drawing = await readText(source, MAX_SVG_BYTES)
    const content = cleanSvg(drawing, 'picture', reportOn(drawing))
    if (content === undefined) return undefined
    return { ...named(source, name, courseId, sha256().update(content).digest('hex')), content }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    report.mistake(error.message)
    return undefined
  }
}

/** By their first bytes: a sound that cannot be played to its end would shut the page behind it. */
const beginnings: Record<string, { kind: string; begins: (head: Buffer) => boolean }> = {
  '.mp3': {
    kind: 'an mp3',
    begins: head => head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0),
  },
  '.mp4': { kind: 'an mp4', begins: head => head.toString('latin1', 4, 8) === 'ftyp' },
}

async function unlikeItsName(source: string, name: string): Promise<string | undefined> {
  const expected = beginnings[extname(name).toLowerCase()]
  if (!expected) return undefined
  const head = await withPlainFile(source, async handle => {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0)
    return buffer
  })
  return expected.begins(head) ? undefined : `is not ${expected.kind}, whatever its name says`
}

function named(source: string, name: string, courseId: string, hash: string): MediaFile {
  const extension = extname(name).toLowerCase()
  const stem = `${courseId}.${name.slice(0, name.length - extension.length)}-${hash.slice(0, 8)}`
  const file = { source, wireName: stem + extension, storedName: stem + extension }
  return isFilm(file) ? { ...file, storedName: filmFile(file.wireName, 'orig.mp4') } : file
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
