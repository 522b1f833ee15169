import { buildApp } from './app.ts'
import { readConfig } from './read-config.ts'
import { startServices } from './services.ts'

const SHUTDOWN_LIMIT_MS = 10_000
/** An open connection may send one more request for this long. */
const GRACE_MS = 500

const { app, services } = await start().catch(cannotStart)

process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())
process.on('uncaughtException', error => {
  services.log.fatal({ error: { name: error.name, message: error.message, stack: error.stack } }, 'uncaught exception')
  process.exit(1)
})

async function start() {
  const config = readConfig(process.env)
  const services = await startServices(config)
  const app = await buildApp(services, { graceMs: GRACE_MS })
  await app.listen({ host: config.host, port: config.port })
  const { port } = app.server.address() as { port: number }
  console.log(`Step by Step is ready at http://${config.host}:${port}`)
  return { app, services }
}

/** Prints a message for the operator. Only a bug of our own also needs the stack. */
function cannotStart(error: NodeJS.ErrnoException): never {
  const reason = error.name === 'Error' ? error.message : error.stack
  const advice = error.code === 'EADDRINUSE' ? '\nPORT: another program has this one; stop it, or set another port' : ''
  console.error(`Step by Step cannot start:\n${reason}${advice}`)
  process.exit(1)
}

/** Waits for running requests, then exits. */
async function stop(): Promise<void> {
  setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref()
  await app.close()
  await services.close()
  process.exit(0)
}
