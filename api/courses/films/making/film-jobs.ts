import type { Transaction } from 'kysely'
import { DAY, MINUTE } from '../../../../contract/time.ts'
import type { Db, Tables } from '../../../database/tables.ts'
import { transactionWithLock } from '../../../database/transaction-with-lock.ts'
import { type CourseFile, isFilmName } from '../../files/course-file-list.ts'

/** A process on a machine that makes films. */
export type Maker = { id: string; machine: string; pid: number }
export type FilmJob = Tables['film_jobs']

const LOCK = 'film jobs'
/** A process that has not renewed its lease for this long has stopped. */
const LEASE_MS = MINUTE
/** A film is given up after the process ended this many times while it made its sizes. */
const MAX_TRIES = 5
const KEPT_MS = 30 * DAY

/** Queues films whose sizes are to be made. Films in the queue stay as they are. Returns whether any film is new. */
export async function queueFilms(trx: Transaction<Tables>, digests: readonly string[], now: number): Promise<boolean> {
  let isNew = false
  for (const digest of new Set(digests)) {
    const added = await trx
      .insertInto('film_jobs')
      .values({ digest, ...FRESH, asked_at: now, changed_at: now })
      .onConflict(conflict => conflict.column('digest').doNothing())
      .returning('digest')
      .executeTakeFirst()
    isNew ||= added !== undefined
  }
  return isNew
}

const FRESH = {
  state: 'waiting',
  tries: 0,
  steps: '{}',
  seconds: null,
  has_sound: null,
  why: null,
  maker: null,
  machine: null,
  pid: null,
  lease_until: null,
  began_at: null,
} as const

/** The films of a draft that learners do not have yet. */
export function newFilms(files: readonly CourseFile[], versionFiles: readonly CourseFile[] = []): string[] {
  const known = new Set(versionFiles.map(({ digest }) => digest))
  return files.filter(({ name, digest }) => isFilmName(name) && !known.has(digest)).map(({ digest }) => digest)
}

/** Queues a film once more that failed or has no sizes. */
export async function queueAgain(trx: Transaction<Tables>, digest: string, now: number): Promise<void> {
  if (await queueFilms(trx, [digest], now)) return
  await trx
    .updateTable('film_jobs')
    .set({ ...FRESH, asked_at: now, changed_at: now })
    .where('digest', '=', digest)
    .where('state', 'in', ['failed', 'as-it-came'])
    .execute()
}

/** The jobs of these films, by digest. */
export async function filmJobs(
  db: Db,
  films: readonly Pick<FilmJob, 'digest'>[],
): Promise<ReadonlyMap<string, FilmJob>> {
  if (films.length === 0) return new Map()
  const digests = films.map(({ digest }) => digest)
  const rows = await db.selectFrom('film_jobs').selectAll().where('digest', 'in', digests).execute()
  return new Map(rows.map(row => [row.digest, row]))
}

/** Takes the film that waits longest. A machine makes one at a time, however many processes it has. */
export async function takeFilm(db: Db, maker: Maker, now: number): Promise<FilmJob | undefined> {
  return transactionWithLock(db, LOCK, async trx => {
    const begun = await trx.selectFrom('film_jobs').selectAll().where('state', '=', 'making').execute()
    const atWork = begun.filter(job => isAtWork(job, maker, now))
    if (atWork.some(({ machine }) => machine === maker.machine)) return undefined
    const unfinished = begun.filter(job => !atWork.includes(job))
    const waiting = await trx
      .selectFrom('film_jobs')
      .selectAll()
      .where('state', '=', 'waiting')
      .orderBy('asked_at')
      .orderBy('digest')
      .limit(1)
      .execute()
    // Films that another process left unfinished come first.
    const jobs = [...unfinished, ...waiting]
    const job = jobs.find(({ tries }) => tries < MAX_TRIES)
    const hopeless = jobs.slice(0, job ? jobs.indexOf(job) : undefined).map(({ digest }) => digest)
    if (hopeless.length > 0) {
      const end = { maker: null, lease_until: null, changed_at: now }
      const why = `the work on it broke off ${MAX_TRIES} times`
      await trx
        .updateTable('film_jobs')
        .set({ state: 'failed', why, ...end })
        .where('digest', 'in', hopeless)
        .execute()
    }
    if (!job) return undefined
    const tries = job.tries + 1
    const { id, machine, pid } = maker
    const lease = { maker: id, machine, pid, lease_until: now + LEASE_MS }
    const taken = { state: 'making' as const, tries, steps: '{}', began_at: now, changed_at: now, ...lease }
    await trx.updateTable('film_jobs').set(taken).where('digest', '=', job.digest).execute()
    return { ...job, ...taken }
  })
}

/** The system knows whether a process of this machine still runs. For other machines, the lease says it. */
function isAtWork(job: FilmJob, maker: Maker, now: number): boolean {
  if (job.maker === maker.id) return true
  if (Number(job.lease_until ?? 0) <= now) return false
  if (job.machine !== maker.machine || job.pid === null) return true
  // In a container, a restarted process has the same number as the one before.
  if (job.pid === maker.pid) return false
  return isRunning(job.pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

type News = Partial<Pick<FilmJob, 'state' | 'steps' | 'seconds' | 'has_sound' | 'why' | 'tries'>>

/** Stores the progress of a film. Returns false if another process has taken the film over. */
export async function noteFilm(db: Db, { digest }: FilmJob, maker: Maker, news: News, now: number): Promise<boolean> {
  const isOver = news.state !== undefined && news.state !== 'making'
  const lease = isOver ? { maker: null, lease_until: null } : { lease_until: now + LEASE_MS }
  const rows = await db
    .updateTable('film_jobs')
    .set({ ...news, ...lease, changed_at: now })
    .where('digest', '=', digest)
    .where('maker', '=', maker.id)
    .returning('digest')
    .execute()
  return rows.length > 0
}

/** Deletes the notes about films that were made long ago. Their sizes stay. */
export async function deleteOldFilmJobs(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('film_jobs')
    .where('state', 'not in', ['waiting', 'making'])
    .where('changed_at', '<', now - KEPT_MS)
    .execute()
}
