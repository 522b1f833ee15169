import type { Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { LessonData } from '../../contract/progress.ts'
import { MINUTE } from '../../contract/time.ts'
import { userLock, usersAmong } from '../account/write-for-user.ts'
import { groupedWrites, type Outcome, Outcomes } from '../database/groups/grouped-writes.ts'
import { type Act, replaysOf, saveReplies } from '../database/idempotent.ts'
import type { Db, Tables } from '../database/tables.ts'
import type { AuthUser } from '../http/bearer.ts'
import { consumeEach } from '../http/limits.ts'
import { noteWaits } from './note-waits.ts'
import type { LoggedPage, OwnLog } from './page-log.ts'
import { lessonDataOfEach } from './progress.ts'
import { saveAnswers, saveCompletions } from './save-answers.ts'
import { isNewStep, rememberStep, type Step, saveSteps } from './step-times.ts'

export const LOGS_PER_MINUTE = 120

/** `data`: the lesson data after it. `isNewsToMentor`: there may be something else to review. */
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

/** Logs of different people, whose locks are held. A log that ends early is left out of the statements that follow. */
class LogGroup {
  readonly #deps: Deps
  readonly #outcomes = new Outcomes<OwnLog, Logged>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async store(logs: readonly OwnLog[], isAlone: boolean): Promise<Outcome<Logged>[]> {
    const wanted = await this.#withoutReplays(await this.#ofUsers(logs))
    const free = isAlone ? wanted : await this.#thatNeedNotWait(wanted)
    await this.#storeNew(await this.#withinLimits(free))
    return this.#outcomes.of(logs)
  }

  async #ofUsers(logs: readonly OwnLog[]): Promise<OwnLog[]> {
    const users = await usersAmong(this.#deps.trx, uidsOf(logs))
    // The account ended during the request: the row would belong to nobody.
    return this.#outcomes.settle(logs, ({ uid }) =>
      users.has(uid) ? undefined : { error: new ApiError('auth/unauthorized') },
    )
  }

  async #withoutReplays(logs: readonly OwnLog[]): Promise<OwnLog[]> {
    const replays = await replaysOf<LessonData>(this.#deps.trx, logs.map(actOf))
    return this.#outcomes.settle(logs, ({ isOwnWords }, index) => {
      const replay = replays[index]
      if (!replay || 'error' in replay) return replay
      // The process may have ended before it told the mentor of the first one.
      return { value: { data: replay.reply, isNewsToMentor: isOwnWords, isReplay: true } }
    })
  }

  /** Another transaction may have changed the rows of several users, and wait for one of this group. */
  async #thatNeedNotWait(logs: readonly OwnLog[]): Promise<OwnLog[]> {
    const begun = logs.filter(log => isNewStep(this.#deps.db, stepOf(log)))
    if (begun.length === 0) return [...logs]
    const free = await usersAmong(this.#deps.trx, uidsOf(begun), { isFree: true })
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

  async #storeNew(logs: readonly OwnLog[]): Promise<void> {
    if (logs.length === 0) return
    const { db, trx } = this.#deps
    const saved = await saveAnswers(trx, logs)
    const news = await noteWaits(trx, logs, saved)
    await saveSteps(
      trx,
      logs.map(stepOf).filter(step => isNewStep(db, step)),
    )
    await saveCompletions(trx, logs.filter(isOfLastPage))
    const data = await lessonDataOfEach(trx, logs)
    await saveReplies(
      trx,
      logs.map((log, index) => ({ act: actOf(log), reply: data[index] })),
    )
    this.#outcomes.settle(logs, ({ uid }, index) => {
      return { value: { data: data[index] as LessonData, isNewsToMentor: news.has(uid), isReplay: false } }
    })
  }
}

function uidsOf(logs: readonly OwnLog[]): string[] {
  return logs.map(({ uid }) => uid)
}

function stepOf({ uid, answeredAt, now }: OwnLog): Step {
  return { uid, time: answeredAt, now }
}

/** Without the uid in the request: after two accounts were merged, the same request comes with the other uid. */
function actOf({ uid, lessonId, entry, idempotencyKey, now }: OwnLog): Act {
  const { userId: _, ...body } = entry
  return { uid, key: idempotencyKey, request: { call: 'log', lessonId, ...body }, now }
}

function isOfLastPage({ entry, pages }: OwnLog): boolean {
  return entry.pageId === pages.at(-1)?.id
}
