import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '../../contract/time.ts'
import { exitAfterLog, type Log } from '../log.ts'
import { relayMetrics } from '../metrics/of-all-workers.ts'

const FIRST_PAUSE_MS = SECOND / 2
const MAX_PAUSE_MS = 30 * SECOND
/** A worker that ran for this long had no trouble starting. */
const HEALTHY_AFTER_MS = 10 * SECOND
/** Longer than a worker takes to leave. */
const LEAVE_LIMIT_MS = 15 * SECOND

/** What a worker tells the supervisor once it accepts connections. */
export type WorkerReady = { ready: { url: string } }

/**
 * Runs `count` processes of this program behind one port, until SIGTERM or SIGINT. A worker that ends by itself is
 * replaced. SIGHUP replaces all, one after the other: each successor accepts connections before the earlier worker
 * leaves, so no request is refused. Successors run the code that is on the disk at that time.
 */
export async function superviseWorkers(count: number, log: Log): Promise<void> {
  let isStopping = false
  let isReplacing = false
  let isAskedAgain = false
  const leaving = new Set<Worker>()
  relayMetrics()
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  process.on('SIGHUP', () => void replaceAll())

  // The first worker migrates the database and imports the demo courses; the others find that done.
  const first = await startWorker(log)
  if (isStopping) return
  if (!first) return exitAfterLog(1)
  replaceWhenItEnds(first.worker)
  const others = await Promise.all(Array.from({ length: count - 1 }, () => startWorker(log)))
  for (const other of others) {
    if (other) replaceWhenItEnds(other.worker)
    else void startAnother(FIRST_PAUSE_MS)
  }
  if (!isStopping) console.log(`Step by Step is ready at ${first.url} (${count} processes)`)

  function replaceWhenItEnds(worker: Worker): void {
    const startedAt = performance.now()
    worker.once('exit', (code, signal) => {
      if (isStopping || leaving.delete(worker)) return
      log.error({ worker: worker.process.pid, code, signal }, 'a worker ended, another one is started')
      void startAnother(performance.now() - startedAt > HEALTHY_AFTER_MS ? 0 : FIRST_PAUSE_MS)
    })
  }

  async function startAnother(pauseMs: number): Promise<void> {
    await sleep(pauseMs)
    if (isStopping) return
    const successor = await startWorker(log)
    if (successor) replaceWhenItEnds(successor.worker)
    else await startAnother(Math.min(Math.max(2 * pauseMs, FIRST_PAUSE_MS), MAX_PAUSE_MS))
  }

  async function replaceAll(): Promise<void> {
    isAskedAgain = isReplacing
    if (isReplacing || isStopping) return
    isReplacing = true
    let areReplaced = true
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (!worker || isStopping) continue
      const successor = await startWorker(log)
      // The present workers stay: they serve, and a successor would fail for the same reason.
      if (!successor) {
        log.error('a new worker could not start: the restart ended, and the present workers stay')
        areReplaced = false
        break
      }
      replaceWhenItEnds(successor.worker)
      leaving.add(worker)
      await endWorker(worker)
    }
    isReplacing = false
    if (areReplaced) log.info('workers were replaced')
    if (isAskedAgain) await replaceAll()
  }

  async function stop(): Promise<void> {
    if (isStopping) return
    isStopping = true
    await Promise.all(Object.values(cluster.workers ?? {}).map(worker => worker && endWorker(worker)))
    exitAfterLog(0)
  }
}

type Started = { worker: Worker; url: string }

/**
 * Undefined if the worker ended before it accepted connections; it has printed why. Also undefined if the machine has
 * no room for another process.
 */
async function startWorker(log: Log): Promise<Started | undefined> {
  const cannotStart = (error: Error) => log.error({ error: error.message }, 'a worker cannot be started')
  let worker: Worker
  try {
    worker = cluster.fork()
  } catch (error) {
    return void cannotStart(error as Error)
  }
  return new Promise(resolve => {
    worker.on('error', error => {
      const { pid } = worker.process
      // A killed worker looks connected until its exit is known. Sending to it fails, and must not end the supervisor.
      if (pid !== undefined) return log.warn({ error: error.message, worker: pid }, 'a worker cannot be reached')
      cannotStart(error)
      // A process that never started has no exit, so it would stay in the list.
      delete cluster.workers?.[worker.id]
      resolve(undefined)
    })
    worker.once('exit', () => resolve(undefined))
    worker.on('message', (message: Partial<WorkerReady>) => {
      if (message.ready) resolve({ worker, url: message.ready.url })
    })
  })
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const exit = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  const limit = setTimeout(() => worker.process.kill('SIGKILL'), LEAVE_LIMIT_MS)
  await exit
  clearTimeout(limit)
}
