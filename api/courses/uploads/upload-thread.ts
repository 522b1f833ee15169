import { MINUTE } from '../../../contract/time.ts'
import { runInThread, SlowThreadError } from '../../http/queues/run-in-thread.ts'
import { shortQueue } from '../../http/queues/short-queue.ts'
import { BadZipError } from '../zip/open-zip.ts'
import type { ReadUpload, Upload, UploadReply } from './read-upload.ts'

const LIMITS = { mostMs: 3 * MINUTE, mostMemoryMb: 512 }

/** Each thread may take a core and much memory. */
const queue = shortQueue({ atOnce: 2, waiting: 10 })

/** Reads an upload in its own thread, so that an odd file delays nobody. Throws `BadZipError` for a refused file. */
export function readInThread(upload: Upload): Promise<ReadUpload> {
  return queue(() => readApart(upload))
}

async function readApart(upload: Upload): Promise<ReadUpload> {
  const script = new URL('read-upload.ts', import.meta.url)
  const answered = await runInThread<UploadReply>(script, upload, LIMITS).catch((error: Error) => {
    throw error instanceof SlowThreadError ? new BadZipError('takes too long to be read') : error
  })
  if ('badZip' in answered) throw new BadZipError(answered.badZip)
  if ('error' in answered) throw new Error(answered.error)
  return answered.read
}
