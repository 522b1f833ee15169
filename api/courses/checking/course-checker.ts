import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { Comparison } from '../../../contract/organisation/course-files.ts'
import { isKnownFile, listIn, rememberText } from '../drafts/known-texts.ts'
import type { CheckedCourse, Job } from './check-course.ts'
import type { Folder } from './compare.ts'
import type { Answered, Asked, Work, WorkResult } from './thread.ts'

const IDLE_MS = 5 * 60 * 1000

/** Publishing asks what the editor or the import page has just asked. */
const RESULTS_KEPT = 3

/** Texts with fewer characters together are read sooner than they are handed over. */
const READ_APART_FROM = 20_000

type Texts = ReadonlyMap<string, string>
type Reply = Exclude<Answered, { error: string }>
type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void }

/** Reads courses in a thread, which begins with the first one and ends when nobody needs it. */
export type CourseChecker = {
  check(job: Job): Promise<CheckedCourse>
  compare(one: Folder, other: Folder): Promise<Comparison>
  /** Makes texts known, so that this thread need not read them. */
  read(texts: Texts): Promise<void>
  close(): Promise<void>
}

export function createCourseChecker(): CourseChecker {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0
  let idle: NodeJS.Timeout | undefined

  function started(): Worker {
    if (worker) return worker
    const thread = new Worker(new URL('thread.ts', import.meta.url))
    thread.unref()
    thread.on('message', (answered: Answered) => {
      const asked = waiting.get(answered.id)
      waiting.delete(answered.id)
      if ('error' in answered) asked?.reject(new Error(answered.error))
      else asked?.resolve(answered)
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

  async function ask(work: Work, unread: Asked['unread'] = []): Promise<WorkResult> {
    const { result, read } = await new Promise<Reply>((resolve, reject) => {
      clearTimeout(idle)
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      started().postMessage({ id: lastId, work, unread } satisfies Asked)
    })
    for (const [index, [name, text]] of unread.entries()) rememberText(text, listIn(name), read[index])
    return result
  }

  const results = new Map<string, Promise<CheckedCourse>>()

  return {
    check(job) {
      const key = keyOf(job)
      const known = results.get(key) ?? (ask({ check: job }, unreadIn(job.texts)) as Promise<CheckedCourse>)
      results.delete(key)
      results.set(key, known)
      known.catch(() => results.delete(key))
      const [oldest] = results.keys()
      if (results.size > RESULTS_KEPT && oldest !== undefined) results.delete(oldest)
      return known
    },
    compare: (one, other) => ask({ compare: [contentOf(one), contentOf(other)] }) as Promise<Comparison>,
    async read(texts) {
      const unread = unreadIn(texts)
      if (unread.reduce((sum, [, text]) => sum + text.length, 0) >= READ_APART_FROM) await ask({ read: true }, unread)
    },
    async close() {
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}

function unreadIn(texts: Texts): [string, string][] {
  return [...texts].filter(([name, text]) => !isKnownFile(name, text))
}

/** Other fields of a written course are not for a thread. */
function contentOf({ files, texts }: Folder): Folder {
  return { files, texts }
}

/** A check depends on nothing but what is asked: files are named by their digests. */
function keyOf({ texts, baseTexts, owners, ...others }: Job): string {
  return hash('sha256', JSON.stringify([[...texts], [...baseTexts], [...owners], others]))
}
