import cluster from 'node:cluster'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { createLog, exitAfterLog } from './log.ts'
import { readConfig } from './read-config.ts'
import { startServices } from './services.ts'
import { hasOwner } from './team/roles.ts'
import { misspeltSettings } from './texts/misspelt-settings.ts'
import { lockForServer } from './workers/server-lock.ts'
import { superviseWorkers, type WorkerReady } from './workers/supervisor.ts'

const SHUTDOWN_LIMIT_MS = 10_000
/** Any code but 0 lets systemd start a service again; this one is usual for SIGHUP. */
const RESTART_CODE = 129
/** An open connection may send one more request for this long. */
const GRACE_MS = 500

await start().catch(cannotStart)

async function start(): Promise<void> {
  const config = readConfig(process.env)
  if (cluster.isPrimary) for (const sentence of misspeltSettings(process.env)) createLog(config).warn(sentence)
  if (cluster.isPrimary && config.workers > 1) await superviseWorkers(config.workers, createLog(config))
  else await serve(config)
}

async function serve(config: Config): Promise<void> {
  const lock = await lockForServer(config, { report: console.error })
  const services = await startServices(config)
  const app = await buildApp(services, { graceMs: GRACE_MS })
  returnMemory()
  await app.listen({ host: config.host, port: config.port })
  const { port } = app.server.address() as { port: number }
  const url = `http://${config.host}:${port}`
  if (cluster.isWorker) process.send?.({ ready: { url } } satisfies WorkerReady)
  else {
    const isFree = config.isDemo && !(await hasOwner(services.db))
    console.log(`Step by Step is ready at ${url}`)
    if (isFree) console.log(`It has no owner yet. The first person who signs in at ${url}/org can become the owner.`)
  }

  process.on('uncaughtException', error => {
    services.log.fatal(
      { error: { name: error.name, message: error.message, stack: error.stack } },
      'uncaught exception',
    )
    exitAfterLog(1)
  })
  process.once('SIGTERM', () => void stop())
  // `systemctl reload` sends SIGHUP. If the signal itself ended the process, systemd would think that somebody stopped
  // the service on purpose.
  if (cluster.isPrimary) process.once('SIGHUP', () => void stop(RESTART_CODE))
  // Ctrl+C reaches all processes of a terminal; a worker leaves when the supervisor tells it.
  if (cluster.isPrimary) process.once('SIGINT', () => void stop())
  else process.on('SIGINT', () => {})

  /** Waits for running requests, then exits. */
  async function stop(code = 0): Promise<void> {
    setTimeout(() => exitAfterLog(1), SHUTDOWN_LIMIT_MS).unref()
    await app.close()
    await services.close()
    lock?.close()
    await leaveSupervisor()
    exitAfterLog(code)
  }
}

/**
 * A worker stays until the supervisor knows that it accepts no connections. The supervisor may have handed it one more
 * connection: that goes back, and another worker gets it. After an earlier exit, nobody would answer it.
 */
async function leaveSupervisor(): Promise<void> {
  if (!cluster.worker?.isConnected()) return
  const left = once(cluster.worker, 'disconnect')
  cluster.worker.disconnect()
  await left
}

/** Loading all code leaves garbage, which V8 would keep as room to grow: a tenth of the memory of an idle process. */
function returnMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: { type: 'major'; flavor: 'last-resort' }) => void
  collect({ type: 'major', flavor: 'last-resort' })
}

/** Prints a message for the operator. Only a bug of our own also needs the stack. */
function cannotStart(error: NodeJS.ErrnoException): never {
  const reason = error.name === 'Error' ? error.message : error.stack
  const advice = error.code === 'EADDRINUSE' ? '\nPORT: another program has this one; stop it, or set another port' : ''
  console.error(`Step by Step cannot start:\n${reason}${advice}`)
  process.exit(1)
}
