import { Worker } from 'node:worker_threads'

/** The script needs more time or memory than it may. */
export class SlowThreadError extends Error {}

type Limits = { mostMs: number; mostMemoryMb: number }

/** Runs a script once in a thread of its own, so that long work holds nobody up. Returns the message that it posts. */
export async function runInThread<Reply>(script: URL, workerData: unknown, limits: Limits): Promise<Reply> {
  const thread = new Worker(script, { workerData, resourceLimits: { maxOldGenerationSizeMb: limits.mostMemoryMb } })
  try {
    return await messageOf<Reply>(thread, limits)
  } finally {
    await thread.terminate()
  }
}

function messageOf<Reply>(thread: Worker, { mostMs }: Limits): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new SlowThreadError('takes too long'))
    const timer = setTimeout(refuse, mostMs)
    thread.on('message', resolve)
    thread.on('error', (error: Error & { code?: string }) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse() : reject(error),
    )
    thread.on('exit', () => {
      clearTimeout(timer)
      reject(new Error('a thread ended without a message'))
    })
  })
}
