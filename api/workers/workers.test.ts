import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { urlFrom } from '../../testing/url-from.ts'
import { newPostgresDatabase } from '../testing-databases.ts'

const MAIN = resolve(import.meta.dirname, '../main.ts')
/** Between requests, so that processes that are starting get their turn. */
const PAUSE_MS = 25
const PATIENCE_MS = 120_000
const SLOW_MS = 1500
const ANSWER_LIMIT_MS = 60_000
const TOKEN = 'a-token-for-the-metrics'

test('several processes need PostgreSQL, and the program says so', async () => {
  const { child } = startProgram({ DATABASE_URL: '', WORKERS: '2' })
  let output = ''
  child.stderr?.on('data', chunk => {
    output += chunk
  })
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(output).toContain(
    'WORKERS: only one process can serve a SQLite file; several need PostgreSQL, with DATABASE_URL',
  )
})

test('a killed server leaves its SQLite file to one that waits for it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'step-by-step-killed-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const first = startProgram({ DATABASE_URL: '', DATA_DIR: dataDir }).child
  await urlFrom(first)
  const second = startProgram({ DATABASE_URL: '', DATA_DIR: dataDir }).child
  let output = ''
  second.stderr?.on('data', chunk => {
    output += chunk
  })
  await expect.poll(() => output, { timeout: PATIENCE_MS }).toContain('Another server uses')
  first.kill('SIGKILL')
  expect((await fetch(`${await urlFrom(second)}/health/ready`)).status).toBe(200)
})

describe.skipIf(!inject('postgresUrl'))('Two processes behind one port', () => {
  test('both serve, leave for others without a refused request, are replaced when killed, and end with SIGTERM', async () => {
    const { origin, child } = await startWorkers()
    // Each connection goes to the next process.
    for (let i = 0; i < 4; i++) expect((await ask(origin, '/health/live')).status).toBe(200)
    const text = await metricsOf(origin)
    const served = text.matchAll(/http_requests_total\{worker="\d",method="GET",route="\/health\/live".* (\d+)/g)
    expect([...served].map(([, count]) => Number(count))).toEqual([2, 2])
    for (const once of [/^# TYPE http_requests_total/gm, /^step_by_step_info/gm])
      expect(text.match(once)).toHaveLength(1)
    const first = processesBelow(child)
    expect(first).toHaveLength(2)

    const browsers = [true, false, true, false].map(keepAlive => new Browser(origin, { keepAlive }))
    child.kill('SIGHUP')
    await areReplaced(child, origin, first)
    for (const browser of browsers) await browser.leave()
    expect(browsers.map(({ failures }) => failures)).toEqual([[], [], [], []])
    for (const { answers } of browsers) expect(answers).toBeGreaterThan(5)

    // A worker that leaves takes no connection with it.
    await areReplaced(child, origin, [await leavesWhileSupervisorIsSlow(origin, child)])
    const [killed = 0, spared] = processesBelow(child)
    process.kill(killed, 'SIGKILL')
    await areReplaced(child, origin, [killed])
    expect(processesBelow(child)).toContain(spared)
    await serveOnWhenNoneCanBeStarted(origin, child)
    const now = processesBelow(child)
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    for (const pid of now) expect(() => process.kill(pid, 0)).toThrow()
  })
})

/** The supervisor learns only after `SLOW_MS` that a worker leaves, and has connections to hand over by then. */
async function leavesWhileSupervisorIsSlow(origin: string, child: ChildProcess): Promise<number> {
  const [leaving = 0] = processesBelow(child)
  child.kill('SIGSTOP')
  process.kill(leaving, 'SIGTERM')
  const pending = Array.from({ length: 8 }, () => ask(origin, '/health/live'))
  await setTimeout(SLOW_MS)
  child.kill('SIGCONT')
  expect((await Promise.all(pending)).map(({ status }) => status)).toEqual(Array(8).fill(200))
  return leaving
}

/** Too many files are open to start a process in the place of one that was killed, until there is room. */
async function serveOnWhenNoneCanBeStarted(origin: string, child: ChildProcess): Promise<void> {
  if (process.platform !== 'linux') return
  const [killed = 0] = processesBelow(child)
  const limit = (files: string) => execFileSync('prlimit', ['--pid', String(child.pid), `--nofile=${files}:`])
  const usual = readFileSync(`/proc/${child.pid}/limits`, 'utf8').match(/^Max open files +(\d+)/m)?.[1] ?? ''
  limit(String(readdirSync(`/proc/${child.pid}/fd`).length))
  process.kill(killed, 'SIGKILL')
  // Longer than the first pause.
  await setTimeout(SLOW_MS)
  expect((await ask(origin, '/health/live')).status).toBe(200)
  limit(usual)
  await areReplaced(child, origin, [killed])
}

/** Waits until two processes serve, and none of these is left. */
async function areReplaced(child: ChildProcess, origin: string, old: number[]): Promise<void> {
  const now = async () => {
    const serving = (await metricsOf(origin)).matchAll(/^process_start_time_seconds\{worker="\d+"/gm)
    return { serving: [...serving].length, old: processesBelow(child).filter(pid => old.includes(pid)) }
  }
  await expect.poll(now, { timeout: PATIENCE_MS, interval: 200 }).toEqual({ serving: 2, old: [] })
}

/** Asks again and again until it leaves. */
class Browser {
  answers = 0
  readonly failures: unknown[] = []
  readonly #agent: Agent
  readonly #end: Promise<void>
  #isLeaving = false

  constructor(origin: string, { keepAlive }: { keepAlive: boolean }) {
    this.#agent = new Agent({ keepAlive, maxSockets: 1 })
    this.#end = this.#askOn(origin)
  }

  async #askOn(origin: string): Promise<void> {
    while (!this.#isLeaving) {
      const { status } = await ask(origin, '/health/ready', { agent: this.#agent }).catch(error => ({ status: error }))
      if (status === 200) this.answers++
      else this.failures.push(status)
      await setTimeout(PAUSE_MS)
    }
  }

  async leave(): Promise<void> {
    this.#isLeaving = true
    await this.#end
    this.#agent.destroy()
  }
}

type Reply = { status: number | undefined; text: string }

type Asking = { agent?: Agent; headers?: Record<string, string> }

/** Has a time limit: a connection that is lost with its process gets neither an answer nor an error. */
function ask(origin: string, path: string, options: Asking = {}) {
  return new Promise<Reply>((resolve, reject) => {
    const pending = request(origin + path, { agent: false, timeout: ANSWER_LIMIT_MS, ...options }, async response => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode, text })
    })
    pending.on('timeout', () => pending.destroy(new Error(`${path} got no answer`)))
    pending.on('error', reject).end()
  })
}

async function metricsOf(origin: string): Promise<string> {
  return (await ask(origin, '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).text
}

function processesBelow({ pid }: ChildProcess): number[] {
  return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
}

async function startWorkers() {
  const { url, release } = await newPostgresDatabase()
  onTestFinished(release)
  const { child } = startProgram({ DATABASE_URL: url, WORKERS: '2', METRICS_TOKEN: TOKEN })
  return { child, origin: await urlFrom(child) }
}

function startProgram(settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'step-by-step-workers-'))
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  const own = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DEMO_COURSES: 'off', LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, [MAIN], {
    env: { ...env, ...own, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    rmSync(dataDir, { recursive: true })
  })
  return { child }
}
