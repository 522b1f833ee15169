import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../../contract/calls/endpoint.ts'
import { getUpdates, sendMessage } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { type Answer, Connection, type PreparedRequest } from '../connection.ts'
import type { Class, Member } from '../messages/crowd.ts'
import {
  AGAIN_MS,
  headersOf,
  isHeard,
  REQUEST_LIMIT_MS,
  type Recordings,
  record,
  untilNext,
} from './outages-recordings.ts'

export type Crowded = { origin: string; classes: Class[] }
/**
 * `confirmed` has the keys of confirmed messages, and `missed` counts those that nobody received. `recorded` counts
 * confirmed recordings, and `unheard` counts those that cannot be heard. `cut` counts repeated requests.
 */
export type ProcessResult = {
  confirmed: string[]
  missed: number
  recorded: number
  unheard: number
  refused: number
  cut: number
}

const WAIT_S = 25
/** Everybody comes within this time, because people do not come in the same second. */
const ARRIVAL_MS = 30_000
const LATEST_MS = 60_000

const confirmed = new Set<string>()
const received = new Set<string>()
const recordings: Recordings = { confirmed: [], refused: 0, again: 0 }
let isOver = false
let refused = 0
let cut = 0

/** Many people who wait and write, and who try again as the app does. */
process.once('message', async ({ origin, classes }: Crowded) => {
  const writing: Promise<void>[] = []
  for (const { id, mentor, learners } of classes) {
    void listen(origin, mentor)
    // One learner of each class answers by voice, too.
    const [speaker] = learners
    if (speaker) writing.push(record(origin, speaker, recordings, () => isOver))
    for (const learner of learners) {
      void listen(origin, learner)
      writing.push(write(origin, learner, id))
    }
  }
  process.once('message', async () => {
    isOver = true
    await Promise.all(writing)
    const deadline = performance.now() + LATEST_MS
    while (missing() > 0 && performance.now() < deadline) await sleep(100)
    const unheard = await unheardOf(origin)
    process.send?.({
      confirmed: [...confirmed],
      missed: missing(),
      recorded: recordings.confirmed.length,
      unheard,
      refused: refused + recordings.refused,
      cut: cut + recordings.again,
    } satisfies ProcessResult)
  })
  await sleep(ARRIVAL_MS)
  process.send?.({})
})

function missing(): number {
  return [...confirmed].filter(key => !received.has(key)).length
}

async function unheardOf(origin: string): Promise<number> {
  let unheard = 0
  for (const recording of recordings.confirmed) if (!(await isHeard(origin, recording))) unheard += 1
  return unheard
}

async function listen(origin: string, member: Member): Promise<void> {
  await sleep(Math.random() * ARRIVAL_MS)
  const asker = new Asker(origin)
  let query: Record<string, string> = {}
  for (;;) {
    const path = `${getUpdates.path}?${new URLSearchParams({ noUnassigned: 'true', ...query })}`
    const headers = { ...headersOf(member), Prefer: `wait=${WAIT_S}, return=minimal` }
    const answer = await asker.ask({ method: 'GET', path, headers })
    if (answer?.status !== 200) continue
    const { data } = JSON.parse(answer.body.toString()) as Reply<typeof getUpdates>
    query = { since: data.cursor, state: data.state }
    for (const { key, from } of data.messages) if (key && from !== member.uid) received.add(key)
  }
}

async function write(origin: string, member: Member, to: number): Promise<void> {
  const asker = new Asker(origin)
  for (;;) {
    await untilNext(() => isOver)
    if (isOver) return
    const key = randomUUID()
    const body = JSON.stringify({ to, content: encodeText('هل يكفي الماء النظيف؟'), type: 'disciple' })
    const headers = { ...headersOf(member), 'Content-Type': 'application/json', 'Idempotency-Key': key }
    let answer: Answer | undefined
    while (!answer) answer = await asker.ask({ method: 'POST', path: sendMessage.path, headers, body })
    if (answer.status === 200) confirmed.add(key)
    asker.close()
  }
}

/** One connection, opened again when it was cut. */
class Asker {
  readonly #origin: string
  #connection: Connection | undefined

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Undefined, after a pause, if no answer came or the server failed. Then the caller asks again. */
  async ask(ask: PreparedRequest): Promise<Answer | undefined> {
    try {
      this.#connection ??= await Connection.open(this.#origin)
      const giveUp = setTimeout(() => this.#connection?.close(), REQUEST_LIMIT_MS)
      const answer = await this.#connection.ask(ask).finally(() => clearTimeout(giveUp))
      if (answer.status < 500) {
        if (answer.status >= 400) refused += 1
        return answer
      }
      // While the database is away, 503 is the right answer.
      if (answer.status !== 503) refused += 1
    } catch {
      this.#connection = undefined
    }
    cut += 1
    await sleep(Math.random() * AGAIN_MS)
    return undefined
  }

  /** Called after each message: a browser, too, does not keep an idle connection for a minute. */
  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }
}
