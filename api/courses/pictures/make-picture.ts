import { copyFile, readFile, stat } from 'node:fs/promises'
import {
  ICON_SIDE,
  MAX_DRAWING_BYTES,
  MAX_ICON_BYTES,
  MAX_SIDE,
} from '../../../contract/organisation/media/author-files.ts'
import { shortQueue } from '../../http/queues/short-queue.ts'
import { BadFileError } from '../files/bad-file.ts'
import { FfmpegError, ffmpeg, inputOf } from '../films/ffmpeg.ts'
import { cleanSvg } from '../reading/cleaning/clean-svg.ts'
import { Findings } from '../reading/findings.ts'
import { readText, UnreadableFileError } from '../reading/folder.ts'
import { inspectPicture, isPlainWebp, type PictureInfo } from './picture-kind.ts'

/** The largest phones take 200 million pixels in a special mode, and 50 million usually. */
const MAX_PIXELS = 120_000_000
const LIMIT_SECONDS = 60
/** A picture of that size needs half a gigabyte while it is converted, even if its file is small. */
const inTurn = shortQueue({ atOnce: 1, waiting: 20 })
const QUALITY = '78'

type Kind = {
  longestSide: number
  mostDrawingBytes: number
  isSquare: boolean
}

const picture: Kind = { longestSide: MAX_SIDE, mostDrawingBytes: MAX_DRAWING_BYTES, isSquare: false }
const icon: Kind = { longestSide: ICON_SIDE, mostDrawingBytes: MAX_ICON_BYTES, isSquare: true }

/** Converts an author's picture into the file `target` for learners: a small webp, or the drawing. */
export function makePicture(source: string, target: string): Promise<void> {
  return make(source, target, picture)
}

/** Makes the icon of a course: a smaller square. */
export function makeIcon(source: string, target: string): Promise<void> {
  return make(source, target, icon)
}

async function make(source: string, target: string, wanted: Kind): Promise<void> {
  const seen = await inspectPicture(source)
  const { kind, width, height } = seen
  if (!kind) throw new BadFileError('is no picture that can be used: jpg, png, webp, heic or svg')
  if (kind === 'svg') return takeDrawing(source, target, wanted)
  if (width * height > MAX_PIXELS) throw new BadFileError(`has more than ${MAX_PIXELS / 1_000_000} million pixels`)
  const isSmall = Math.max(width, height) <= wanted.longestSide && (!wanted.isSquare || width === height)
  if (kind === 'webp' && isSmall && isPlainWebp(await readFile(source))) return copyFile(source, target)
  await convert(source, target, { ...seen, kind }, wanted)
}

/** A drawing stays as its author made it. It is cleaned by the same rules when it is shown. */
async function takeDrawing(source: string, target: string, { mostDrawingBytes }: Kind): Promise<void> {
  if ((await stat(source)).size > mostDrawingBytes)
    throw new BadFileError(`is larger than ${mostDrawingBytes / 1000} kB`)
  await cleanDrawing(source)
  await copyFile(source, target)
}

/** The drawing as learners would get it. */
export async function cleanDrawing(source: string): Promise<string> {
  const findings = new Findings()
  const text = await readText(source, MAX_DRAWING_BYTES).catch((error: Error) => {
    throw error instanceof UnreadableFileError ? new BadFileError(error.message) : error
  })
  const drawing = await cleanSvg(text, 'picture', findings.at(''))
  if (drawing === undefined) throw new BadFileError(findings.mistakes[0]?.message ?? 'is missing')
  return drawing
}

type Photo = PictureInfo & { kind: 'jpeg' | 'png' | 'webp' | 'heic' }

const formats = { jpeg: 'jpeg_pipe', png: 'png_pipe', webp: 'webp_pipe', heic: 'mov' } as const

async function convert(source: string, target: string, photo: Photo, wanted: Kind): Promise<void> {
  const { kind, orientation } = photo
  const { longestSide: most, isSquare } = wanted
  const square = isSquare ? ["crop=w='min(iw,ih)':h='min(iw,ih)'"] : []
  const size = `scale=w='if(gte(iw,ih),min(${most},iw),-1)':h='if(gte(iw,ih),-1,min(${most},ih))'`
  // A heic has its own orientation, which ffmpeg applies.
  const turning = kind === 'heic' ? [] : (turns[orientation] ?? [])
  // Without this, ffmpeg fills the missing part of a damaged jpg with grey.
  const strict = kind === 'jpeg' ? ['-err_detect', 'explode'] : []
  const input = [...strict, ...(kind === 'heic' ? [] : ['-noautorotate']), ...inputOf(formats[kind], source)]
  const filters = [...turning, ...square, `${size}:flags=lanczos`].join(',')
  const output = ['-map_metadata', '-1', '-bitexact', '-c:v', 'libwebp', '-quality', QUALITY, '-f', 'webp']
  try {
    const words = [...input, '-frames:v', '1', '-vf', filters, ...output, `file:${target}`]
    await inTurn(() => ffmpeg(words, { limitSeconds: LIMIT_SECONDS }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new BadFileError(
        `cannot be made smaller on this server: it has no ffmpeg. A webp of at most ${most} pixels can be used`,
      )
    if (!(error instanceof FfmpegError)) throw error
    throw new BadFileError(
      kind === 'heic'
        ? 'is a heic that this server cannot read: save it as jpg, then choose that'
        : 'cannot be read as a picture: a part of it is missing or damaged',
    )
  }
}

/** The ffmpeg filters that turn a picture upright, by its EXIF orientation. */
const turns: Readonly<Record<number, readonly string[]>> = {
  2: ['hflip'],
  3: ['hflip', 'vflip'],
  4: ['vflip'],
  5: ['transpose=0'],
  6: ['transpose=1'],
  7: ['transpose=3'],
  8: ['transpose=2'],
}
