import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { isKnownFile, rememberRead } from '../drafts/known-texts.ts'
import type { Answered, CheckedCourse, CheckRequest, Job } from './check-course.ts'

const IDLE_MS = 5 * 60 * 1000

/** Publishing asks what the editor or the import page has just asked. */
const RESULTS_KEPT = 3

type Waiting = { resolve: (checked: CheckedCourse) => void; reject: (error: Error) => void }

/** Checks courses in a thread, which begins with the first check and ends when nobody needs it. */
export type CourseChecker = { check(job: CheckInput): Promise<CheckedCourse>; close(): Promise<void> }
export type CheckInput = Omit<Job, 'unread'>

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

  function ask(job: Job): Promise<CheckedCourse> {
    return new Promise((resolve, reject) => {
      clearTimeout(idle)
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      started().postMessage({ id: lastId, job } satisfies CheckRequest)
    })
  }

  async function check(asking: CheckInput): Promise<CheckedCourse> {
    const { texts } = asking
    const unread = [...texts].flatMap(([name, text]) => (isKnownFile(name, text) ? [] : [name]))
    const checked = await ask({ ...asking, unread })
    for (const [name, read] of checked.read) rememberRead(name, texts.get(name) ?? '', read)
    return checked
  }

  const results = new Map<string, Promise<CheckedCourse>>()

  return {
    check(asking) {
      const key = keyOf(asking)
      const known = results.get(key) ?? check(asking)
      results.delete(key)
      results.set(key, known)
      known.catch(() => results.delete(key))
      const [oldest] = results.keys()
      if (results.size > RESULTS_KEPT && oldest !== undefined) results.delete(oldest)
      return known
    },
    async close() {
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}

/** A check depends on nothing but what is asked: files are named by their digests. */
function keyOf({ texts, baseTexts, owners, ...others }: CheckInput): string {
  return hash('sha256', JSON.stringify([[...texts], [...baseTexts], [...owners], others]))
}
