import { withPlainFile } from '../reading/folder.ts'

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'svg'

const HEAD_BYTES = 512 * 1024
const HEIC = ['heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'msf1']

/** The kind of a picture by its content; the name of the file does not count. Undefined for any other file. */
export function pictureKind(head: Buffer): PictureKind | undefined {
  const text = (from: number, to: number) => head.toString('latin1', from, to)
  if (head[0] === 0xff && head[1] === 0xd8) return 'jpeg'
  if (text(1, 4) === 'PNG') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && HEIC.includes(text(8, 12))) return 'heic'
  return /^\s*<(?:\?xml|!--|!DOCTYPE|svg)/i.test(head.toString('utf8', 0, 200).replace(/^\uFEFF/, ''))
    ? 'svg'
    : undefined
}

export type PictureInfo = { kind: PictureKind | undefined; width: number; height: number; orientation: number }

/** The kind and the size of a picture, as it is stored: before it is turned upright. */
export async function inspectPicture(file: string): Promise<PictureInfo> {
  const head = await withPlainFile(file, async (handle, size) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, HEAD_BYTES)), { position: 0 })
    return buffer.subarray(0, bytesRead)
  })
  const { imageSize } = await import('image-size')
  const kind = pictureKind(head)
  try {
    const { width, height, orientation = 1 } = imageSize(head)
    return { kind, width, height, orientation }
  } catch {
    return { kind, width: 0, height: 0, orientation: 1 }
  }
}

/** Only these chunks of a webp are the picture. Others hold where it was taken, the camera or an animation. */
const DOTS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']

/** Whether a webp has only the picture: no metadata and no animation. */
export function isPlainWebp(bytes: Buffer): boolean {
  if (bytes.length < 20 || bytes.readUInt32LE(4) + 8 !== bytes.length) return false
  let at = 12
  while (at + 8 <= bytes.length) {
    if (!DOTS.includes(bytes.toString('latin1', at, at + 4))) return false
    const size = bytes.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return at === bytes.length
}
