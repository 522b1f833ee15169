import { spawn } from 'node:child_process'
import { requireNode } from './node-version.mjs'

requireNode()
const API_PORT = '3001'

/** The api restarts and the screens reload as their files change; Ctrl+C ends both. */
const env = { ...process.env, API_PORT, PORT: API_PORT, HOST: 'localhost' }
const api = spawn(process.execPath, ['--watch', 'api/main.ts'], { env, stdio: 'inherit' })
process.env.API_PORT = API_PORT
const { createServer } = await import('vite')
const web = await createServer({ configLoader: 'native', server: { port: Number(process.env.PORT ?? 3000) } })
await web.listen()
web.printUrls()

process.once('SIGINT', async () => {
  api.kill()
  await web.close()
  process.exit(0)
})
