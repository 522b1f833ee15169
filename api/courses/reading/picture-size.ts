import { imageSize } from 'image-size'
import { withPlainFile } from './folder.ts'

/** In pixels, as it is shown. */
export type Size = { width: number; height: number }

/** Every format says its size near its beginning; a photo may carry a small picture of itself before. */
const HEAD_BYTES = 512 * 1024
/** From here on, the EXIF orientation lays a picture on its side. */
const FIRST_TURNED = 5

/** How large a picture is; undefined for what is no picture, or cannot be read as one. */
export async function pictureSize(source: string, name: string): Promise<Size | undefined> {
  if (!/\.(?:png|jpe?g|webp)$/i.test(name)) return undefined
  const head = await withPlainFile(source, async (handle, size) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, HEAD_BYTES)), { position: 0 })
    return buffer.subarray(0, bytesRead)
  })
  try {
    const { width, height, orientation = 1 } = imageSize(head)
    return orientation >= FIRST_TURNED ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}
