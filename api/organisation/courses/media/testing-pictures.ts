import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const drawings = new Map<string, Buffer>()

/**
 * A picture by a source of ffmpeg (https://ffmpeg.org/ffmpeg-filters.html#Video-Sources). It is drawn once for the
 * tests on both databases.
 */
export function drawn(source: string, ending: string): Buffer {
  const drawing = drawings.get(`${source}.${ending}`) ?? draw(source, ending)
  drawings.set(`${source}.${ending}`, drawing)
  return drawing
}

function draw(source: string, ending: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'picture-'))
  try {
    const file = join(folder, `picture.${ending}`)
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-frames:v', '1', file])
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same jpeg with EXIF: how the camera was held, and a text. */
export function withExif(jpeg: Buffer, orientation: number, words: string): Buffer {
  const text = Buffer.from(`${words}\0`)
  const tiff = Buffer.alloc(38 + text.length)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  const tag = (at: number, number: number, type: number, count: number, value: number) => {
    tiff.writeUInt16LE(number, at)
    tiff.writeUInt16LE(type, at + 2)
    tiff.writeUInt32LE(count, at + 4)
    tiff.writeUInt32LE(value, at + 8)
  }
  tag(10, 0x010e, 2, text.length, 38)
  tag(22, 0x0112, 3, 1, orientation)
  text.copy(tiff, 38)
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}
