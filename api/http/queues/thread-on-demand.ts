import { Worker } from 'node:worker_threads'

type Waiting<Answer> = { resolve: (answer: Answer) => void; reject: (error: Error) => void }
type Options = {
  /** The name of the thread, for the error of requests that wait when it ends. */
  what: string
  /** The thread ends after so long without a request; if this is not set, only by `end`. */
  idleMs?: number
}

/** A thread that answers requests by their ids. A request starts it if it is not running. */
export function threadOnDemand<Request extends { id: number }, Answer extends { id: number }>(
  script: URL,
  { what, idleMs }: Options,
) {
  const waiting = new Map<number, Waiting<Answer>>()
  let running: Worker | undefined
  let lastId = 0
  let idle: NodeJS.Timeout | undefined

  function started(): Worker {
    if (running) return running
    const thread = new Worker(script)
    thread.unref()
    thread.on('message', (answer: Answer) => {
      waiting.get(answer.id)?.resolve(answer)
      waiting.delete(answer.id)
      if (waiting.size === 0 && idleMs) idle = setTimeout(endIdle, idleMs).unref()
    })
    const endIdle = () => {
      // A request that comes while this thread ends needs another thread.
      running = undefined
      void thread.terminate()
    }
    const ended = (error: Error) => {
      // After an error the thread also exits. By then, requests may wait for the next thread.
      if (running !== thread) return
      running = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    thread.on('error', ended)
    thread.on('exit', () => ended(new Error(`${what} ended`)))
    running = thread
    return thread
  }

  return {
    ask(request: Omit<Request, 'id'>): Promise<Answer> {
      clearTimeout(idle)
      return new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        started().postMessage({ ...request, id: lastId })
      })
    },
    isRunning: () => running !== undefined,
    async end(): Promise<void> {
      clearTimeout(idle)
      await running?.terminate()
    },
  }
}
