import { withPlainFile } from './folder.ts'

/** In pixels, after rotation. */
export type Size = { width: number; height: number }

/** Every format has the size near the beginning, but a photo can have a preview before the size. */
const HEAD_BYTES = 512 * 1024
/** EXIF orientations from 5 to 8 turn a picture by 90 degrees. */
const FIRST_TURNED = 5

/** Undefined for a file that is not a readable picture. */
export async function pictureSize(source: string, name: string): Promise<Size | undefined> {
  if (!/\.(?:png|jpe?g|webp)$/i.test(name)) return undefined
  const head = await withPlainFile(source, async (handle, size) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, HEAD_BYTES)), { position: 0 })
    return buffer.subarray(0, bytesRead)
  })
  const { imageSize } = await import('image-size')
  try {
    const { width, height, orientation = 1 } = imageSize(head)
    return orientation >= FIRST_TURNED ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}
