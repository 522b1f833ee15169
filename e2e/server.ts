import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../testing/free-port.ts'
import { urlFrom } from '../testing/url-from.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Node caches compiled files in this folder, so that a process needs half the work to start. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled')

/** Starts a program of the product with the flags of `npm start`. */
export function startProgram(file: string, options: SpawnOptions): ChildProcess {
  const words = ['--max-semi-space-size=8', '--heap-growing-percent=30', '--v8-pool-size=1', file]
  return spawn(process.execPath, words, { cwd: ROOT, env: ownEnvironment(), ...options })
}

/** The environment without the settings of a server. */
function ownEnvironment() {
  return { ...process.env, NODE_ENV: '', DATABASE_URL: '', NODE_COMPILE_CACHE: COMPILED }
}

/** The built product as an operator runs it, with a data folder of its own. */
export class Server {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'step-by-step-e2e-'))
  origin = ''
  #port = 0
  #process: ChildProcess | undefined
  #settings: Record<string, string>

  constructor(settings: Record<string, string> = {}) {
    this.#settings = settings
    // e2e/prepare-data.ts sets this variable.
    const { PREPARED_DATA } = process.env
    if (PREPARED_DATA) cpSync(PREPARED_DATA, this.dataDir, { recursive: true })
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** Empty for SQLite in the data folder. */
  get databaseUrl(): string {
    return this.#settings.DATABASE_URL ?? ''
  }

  /** Starts the server, on the same port as before. */
  async start(): Promise<void> {
    const env = await this.environment()
    this.#process = startProgram('api/main.ts', { env, stdio: ['ignore', 'pipe', 'inherit'] })
    this.origin = await urlFrom(this.#process)
  }

  protected async environment(): Promise<NodeJS.ProcessEnv> {
    // The port is chosen before the start, because links in mails begin with the URL in the settings.
    this.#port ||= await freePort()
    return {
      ...ownEnvironment(),
      DATA_DIR: this.dataDir,
      HOST: 'localhost',
      PORT: String(this.#port),
      LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'error',
      ...this.#settings,
    }
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  /** Restarts on the same port and data, with other settings. */
  async restartWith(settings: Record<string, string>): Promise<void> {
    await this.stop()
    this.#settings = { ...this.#settings, ...settings }
    await this.start()
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.dataDir, { recursive: true, force: true })
  }
}

/** Starts a server for a journey, and removes it afterwards. */
export async function withServer(server: Server, journey: (server: Server) => Promise<void>): Promise<void> {
  try {
    await server.start()
    await journey(server)
  } finally {
    await server.remove()
  }
}
