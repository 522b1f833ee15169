import { parentPort, workerData } from 'node:worker_threads'
import type { Outline } from '../../../contract/organisation/other-programs.ts'
import { freeIdAmong } from '../drafts/new-course.ts'
import { convert } from '../other-programs/convert.ts'
import { writtenSketch } from '../other-programs/write-course.ts'
import { BadZipError } from '../zip/open-zip.ts'
import { throwIfTextsAreLarge, type UnpackedCourse, unpackCourse } from '../zip/read-zip.ts'

/**
 * `path`: where the file is. `name`: how its author calls it. `folder`: where everything but texts goes. `needsForm`: a
 * text without a heading and a question is refused.
 */
export type Upload = { path: string; name: string; folder: string; needsForm: boolean; takenIds: readonly string[] }

/** `outline`: only for a file of another program. `leftOut`: only for a zip of a course. */
export type ReadUpload = UnpackedCourse & { outline?: Outline; leftOut?: readonly string[] }
export type UploadReply = { read: ReadUpload } | { badZip: string } | { error: string }

parentPort?.postMessage(await answer(workerData as Upload))

async function answer(upload: Upload): Promise<UploadReply> {
  try {
    return { read: await readUpload(upload) }
  } catch (error) {
    return error instanceof BadZipError ? { badZip: error.message } : { error: String((error as Error).stack) }
  }
}

/** Unpacks or converts an uploaded file. */
async function readUpload({ takenIds, ...upload }: Upload): Promise<ReadUpload> {
  const converted = await convert(upload)
  if (!converted) return unpackCourse(upload.path, upload.folder)
  const { sketch, media } = converted
  const { folder: files, outline } = writtenSketch(sketch, media.files, freeIdAmong(new Set(takenIds), sketch.title))
  throwIfTextsAreLarge(files.files)
  return { ...files, outline }
}
