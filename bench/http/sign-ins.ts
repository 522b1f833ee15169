import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../contract/calls/client.ts'
import { createByEmail, signInByEmail } from '../../contract/sign-in/email.ts'
import { personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { askCourses } from '../asks.ts'
import { Connection } from '../connection.ts'
import type { Row } from '../table.ts'

const PEOPLE = 50
const SECONDS = 15
/** One learner opens the app every 10 ms, which is far below the server's limit, as in production. */
const PACE_MS = 10
const PASSWORD = 'a horse, 1 battery'
/** Opening the courses may take at most twice as long while fifty people sign in at once. */
const MAX_SLOWDOWN = 2

/** Password hashes are expensive on purpose. This measures whether they slow down other requests. */
export async function signIns(): Promise<Row[]> {
  const delayFile = join(mkdtempSync(join(tmpdir(), 'step-by-step-bench-')), 'loop-delay')
  const preload = `--import=${new URL('./loop-delay.ts', import.meta.url)}`
  const server = new Server({ LIMIT_FACTOR: '1000000', NODE_OPTIONS: preload, LOOP_DELAY_FILE: delayFile })
  await server.start()
  try {
    const emails = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => register(server, index)))
    const courses = askCourses(await personOf(server))
    const watch = async () => {
      await readDelay(server, delayFile)
      const p99Ms = await paced(server, courses)
      return { p99Ms, delayMs: await readDelay(server, delayFile) }
    }
    const quiet = await watch()
    const crowd = new Crowd(server, emails)
    const crowded = await watch()
    const perSecond = (await crowd.leave()) / SECONDS
    return [
      { name: 'sign-ins: by password, fifty at once', value: perSecond, unit: '/s' },
      { name: 'sign-ins: delay of the event loop meanwhile, p99', value: crowded.delayMs, unit: 'ms' },
      { name: 'sign-ins: delay of the event loop without, p99', value: quiet.delayMs, unit: 'ms' },
      { name: 'sign-ins: GET courses meanwhile, p99', value: crowded.p99Ms, unit: 'ms' },
      { name: 'sign-ins: GET courses without, p99', value: quiet.p99Ms, unit: 'ms' },
      {
        name: 'sign-ins: GET courses, p99 meanwhile over without',
        value: crowded.p99Ms / quiet.p99Ms,
        unit: '',
        atMost: MAX_SLOWDOWN,
      },
    ]
  } finally {
    await server.remove()
    rmSync(dirname(delayFile), { recursive: true })
  }
}

async function register(server: Server, index: number): Promise<string> {
  const email = `learner${index}@example.org`
  const body = { email, password: PASSWORD }
  await createClient({ base: server.origin })(createByEmail, { body })
  return email
}

/** People who sign in again as soon as they are signed in. */
class Crowd {
  #isLeaving = false
  #signedIn = 0
  readonly #all: Promise<unknown>

  constructor(server: Server, emails: string[]) {
    const call = createClient({ base: server.origin })
    this.#all = Promise.all(
      emails.map(async email => {
        while (!this.#isLeaving) {
          await call(signInByEmail, { body: { email, password: PASSWORD } })
          this.#signedIn += 1
        }
      }),
    )
  }

  async leave(): Promise<number> {
    this.#isLeaving = true
    await this.#all
    return this.#signedIn
  }
}

/** The 99th percentile of the response time, with requests at an even pace. */
async function paced(server: Server, ask: ReturnType<typeof askCourses>): Promise<number> {
  const connection = await Connection.open(server.origin)
  const took: number[] = []
  const endsAt = performance.now() + SECONDS * 1000
  while (performance.now() < endsAt) {
    const from = performance.now()
    const { status } = await connection.ask(ask)
    if (status !== 200) throw new Error(`The courses answered ${status}`)
    const ms = performance.now() - from
    took.push(ms)
    await sleep(Math.max(0, PACE_MS - ms))
  }
  connection.close()
  return took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN
}

async function readDelay(server: Server, file: string): Promise<number> {
  rmSync(file, { force: true })
  process.kill(server.pid as number, 'SIGUSR2')
  for (;;) {
    await sleep(20)
    const text = readIfThere(file)
    if (text) return Number(text)
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
