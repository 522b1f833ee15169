import { sql, type Transaction } from 'kysely'
import { prepare } from '../prepare.ts'
import type { Db, Tables } from '../tables.ts'

type Work<T> = (trx: Transaction<Tables>) => Promise<T>
type Job = { work: Work<unknown>; resolve: (value: never) => void; reject: (error: unknown) => void }
type Outcome = { value: unknown } | { error: unknown }

const JOBS_PER_COMMIT = 64

/**
 * Runs writes one after the other and commits those that wait together, so that many share one flush to disk. Each
 * write has a savepoint: if it fails, the others are not undone. No write resolves before the commit.
 */
export class GroupCommit {
  readonly #db: Db
  #waiting: Job[] = []
  #isDraining = false

  constructor(db: Db) {
    this.#db = db
  }

  run<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject })
      if (!this.#isDraining) void this.#drain()
    })
  }

  async #drain(): Promise<void> {
    this.#isDraining = true
    // Lets all requests of this turn of the event loop join the first commit.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) await commitTogether(this.#db, this.#waiting.splice(0, JOBS_PER_COMMIT))
    this.#isDraining = false
  }
}

async function commitTogether(db: Db, jobs: Job[]): Promise<void> {
  const outcomes = await db
    .transaction()
    .execute(trx => runEach(trx, jobs))
    .catch((error: unknown) => jobs.map((): Outcome => ({ error })))
  for (const [index, job] of jobs.entries()) {
    const outcome = outcomes[index] as Outcome
    if ('error' in outcome) job.reject(outcome.error)
    else job.resolve(outcome.value as never)
  }
}

async function runEach(trx: Transaction<Tables>, jobs: Job[]): Promise<Outcome[]> {
  const [first] = jobs as [Job]
  // A single job needs no savepoint: if it fails, the whole transaction may fail.
  if (jobs.length === 1) return [{ value: await first.work(trx) }]
  const outcomes: Outcome[] = []
  for (const { work } of jobs) {
    await savepoint(trx, {})
    try {
      outcomes.push({ value: await work(trx) })
    } catch (error) {
      // On a full disk SQLite has rolled back everything: then all jobs fail with this error.
      await rollbackToSavepoint(trx, {}).catch(() => Promise.reject(error))
      outcomes.push({ error })
    }
    await release(trx, {})
  }
  return outcomes
}

const savepoint = prepare(db => ({ compile: () => sql`savepoint job`.compile(db) }))
const rollbackToSavepoint = prepare(db => ({ compile: () => sql`rollback to job`.compile(db) }))
const release = prepare(db => ({ compile: () => sql`release job`.compile(db) }))
