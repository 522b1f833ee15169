import {
  ICON_SIDE,
  MAX_DRAWING_BYTES,
  MAX_ICON_BYTES,
  MAX_PICTURE_BYTES,
  MAX_SIDE,
} from '../../../contract/organisation/media/author-files.ts'
import { digestOf } from '../digest-of.ts'
import type { DraftMedia } from '../draft/draft-media.ts'
import type { AuthorFile } from '../draft/on-device/draft-store.ts'
import { readAsDataUrl } from '../read-as-data-url.ts'

/** A chosen picture. `unreadable`: this browser cannot read it, but perhaps the server can. */
export type ChosenPicture = { file: File } & (
  | { is: 'photo'; bitmap: ImageBitmap }
  /** `sent`: the drawing as the server stored it. Undefined if the server could not be reached. */
  | { is: 'drawing'; sent?: AuthorFile }
  | { is: 'unreadable' }
)
export type PictureProblem = 'noPicture' | 'tooLarge' | 'drawingTooLarge' | 'iconTooLarge' | 'brokenDrawing'

/** A picture of a text, or the icon of the course: a small square. */
export type PictureUse = 'picture' | 'icon'

const PICTURES = /\.(?:jpe?g|png|webp|heic|heif|svg)$/i

export async function choosePicture(file: File, use: PictureUse = 'picture'): Promise<ChosenPicture | PictureProblem> {
  if (!PICTURES.test(file.name) && !file.type.startsWith('image/')) return 'noPicture'
  if (/\.svg$/i.test(file.name) || file.type === 'image/svg+xml') {
    if (use === 'icon' && file.size > MAX_ICON_BYTES) return 'iconTooLarge'
    return file.size > MAX_DRAWING_BYTES ? 'drawingTooLarge' : { file, is: 'drawing' }
  }
  if (file.size > MAX_PICTURE_BYTES) return 'tooLarge'
  try {
    return { file, is: 'photo', bitmap: await createImageBitmap(file, { imageOrientation: 'from-image' }) }
  } catch {
    return { file, is: 'unreadable' }
  }
}

/** Whether this browser can show a drawing. */
export async function canShow(drawing: Blob): Promise<boolean> {
  const url = await readAsDataUrl(drawing)
  const picture = new Image()
  return new Promise(resolve => {
    picture.onload = () => resolve(true)
    picture.onerror = () => resolve(false)
    picture.src = url
  })
}

export type Shape = 'whole' | 'wide' | 'four' | 'square'
const ratios: Record<Exclude<Shape, 'whole'>, number> = { wide: 16 / 9, four: 4 / 3, square: 1 }

/** The part of a picture: its shape, its `zoom` from 1 on, and its place (0 to 1). */
export type Crop = { shape: Shape; zoom: number; x: number; y: number }
export const wholePicture: Crop = { shape: 'whole', zoom: 1, x: 0.5, y: 0.5 }
export const squarePicture: Crop = { ...wholePicture, shape: 'square' }

type Size = { width: number; height: number }

/** The part in pixels of the picture. */
export function partOf({ width, height }: Size, { shape, zoom, x, y }: Crop): Size & { left: number; top: number } {
  const ratio = shape === 'whole' ? width / height : ratios[shape]
  const across = Math.min(width, height * ratio) / zoom
  const down = across / ratio
  return { width: across, height: down, left: (width - across) * x, top: (height - down) * y }
}

/** Draws the part of a picture. Its longer side has at most `longest` pixels. */
export function drawPart(canvas: HTMLCanvasElement, bitmap: ImageBitmap, crop: Crop, longest: number): void {
  const part = partOf(bitmap, crop)
  const scale = Math.min(1, longest / Math.max(part.width, part.height))
  canvas.width = Math.max(1, Math.round(part.width * scale))
  canvas.height = Math.max(1, Math.round(part.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, part.left, part.top, part.width, part.height, 0, 0, canvas.width, canvas.height)
}

const QUALITY = 0.78

/**
 * Makes a photo small. It is drawn again, so all that the camera wrote into the file is gone. Browsers that cannot
 * write webp make a jpg or png, which the server turns into a webp.
 */
export async function makeSmall(
  file: File,
  bitmap: ImageBitmap,
  crop: Crop,
  use: PictureUse = 'picture',
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  drawPart(canvas, bitmap, crop, use === 'icon' ? ICON_SIDE : MAX_SIDE)
  const webp = await blobOf(canvas, 'image/webp')
  if (webp.type === 'image/webp') return webp
  // A jpg cannot hold transparency, so other pictures become a png.
  return blobOf(canvas, file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png')
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The browser made no picture'))), type, QUALITY)
  })
}

export async function authorFile(kind: AuthorFile['kind'], blob: Blob, bytesBefore: number): Promise<AuthorFile> {
  return { digest: await digestOf(blob), kind, blob, bytesBefore, bytes: blob.size }
}

/** Adds a pasted picture to the draft, and returns its name. Undefined if the browser cannot read it. */
export async function addPastedPicture(media: DraftMedia, picture: Blob): Promise<string | undefined> {
  const file = new File([picture], 'picture', { type: picture.type })
  const chosen = await choosePicture(file)
  if (typeof chosen === 'string' || chosen.is !== 'photo') return undefined
  const made = await authorFile('picture', await makeSmall(file, chosen.bitmap, wholePicture), file.size)
  return media.addFile(made, 'picture', 'webp')
}
