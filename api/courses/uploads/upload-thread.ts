import { Worker } from 'node:worker_threads'
import { MINUTE } from '../../../contract/time.ts'
import { shortQueue } from '../../http/queues/short-queue.ts'
import { BadZip } from '../zip/open-zip.ts'
import type { ReadUpload, Upload, UploadReply } from './read-upload.ts'

const MOST_MS = 3 * MINUTE
const MOST_MEMORY_MB = 512

/** Each thread may take a core and much memory. */
const queue = shortQueue({ atOnce: 2, waiting: 10 })

/** Reads an uploaded file in a thread of its own: an odd one holds nobody up. Throws BadZip if it is refused. */
export function readInThread(upload: Upload): Promise<ReadUpload> {
  return queue(() => readApart(upload))
}

async function readApart(upload: Upload): Promise<ReadUpload> {
  const thread = new Worker(new URL('read-upload.ts', import.meta.url), {
    workerData: upload,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  })
  try {
    const answered = await answerOf(thread)
    if ('badZip' in answered) throw new BadZip(answered.badZip)
    if ('error' in answered) throw new Error(answered.error)
    return answered.read
  } finally {
    await thread.terminate()
  }
}

function answerOf(thread: Worker): Promise<UploadReply> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new BadZip('takes too long to be read'))
    const timer = setTimeout(refuse, MOST_MS)
    thread.on('message', resolve)
    thread.on('error', (error: Error & { code?: string }) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse() : reject(error),
    )
    thread.on('exit', () => {
      clearTimeout(timer)
      reject(new Error('the thread of an upload ended'))
    })
  })
}
