import { databaseProblemIn } from '../failures/database-problem.ts'
import { isPostgres } from '../many-rows.ts'
import type { Db } from '../tables.ts'
import { chooseGroup } from './choose-group.ts'

const CALLS_PER_BATCH = 64
/** With more at once, a batch answers sooner but has fewer calls. */
const BATCHES_AT_ONCE = 2

type Job<Input, Result> = { input: Input; resolve: (result: Result) => void; reject: (error: unknown) => void }

/**
 * Joins calls that wait together into one call of `run`, because on PostgreSQL each statement is a round trip. `run`
 * returns the results in the order of the inputs. Inside a transaction, and on SQLite, each call runs alone. If a batch
 * fails, each of its calls is tried alone, so a `run` that fails must not have changed anything. `keyOf`: calls with
 * the same key are never in the same batch.
 */
export function batched<Input, Result>(
  run: (db: Db, inputs: readonly Input[]) => Promise<readonly Result[]>,
  keyOf?: (input: Input) => string,
): (db: Db, input: Input) => Promise<Result> {
  const queues = new WeakMap<Db, (input: Input) => Promise<Result>>()
  return async (db, input) => {
    if (!isPostgres(db) || db.isTransaction) return (await run(db, [input]))[0] as Result
    const queue = queues.get(db) ?? createQueue((inputs: readonly Input[]) => run(db, inputs), keyOf)
    queues.set(db, queue)
    return queue(input)
  }
}

function createQueue<Input, Result>(
  run: (inputs: readonly Input[]) => Promise<readonly Result[]>,
  keyOf: ((input: Input) => string) | undefined,
): (input: Input) => Promise<Result> {
  let waiting: Job<Input, Result>[] = []
  let batches = 0
  const locksOf = ({ input }: Job<Input, Result>) => ({ own: keyOf ? [keyOf(input)] : [], shared: [] })

  function begin(): void {
    if (waiting.length === 0 || batches === BATCHES_AT_ONCE) return
    batches++
    // After this turn of the event loop, so that all its calls join the batch.
    setImmediate(runBatch)
  }

  async function runBatch(): Promise<void> {
    const jobs = takeJobs()
    begin()
    await settle(jobs)
    batches--
    begin()
  }

  async function settle(jobs: readonly Job<Input, Result>[]): Promise<void> {
    if (jobs.length === 0) return
    try {
      const results = await run(jobs.map(({ input }) => input))
      for (const [index, { resolve }] of jobs.entries()) resolve(results[index] as Result)
    } catch (error) {
      // If the database is away or full, each call alone would fail, too.
      if (jobs.length > 1 && databaseProblemIn(error) === undefined) await Promise.all(jobs.map(job => settle([job])))
      else for (const { reject } of jobs) reject(error)
    }
  }

  /** Removes the jobs of the next batch from those that wait. */
  function takeJobs(): Job<Input, Result>[] {
    const { group, left } = chooseGroup(waiting, { locksOf, most: CALLS_PER_BATCH })
    waiting = left
    return group
  }

  return input =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      begin()
    })
}
