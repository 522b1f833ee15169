import { hash } from 'node:crypto'
import type { Comparison } from '../../../contract/organisation/course-files.ts'
import { threadOnDemand } from '../../http/queues/thread-on-demand.ts'
import { isKnownFile, listIn, rememberText } from '../drafts/known-texts.ts'
import type { CheckedCourse, CheckJob } from './check-course.ts'
import type { ComparedCourse } from './compare.ts'
import type { CheckerReply, CheckerRequest, CheckerResult, CheckerTask } from './thread.ts'

const IDLE_MS = 5 * 60 * 1000

/** Publishing asks for the same check that the editor or the import page has just asked for. */
const RESULTS_KEPT = 3

/** In characters. To hand shorter texts over to the other thread would take longer than to read them here. */
const READ_APART_FROM = 20_000

type Texts = ReadonlyMap<string, string>

/** Reads courses in a thread, which starts with the first request and ends when it is idle. */
export type CourseChecker = {
  check(job: CheckJob): Promise<CheckedCourse>
  compare(one: ComparedCourse, other: ComparedCourse): Promise<Comparison>
  /** Lets the other thread read texts, so that the thread of the requests need not read them. */
  read(texts: Texts): Promise<void>
  close(): Promise<void>
}

export function createCourseChecker(): CourseChecker {
  const thread = threadOnDemand<CheckerRequest, CheckerReply>(new URL('thread.ts', import.meta.url), {
    what: 'the thread of the course checks',
    idleMs: IDLE_MS,
  })

  async function ask(work: CheckerTask, unread: CheckerRequest['unread'] = []): Promise<CheckerResult> {
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

/** Takes only what the thread needs. A written course has more fields, which would be copied into the thread. */
function contentOf({ files, texts }: ComparedCourse): ComparedCourse {
  return { files, texts }
}

/** The result of a check depends only on its job, because the job names files by their digests. */
function keyOf({ texts, baseTexts, owners, ...others }: CheckJob): string {
  return hash('sha256', JSON.stringify([[...texts], [...baseTexts], [...owners], others]))
}
