import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { startServices } from './services.ts'

const SHUTDOWN_LIMIT_MS = 10_000

const config = readConfigOrExit()
const services = await startServices(config)
const app = await buildApp(services)

process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())
process.on('uncaughtException', error => {
  services.log.fatal({ error: { name: error.name, message: error.message, stack: error.stack } }, 'uncaught')
  process.exit(1)
})

await app.listen({ host: config.host, port: config.port })
const { port } = app.server.address() as { port: number }
console.log(`Step by Step is ready at http://${config.host}:${port}`)

/** Lets requests under way finish, then leaves. */
async function stop(): Promise<void> {
  setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref()
  await app.close()
  await services.close()
  process.exit(0)
}

function readConfigOrExit() {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error(`Step by Step cannot start:\n${(error as Error).message}`)
    process.exit(1)
  }
}
