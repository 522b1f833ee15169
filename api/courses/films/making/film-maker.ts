import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { availableParallelism, hostname } from 'node:os'
import type { FilmStep } from '../../../../contract/organisation/media/films.ts'
import type { Db } from '../../../database/tables.ts'
import type { Originals } from '../../files/originals.ts'
import { FfmpegError } from '../ffmpeg.ts'
import { probeFilm } from '../film.ts'
import { type FilmFile, filmFiles } from '../film-files.ts'
import { type FilmPart, makeFilmFiles, missingFilmFiles } from '../make-films.ts'
import { type FilmJob, type Maker, noteFilm, takeFilm } from './film-jobs.ts'
import { prepareFilmPlaces, saveSizes } from './film-sizes.ts'

type Deps = {
  db: Db
  originals: Originals
  now: () => number
  failed: (error: Error) => void
}

/** The progress of a film is stored this often. */
const NOTE_MS = 2000

/** Makes the sizes of films in the background, one after the other. */
export type FilmMaker = {
  /** Looks for films to make. Call it when there may be one. */
  wake(): void
  /** Stops at once. What is finished stays, and the next process goes on from there. */
  close(): Promise<void>
}

export function createFilmMaker({ db, originals, now, failed }: Deps): FilmMaker {
  const maker: Maker = { id: randomUUID(), machine: hostname(), pid: process.pid }
  const closing = new AbortController()
  let isWanted = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (isWanted && !closing.signal.aborted) {
      isWanted = false
      const job = await takeFilm(db, maker, now())
      if (!job) continue
      isWanted = true
      await makeOne(job)
    }
  }

  async function makeOne(job: FilmJob): Promise<void> {
    const stopping = new AbortController()
    const stop = () => stopping.abort()
    closing.signal.addEventListener('abort', stop)
    const steps = new StepsDone()
    const note = async (news: Parameters<typeof noteFilm>[3]) => noteFilm(db, job, maker, news, now())
    const timer = setInterval(() => {
      note({ steps: steps.text }).then(isOurs => isOurs || stop(), failed)
    }, NOTE_MS)
    try {
      const outcome = await make(job, steps, { signal: stopping.signal, note })
      await note({ ...outcome, steps: steps.text })
    } catch (error) {
      // The server is closing, or another process has taken the film over.
      if (stopping.signal.aborted) await note({ state: 'waiting', tries: job.tries - 1 }).catch(failed)
      else {
        // The film is tried again in the next minute.
        isWanted = false
        failed(error as Error)
        await note({ state: 'waiting' }).catch(failed)
      }
    } finally {
      clearInterval(timer)
      closing.signal.removeEventListener('abort', stop)
    }
  }

  type Run = { signal: AbortSignal; note: (news: { seconds: number; has_sound: 0 | 1 }) => Promise<boolean> }

  async function make({ digest }: FilmJob, steps: StepsDone, { signal, note }: Run) {
    const places = await prepareFilmPlaces(originals, digest)
    if (!(await stat(places.source).catch(() => undefined))) return { state: 'failed', why: 'is missing' } as const
    try {
      const film = await probeFilm(places.source)
      if (typeof film === 'string') return { state: 'failed', why: film } as const
      await note({ seconds: Math.ceil(film.seconds), has_sound: film.hasSound ? 1 : 0 })
      const missing = smallestFirst(await missingFilmFiles(film, places))
      steps.begin(film, missing)
      const during = (part: FilmPart) => steps.during(part, film.seconds)
      if (missing.length > 0)
        await makeFilmFiles(film, { missing, places }, { atOnce: availableParallelism(), signal, during })
      await saveSizes(originals, digest)
      return { state: 'made' } as const
    } catch (error) {
      if (signal.aborted) throw error
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'as-it-came' } as const
      if (!(error instanceof FfmpegError)) throw error
      return { state: 'failed', why: `ffmpeg refuses it: ${error.message}` } as const
    }
  }

  function wake(): void {
    isWanted = true
    running ??= run()
      .catch(failed)
      .finally(() => {
        running = undefined
        if (isWanted && !closing.signal.aborted) wake()
      })
  }

  return {
    wake,
    async close() {
      closing.abort()
      await running
    },
  }
}

/** The sizes that most learners wait for come first, and the longest work comes last. */
function smallestFirst(files: readonly FilmFile[]): FilmFile[] {
  return files.toSorted((one, other) => one.weight - other.weight)
}

const stepOf = (part: FilmPart): FilmStep => {
  if (part === 'copy') return 'read'
  if (part === 'sound.mp3' || part === 'poster.jpg') return 'first'
  return part.startsWith('320.') ? 'small' : 'large'
}

/** How far each step is, from 0 to 1. */
class StepsDone {
  readonly #parts = new Map<FilmPart, { weight: number; share: number }>()

  begin({ hasSound }: { hasSound: boolean }, missing: readonly FilmFile[]): void {
    this.#parts.set('copy', { weight: 1, share: missing.length > 0 ? 0 : 1 })
    for (const { version, weight, needsSound } of filmFiles)
      if (hasSound || !needsSound)
        this.#parts.set(version, { weight, share: missing.some(one => one.version === version) ? 0 : 1 })
  }

  during(part: FilmPart, whole: number): (seconds: number) => void {
    return seconds => {
      const known = this.#parts.get(part)
      if (known) known.share = Math.min(1, Math.max(known.share, seconds / whole))
    }
  }

  get text(): string {
    const sums = new Map<FilmStep, { done: number; weight: number }>()
    for (const [part, { weight, share }] of this.#parts) {
      const sum = sums.get(stepOf(part)) ?? { done: 0, weight: 0 }
      sums.set(stepOf(part), { done: sum.done + weight * share, weight: sum.weight + weight })
    }
    return JSON.stringify(Object.fromEntries([...sums].map(([step, { done, weight }]) => [step, done / weight])))
  }
}
