import type { Readable } from 'node:stream'
import { type CourseFile, isText } from '../files/course-file-list.ts'
import { fetchOriginals, type Originals, pathOfOriginal } from '../files/originals.ts'

/** Every file gets this time, so that the same files make the same zip. */
const MADE_AT = new Date(2000, 0, 1)
const MODE = 0o100644
/** Sounds, films and pictures are compressed already. */
const PACKED = /\.(?:mp3|mp4|png|jpe?g|webp)$/i

/** The folder of a course as a zip. */
export async function zipOf(
  files: readonly CourseFile[],
  texts: ReadonlyMap<string, string>,
  originals: Originals,
): Promise<Readable> {
  await fetchOriginals(originals, files)
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  for (const { name, digest } of files) {
    const options = { mtime: MADE_AT, mode: MODE, compress: !PACKED.test(name), forceDosTimestamp: true }
    if (isText(name)) zip.addBuffer(Buffer.from(texts.get(name) ?? ''), name, options)
    else zip.addFile(pathOfOriginal(originals.mediaDir, digest), name, options)
  }
  zip.end()
  const bytes = zip.outputStream as Readable
  zip.on('error', error => bytes.destroy(error))
  return bytes
}
