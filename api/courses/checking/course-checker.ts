import { Worker } from 'node:worker_threads'
import type { Answered, Asked, Checked, Job } from './check-course.ts'

const IDLE_MS = 5 * 60 * 1000

type Waiting = { resolve: (checked: Checked) => void; reject: (error: Error) => void }

/** Checks courses in a thread, which begins with the first check and ends when nobody needs it. */
export type CourseChecker = { check(job: Job): Promise<Checked>; close(): Promise<void> }

export function createCourseChecker(): CourseChecker {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0
  let idle: NodeJS.Timeout | undefined

  function started(): Worker {
    if (worker) return worker
    const thread = new Worker(new URL('check-course.ts', import.meta.url))
    thread.unref()
    thread.on('message', ({ id, checked, error }: Answered) => {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (checked) asked?.resolve(checked)
      else asked?.reject(new Error(error))
      if (waiting.size === 0) idle = setTimeout(() => void thread.terminate(), IDLE_MS).unref()
    })
    // The next check begins a new one.
    const end = (error: Error) => {
      if (worker === thread) worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    thread.on('error', end)
    thread.on('exit', () => end(new Error('the thread of the course checks ended')))
    worker = thread
    return thread
  }

  return {
    check: job =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        started().postMessage({ id: lastId, job } satisfies Asked)
      }),
    async close() {
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}
