import { hash } from 'node:crypto'
import type { Comparison } from '../../../contract/organisation/course-files.ts'
import { threadOnDemand } from '../../http/queues/thread-on-demand.ts'
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

/** Reads courses in a thread, which begins with the first one and ends when nobody needs it. */
export type CourseChecker = {
  check(job: Job): Promise<CheckedCourse>
  compare(one: Folder, other: Folder): Promise<Comparison>
  /** Makes texts known, so that this thread need not read them. */
  read(texts: Texts): Promise<void>
  close(): Promise<void>
}

export function createCourseChecker(): CourseChecker {
  const thread = threadOnDemand<Asked, Answered>(new URL('thread.ts', import.meta.url), {
    what: 'the thread of the course checks',
    idleMs: IDLE_MS,
  })

  async function ask(work: Work, unread: Asked['unread'] = []): Promise<WorkResult> {
    const answered = await thread.ask({ work, unread })
    if ('error' in answered) throw new Error(answered.error)
    const { result, read } = answered
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
    close: thread.end,
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
