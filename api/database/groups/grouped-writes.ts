import type { Transaction } from 'kysely'
import { databaseProblemIn } from '../failures/database-problem.ts'
import { isPostgres } from '../many-rows.ts'
import type { Db, Tables } from '../tables.ts'
import { transactionWithFreeLocks, transactionWithLock } from '../transaction-with-lock.ts'
import { chooseGroup, type Locks } from './choose-group.ts'

/** How a write of a group ended. 'alone': it would have to wait, so it has written nothing and is tried alone. */
export type WriteOutcome<Result> = { value: Result } | { error: unknown } | 'alone'

type Kind<Write, Result> = {
  locksOf: (write: Write) => Locks
  /**
   * Runs statements over all of the writes. Returns their outcomes in the same order. With `isAlone`, the only write
   * may wait, so it never ends as 'alone'.
   */
  writeAll: (
    trx: Transaction<Tables>,
    writes: readonly Write[],
    options: { isAlone: boolean },
  ) => Promise<WriteOutcome<Result>[]>
}

/** The outcomes of a group, each as soon as it is known. */
export class Outcomes<Write, Result> {
  readonly #known = new Map<Write, WriteOutcome<Result>>()

  /** Stores the outcomes that are known now. Returns the writes that have none yet. */
  settle(
    writes: readonly Write[],
    outcomeOf: (write: Write, index: number) => WriteOutcome<Result> | undefined,
  ): Write[] {
    return writes.filter((write, index) => {
      const outcome = outcomeOf(write, index)
      if (outcome) this.#known.set(write, outcome)
      return !outcome
    })
  }

  of(writes: readonly Write[]): WriteOutcome<Result>[] {
    return writes.map(write => this.#known.get(write) ?? { error: new Error('one write of a batch has no outcome') })
  }
}

type Job<Write, Result> = {
  write: Write
  locks: Locks
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

const WRITES_PER_GROUP = 64
/** With more groups at once, a write waits less, but the groups are smaller. */
const GROUPS_ON_POSTGRES = 3
/**
 * SQLite has one writer, so a second group waits for the first, and is written in the same turn of the event loop. With
 * only one group, each turn would write one group, and many waiting writes would need more turns.
 */
const GROUPS_ON_SQLITE = 2

/**
 * Writes that wait together share a transaction, its statements and its flush to disk. None resolves before the commit.
 * Writes with the same own lock run one after the other, in the order in which they came. A group waits for no lock: a
 * write whose lock is taken gets its own transaction. If a group fails, each of its writes is tried alone.
 */
export function groupedWrites<Write, Result>(db: Db, { locksOf, writeAll }: Kind<Write, Result>) {
  type OwnJob = Job<Write, Result>
  let waiting: OwnJob[] = []
  /** The locks of the writes under way. */
  const heldLocks = new Set<string>()
  const groupsAtOnce = isPostgres(db) ? GROUPS_ON_POSTGRES : GROUPS_ON_SQLITE
  let groups = 0
  let isBeginning = false

  /** Begins one group at a time: a write that comes before the transaction has begun still joins its group. */
  function beginGroup(): void {
    if (isBeginning || groups === groupsAtOnce || chosen().group.length === 0) return
    isBeginning = true
    groups += 1
    void writeGroup()
  }

  /** The next group: the first waiting writes whose locks do not exclude each other. */
  function chosen(): { group: OwnJob[]; left: OwnJob[] } {
    return chooseGroup(waiting, { locksOf: ({ locks }) => locks, most: WRITES_PER_GROUP, held: heldLocks })
  }

  /** Called when the transaction has begun. */
  function takeGroup(): OwnJob[] {
    const { group, left } = chosen()
    waiting = left
    for (const lock of group.flatMap(allLocks)) heldLocks.add(lock)
    isBeginning = false
    beginGroup()
    return group
  }

  async function writeGroup(): Promise<void> {
    let group: OwnJob[] | undefined
    const take = () => {
      group = takeGroup()
      return group.flatMap(allLocks)
    }
    const outcomes = await transactionWithFreeLocks(db, take, (trx, free) => writeFree(trx, group ?? [], free)).catch(
      (error: unknown) => {
        group ??= takeAll()
        // If the database is away or full, each write would fail alone, too.
        const isOwnFault = group.length > 1 && databaseProblemIn(error) === undefined
        return group.map((): WriteOutcome<Result> => (isOwnFault ? 'alone' : { error }))
      },
    )
    groups -= 1
    endGroup(group ?? [], outcomes)
    beginGroup()
  }

  /** Called if the transaction could not begin: no waiting write could succeed now. */
  function takeAll(): OwnJob[] {
    isBeginning = false
    const all = waiting
    waiting = []
    return all
  }

  function endGroup(group: readonly OwnJob[], outcomes: readonly WriteOutcome<Result>[]): void {
    for (const lock of group.flatMap(allLocks)) heldLocks.delete(lock)
    for (const [index, job] of group.entries()) {
      const outcome = outcomes[index] as WriteOutcome<Result>
      if (outcome === 'alone') void writeAlone(job)
      else end(job, outcome)
    }
  }

  async function writeFree(
    trx: Transaction<Tables>,
    group: readonly OwnJob[],
    free: ReadonlySet<string>,
  ): Promise<WriteOutcome<Result>[]> {
    const isFree = (job: OwnJob) => allLocks(job).every(lock => free.has(lock))
    const writes = group.filter(isFree).map(({ write }) => write)
    const ends = (writes.length > 0 ? await writeAll(trx, writes, { isAlone: false }) : []).values()
    return group.map(job => (isFree(job) ? (ends.next().value as WriteOutcome<Result>) : 'alone'))
  }

  /** Only writes with the same locks wait for this one. */
  async function writeAlone(job: OwnJob): Promise<void> {
    const locks = allLocks(job)
    for (const lock of locks) heldLocks.add(lock)
    const outcome = await transactionWithLock(db, locks, async trx => {
      const [only] = await writeAll(trx, [job.write], { isAlone: true })
      if (only === undefined || only === 'alone') throw new Error('a write alone cannot be put off')
      return only
    }).catch((error: unknown) => ({ error }))
    for (const lock of locks) heldLocks.delete(lock)
    end(job, outcome)
    beginGroup()
  }

  function end({ resolve, reject }: OwnJob, outcome: Exclude<WriteOutcome<Result>, 'alone'>): void {
    if ('error' in outcome) reject(outcome.error)
    else resolve(outcome.value)
  }

  return (write: Write): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ write, locks: locksOf(write), resolve, reject })
      beginGroup()
    })
}

function allLocks({ locks: { own, shared } }: { locks: Locks }): string[] {
  return [...own, ...shared]
}
