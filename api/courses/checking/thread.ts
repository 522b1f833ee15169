import { parentPort } from 'node:worker_threads'
import type { Comparison } from '../../../contract/organisation/course-files.ts'
import { listIn } from '../drafts/known-texts.ts'
import { openText } from '../drafts/lesson-text.ts'
import type { KnownText } from '../writing/list-text.ts'
import { type CheckedCourse, type CheckJob, checkCourse } from './check-course.ts'
import { type ComparedCourse, compareTexts } from './compare.ts'

export type CheckerTask = { check: CheckJob } | { compare: readonly [ComparedCourse, ComparedCourse] } | { read: true }

/** `unread`: names and texts that the asking thread would have to read itself. */
export type CheckerRequest = { id: number; work: CheckerTask; unread: readonly (readonly [string, string])[] }

/** `read`: what is known of each unread text; undefined for one that cannot be read. */
export type CheckerReply = { id: number } & (
  | { result: CheckerResult; read: (KnownText | undefined)[] }
  | { error: string }
)
export type CheckerResult = CheckedCourse | Comparison | undefined

// Reading a large course takes seconds. Only this thread is busy then, so other requests do not wait.
parentPort?.on('message', async ({ id, work, unread }: CheckerRequest) => {
  try {
    const result = await resultOf(work)
    const read = unread.map(([name, text]) => openText(text, listIn(name))?.read)
    parentPort?.postMessage({ id, result, read } satisfies CheckerReply)
  } catch (error) {
    parentPort?.postMessage({ id, error: String((error as Error).stack) } satisfies CheckerReply)
  }
})

async function resultOf(work: CheckerTask): Promise<CheckerResult> {
  if ('check' in work) return checkCourse(work.check)
  return 'compare' in work ? compareTexts(...work.compare) : undefined
}
