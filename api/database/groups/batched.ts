import type { Compilable } from 'kysely'
import { troubleIn } from '../failures/trouble.ts'
import { type Columns, type GivenOf, isPostgres, prepareMany, type RowOf } from '../many-rows.ts'
import type { Db } from '../tables.ts'

const ASKS_PER_BATCH = 64
/** More of them answer sooner, and make smaller batches. */
const BATCHES_AT_ONCE = 2

type Job<Ask, Answer> = { ask: Ask; resolve: (answer: Answer) => void; reject: (error: unknown) => void }

/**
 * Calls that wait together are one call of `run`, with their answers in the same order: on PostgreSQL each statement is a
 * way there and back. Each call inside a transaction, and on SQLite, runs alone. If a batch fails, each of it is tried
 * alone, so a failing `run` must have changed nothing. `keyOf`: no two of a batch have the same key.
 */
export function batched<Ask, Answer>(
  run: (db: Db, asks: readonly Ask[]) => Promise<readonly Answer[]>,
  keyOf?: (ask: Ask) => string,
): (db: Db, ask: Ask) => Promise<Answer> {
  const queues = new WeakMap<Db, (ask: Ask) => Promise<Answer>>()
  return async (db, ask) => {
    if (!isPostgres(db) || db.isTransaction) return (await run(db, [ask]))[0] as Answer
    const queue = queues.get(db) ?? queueOf((asks: readonly Ask[]) => run(db, asks), keyOf)
    queues.set(db, queue)
    return queue(ask)
  }
}

function queueOf<Ask, Answer>(
  run: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  keyOf: ((ask: Ask) => string) | undefined,
): (ask: Ask) => Promise<Answer> {
  let waiting: Job<Ask, Answer>[] = []
  let batches = 0

  function begin(): void {
    if (waiting.length === 0 || batches === BATCHES_AT_ONCE) return
    batches++
    // All requests of this turn of the event loop join it.
    setImmediate(runBatch)
  }

  async function runBatch(): Promise<void> {
    const jobs = taken()
    begin()
    await answer(jobs)
    batches--
    begin()
  }

  async function answer(jobs: readonly Job<Ask, Answer>[]): Promise<void> {
    if (jobs.length === 0) return
    try {
      const answers = await run(jobs.map(({ ask }) => ask))
      for (const [index, { resolve }] of jobs.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      // A database that is away or full fails each one, too.
      if (jobs.length > 1 && troubleIn(error) === undefined) await Promise.all(jobs.map(job => answer([job])))
      else for (const { reject } of jobs) reject(error)
    }
  }

  function taken(): Job<Ask, Answer>[] {
    const keys = new Set<string>()
    const jobs: Job<Ask, Answer>[] = []
    const left: Job<Ask, Answer>[] = []
    for (const job of waiting) {
      const key = keyOf?.(job.ask)
      const isFree = jobs.length < ASKS_PER_BATCH && (key === undefined || !keys.has(key))
      if (key !== undefined) keys.add(key)
      if (isFree) jobs.push(job)
      else left.push(job)
    }
    waiting = left
    return jobs
  }

  return ask =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      begin()
    })
}

type Numbered<Own extends Columns> = Own & { n: 'integer' }

/**
 * A query about one row of `given`, batched with those of others. It has to select `given.n`, which says whose row it is.
 */
export function prepareBatched<const Own extends Columns, Row extends { n: number }>(
  columns: Own,
  build: (db: Db, given: GivenOf<Numbered<Own>>) => Compilable<Row>,
): (db: Db, row: RowOf<Own>) => Promise<Row[]> {
  const read = prepareMany<Numbered<Own>, Row>({ ...columns, n: 'integer' }, build)
  return batched(async (db, asks: readonly RowOf<Own>[]) => {
    const rows = await read(
      db,
      asks.map((ask, n) => ({ ...ask, n }) as RowOf<Numbered<Own>>),
    )
    if (asks.length === 1) return [rows]
    const byNumber = Map.groupBy(rows, ({ n }) => n)
    return asks.map((_, n) => byNumber.get(n) ?? [])
  })
}
