import { buildApp } from '../api/app.ts'
import { readConfig } from '../api/read-config.ts'
import { startServices } from '../api/services.ts'
import type { ServerReply, ServerRequest } from './shared-process.ts'

/** The same as in api/main.ts. */
const GRACE_MS = 500

/** A challenge of a real server takes the browser a fifth of a second, and a password 35 ms. */
const EFFORTS = { challengeEffort: 1, passwordEffort: { memory: 8, passes: 1, parallelism: 1 } }

const running = new Map<number, () => Promise<void>>()

process.on('message', ({ id, env }: ServerRequest) => {
  const done = env ? start(id, env) : stop(id)
  done.then(
    url => reply({ id, url }),
    (error: Error) => reply({ id, error: String(error.stack) }),
  )
})

// The journeys have ended, or somebody killed their process.
process.once('disconnect', () => process.exit())

/** Starts a server as api/main.ts does. Returns its URL. */
async function start(id: number, env: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig(env)
  const services = await startServices(config, { efforts: EFFORTS })
  const app = await buildApp(services, { graceMs: GRACE_MS })
  await app.listen({ host: config.host, port: config.port })
  running.set(id, async () => {
    await app.close()
    await services.close()
  })
  return `http://${config.host}:${config.port}`
}

async function stop(id: number): Promise<undefined> {
  await running.get(id)?.()
  running.delete(id)
}

function reply(done: ServerReply): void {
  process.send?.(done)
}
