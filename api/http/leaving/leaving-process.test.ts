import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { urlFrom } from '../../../testing/url-from.ts'

const MAIN = resolve(import.meta.dirname, '../../main.ts')
const EACH = 20

test.each([
  ['SIGTERM', 0],
  // systemd starts it again: a reload of one process is a restart.
  ['SIGHUP', 129],
] as const)(
  '%s under load: every request gets a reply or is refused, and open connections end with a reply',
  async (signal, code) => {
    const server = await startServer()
    const kept = Array.from({ length: EACH }, () => new Browser(server.port, { keepsConnection: true }))
    const fresh = Array.from({ length: EACH }, () => new Browser(server.port, { keepsConnection: false }))
    const all = [...kept, ...fresh]
    await expect.poll(() => Math.min(...all.map(browser => browser.answers))).toBeGreaterThan(5)

    const exit = once(server.process, 'exit')
    server.process.kill(signal)

    expect(await exit).toEqual([code, null])
    const ends = await Promise.all(all.map(browser => browser.end))
    expect(ends.slice(0, EACH)).toEqual(Array(EACH).fill('told to close'))
    // Between the last accepted connection and the end of the socket there is a short moment.
    expect(ends.slice(EACH).filter(end => end === 'reset').length).toBeLessThan(2)
  },
)

type End = 'told to close' | 'refused' | 'reset'

/** Sends requests without a pause, until one fails. */
class Browser {
  answers = 0
  readonly end: Promise<End>
  readonly #port: number
  readonly #keepsConnection: boolean

  constructor(port: number, { keepsConnection }: { keepsConnection: boolean }) {
    this.#port = port
    this.#keepsConnection = keepsConnection
    this.end = this.#askOn()
  }

  async #askOn(): Promise<End> {
    let socket = await this.#connect()
    while (socket) {
      const answer = await ask(socket)
      if (!answer) return 'reset'
      this.answers++
      if (this.#keepsConnection && /^connection: close/im.test(answer)) return 'told to close'
      if (this.#keepsConnection) continue
      socket.destroy()
      socket = await this.#connect()
    }
    return 'refused'
  }

  async #connect(): Promise<Socket | undefined> {
    const socket = connect(this.#port, '127.0.0.1')
    const isOpen = await new Promise(resolve =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    )
    return isOpen ? socket.on('error', () => {}) : undefined
  }
}

/** The complete reply; undefined if the connection ended before. */
function ask(socket: Socket): Promise<string | undefined> {
  return new Promise(resolve => {
    let answer = ''
    const ended = () => resolve(undefined)
    const read = (chunk: Buffer) => {
      answer += chunk
      if (!answer.endsWith('}')) return
      socket.off('data', read).off('close', ended)
      resolve(answer)
    }
    socket.on('data', read).once('close', ended)
    socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n')
  })
}

async function startServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'step-by-step-leaving-'))
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  const own = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    DEMO_COURSES: 'off',
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [MAIN], { env: { ...env, ...own }, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    rmSync(dataDir, { recursive: true })
  })
  return { process: child, port: Number(new URL(await urlFrom(child)).port) }
}
