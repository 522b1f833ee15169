import { parentPort } from 'node:worker_threads'
import type { Comparison } from '../../../contract/organisation/course-files.ts'
import { listIn } from '../drafts/known-texts.ts'
import { openText } from '../drafts/lesson-text.ts'
import type { KnownText } from '../writing/list-text.ts'
import { type CheckedCourse, checkCourse, type Job } from './check-course.ts'
import { compareTexts, type Folder } from './compare.ts'

export type Work = { check: Job } | { compare: readonly [Folder, Folder] } | { read: true }

/** `unread`: names and texts that the asking thread would have to read itself. */
export type Asked = { id: number; work: Work; unread: readonly (readonly [string, string])[] }

/** `read`: what is known of each unread text; undefined for one that cannot be read. */
export type Answered = { id: number } & ({ result: WorkResult; read: (KnownText | undefined)[] } | { error: string })
export type WorkResult = CheckedCourse | Comparison | undefined

// Reading a large course takes seconds. Only this thread is busy then, so other requests do not wait.
parentPort?.on('message', async ({ id, work, unread }: Asked) => {
  try {
    const result = await resultOf(work)
    const read = unread.map(([name, text]) => openText(text, listIn(name))?.read)
    parentPort?.postMessage({ id, result, read } satisfies Answered)
  } catch (error) {
    parentPort?.postMessage({ id, error: String((error as Error).stack) } satisfies Answered)
  }
})

async function resultOf(work: Work): Promise<WorkResult> {
  if ('check' in work) return checkCourse(work.check)
  return 'compare' in work ? compareTexts(...work.compare) : undefined
}
