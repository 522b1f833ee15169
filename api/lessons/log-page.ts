import type { Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { LessonData } from '../../contract/progress.ts'
import { MINUTE } from '../../contract/time.ts'
import { freeUsersAmong, userLock } from '../account/write-for-user.ts'
import { groupedWrites, Outcomes, type WriteOutcome } from '../database/groups/grouped-writes.ts'
import { storeReplies } from '../database/idempotent.ts'
import type { Db, Tables } from '../database/tables.ts'
import type { AuthUser } from '../http/bearer.ts'
import { consumeEach } from '../http/limits.ts'
import { noteWait } from './note-wait.ts'
import type { LoggedPage, OwnLog } from './page-log.ts'
import { type AnswerRow, lessonDataFrom } from './progress.ts'
import { type SavedAnswer, saveAnswers, saveCompletions } from './save-answers.ts'
import { isNewStep, rememberStep, type StepTime, saveSteps } from './step-times.ts'
import { actOf, readStoredBefore, type StoredBefore, type StoredBeforeLogs } from './stored-before.ts'

export const LOGS_PER_MINUTE = 120

/** `data`: the lesson data after the log. `isNewsToMentor`: the mentor may have something else to review. */
type Logged = { data: LessonData; isNewsToMentor: boolean; isReplay: boolean }

/**
 * Returns a function that stores a page as done, with its answer. The logs of different people that wait together are
 * stored together.
 */
export function pageLogger(db: Db, { limitFactor }: { limitFactor: number }) {
  const write = groupedWrites<OwnLog, Logged>(db, {
    locksOf: ({ uid }) => ({ own: [userLock(uid)], shared: [] }),
    writeAll: (trx, logs, { isAlone }) => new LogGroup({ db, trx, limitFactor }).store(logs, isAlone),
  })
  return async (user: AuthUser, logged: LoggedPage): Promise<Logged> => {
    const { lessonId, entry, now } = logged
    if (entry.userId !== user.uid) throw new ApiError('forbidden')
    if (entry.lessonId !== undefined && entry.lessonId !== lessonId) throw new ApiError('bad-request')
    const log = { ...logged, uid: user.uid, answeredAt: Math.trunc(Math.min(entry.answeredAt ?? now, now)) }
    const stored = await write(log)
    if (!stored.isReplay) rememberStep(db, stepOf(log))
    return stored
  }
}

type Deps = { db: Db; trx: Transaction<Tables>; limitFactor: number }

/**
 * Logs of different people, whose locks are held. The statements that follow leave out a log whose outcome is known.
 */
class LogGroup {
  readonly #deps: Deps
  readonly #outcomes = new Outcomes<OwnLog, Logged>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async store(logs: readonly OwnLog[], isAlone: boolean): Promise<WriteOutcome<Logged>[]> {
    const before = await readStoredBefore(this.#deps.trx, logs)
    const wanted = this.#withoutReplays(this.#withAccount(logs, before), before)
    const free = isAlone ? wanted : await this.#thatNeedNotWait(wanted)
    await this.#storeNew(await this.#withinLimits(free), before)
    return this.#outcomes.of(logs)
  }

  #withAccount(logs: readonly OwnLog[], before: StoredBeforeLogs): OwnLog[] {
    // The account ended during the request, so the row would belong to nobody.
    return this.#outcomes.settle(logs, log =>
      before.has(log) ? undefined : { error: new ApiError('auth/unauthorized') },
    )
  }

  #withoutReplays(logs: readonly OwnLog[], before: StoredBeforeLogs): OwnLog[] {
    return this.#outcomes.settle(logs, log => {
      const replay = before.get(log)?.replay
      if (!replay || 'error' in replay) return replay
      // The process may have ended before it notified the mentor of the first request.
      return { value: { data: replay.reply, isNewsToMentor: log.isOwnWords, isReplay: true } }
    })
  }

  /**
   * Another transaction may have changed the rows of several users, and may wait for a row of this group. Then each
   * would wait for the other.
   */
  async #thatNeedNotWait(logs: readonly OwnLog[]): Promise<OwnLog[]> {
    const begun = logs.filter(log => isNewStep(this.#deps.db, stepOf(log)))
    if (begun.length === 0) return [...logs]
    const free = await freeUsersAmong(
      this.#deps.trx,
      begun.map(({ uid }) => uid),
    )
    return this.#outcomes.settle(logs, log => (begun.includes(log) && !free.has(log.uid) ? 'alone' : undefined))
  }

  async #withinLimits(logs: readonly OwnLog[]): Promise<OwnLog[]> {
    if (logs.length === 0) return []
    const { trx, limitFactor } = this.#deps
    const limit = { name: 'log', max: LOGS_PER_MINUTE * limitFactor, perMs: MINUTE } as const
    const uses = logs.map(({ uid, now }) => ({ of: { uid }, now }))
    const errors = await consumeEach(trx, limit, uses)
    return this.#outcomes.settle(logs, (_, index) => errors[index] && { error: errors[index] })
  }

  async #storeNew(logs: readonly OwnLog[], before: StoredBeforeLogs): Promise<void> {
    if (logs.length === 0) return
    const { db, trx } = this.#deps
    const saved = await saveAnswers(trx, logs)
    const news = new Set<OwnLog>()
    // One after the other, because a connection runs one query at a time.
    for (const log of logs) {
      const wait = { stored: saved.get(log.uid), open: before.get(log)?.openWait }
      if (await noteWait(trx, log, wait)) news.add(log)
    }
    await saveSteps(
      trx,
      logs.map(stepOf).filter(step => isNewStep(db, step)),
    )
    await saveCompletions(
      trx,
      logs.filter(log => isOfLastPage(log) && !before.get(log)?.isComplete),
    )
    const done = logs.map(log => ({ log, data: dataAfter(log, before.get(log) as StoredBefore, saved.get(log.uid)) }))
    await storeReplies(
      trx,
      done.map(({ log, data }) => ({ act: actOf(log), reply: data })),
    )
    for (const { log, data } of done)
      this.#outcomes.settle([log], () => ({ value: { data, isNewsToMentor: news.has(log), isReplay: false } }))
  }
}

/** `saved`: the answer of this page as it is stored now; undefined if a later answer was stored already. */
function dataAfter(log: OwnLog, { answers, isComplete }: StoredBefore, saved: SavedAnswer | undefined): LessonData {
  const { pageId } = log.entry
  const all: readonly AnswerRow[] = saved ? [...answers, [pageId, saved.answer, saved.page_type]] : answers
  return lessonDataFrom({ answers: all, isComplete: isComplete || isOfLastPage(log) }, log.pages)
}

function stepOf({ uid, answeredAt, now }: OwnLog): StepTime {
  return { uid, time: answeredAt, now }
}

function isOfLastPage({ entry, pages }: OwnLog): boolean {
  return entry.pageId === pages.at(-1)?.id
}
