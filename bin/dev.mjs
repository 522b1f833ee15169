import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { requireNode } from './node-version.mjs'

requireNode()
const API_PORT = '3001'

/** The api restarts and the screens reload when their files change; Ctrl+C ends both. */
const env = { ...process.env, API_PORT, PORT: API_PORT, HOST: 'localhost' }
const api = spawn(process.execPath, ['--watch', 'api/main.ts'], { env, stdio: 'inherit' })
process.env.API_PORT = API_PORT
const { createServer } = await import('vite')
const configFile = fileURLToPath(new URL('../build/vite.config.ts', import.meta.url))
const web = await createServer({
  configFile,
  configLoader: 'native',
  server: { port: Number(process.env.PORT ?? 3000) },
})
await web.listen()
web.printUrls()

process.once('SIGINT', async () => {
  api.kill()
  await web.close()
  process.exit(0)
})
