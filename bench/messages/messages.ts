import { setTimeout as sleep } from 'node:timers/promises'
import { withDatabase } from '../../e2e/command.ts'
import { Server } from '../../e2e/server.ts'
import { type Database, onPostgres, SQLITE } from '../databases.ts'
import { residentMb } from '../resident-memory.ts'
import { nextResult, startProcess } from '../run-in-process.ts'
import { median, percentile, type Row } from '../table.ts'
import { crowd } from './crowd.ts'
import type { MessageTimes } from './messages-process.ts'
import type { WriteLoad } from './write-at-pace.ts'

/** A thousand people wait for news: 20 mentors with 49 learners each. */
const CROWD = { classes: 20, learnersEach: 49 }
const PER_SECOND = 100
const ROUNDS = 10
const ROUND_SECONDS = 10
const SETTLE_MS = 3000
const MAX_MB = 40

/** Measures the time from sending a message until its reader has it from their long poll. */
export async function messages(): Promise<Row[]> {
  return [...(await inOneProcess(SQLITE)), ...(await onPostgres(overTwoProcesses))]
}

async function inOneProcess(database: Database): Promise<Row[]> {
  const server = new Server(database.settings)
  await server.start()
  try {
    return await delivered(server, server, database, { p50: 2, p99: 10 })
  } finally {
    await server.remove()
  }
}

/** All send at one server and wait at the other. */
async function overTwoProcesses(database: Database): Promise<Row[]> {
  const sendTo = new Server(database.settings)
  const waitAt = new Server({ ...database.settings, DATA_DIR: sendTo.dataDir })
  await sendTo.start()
  await waitAt.start()
  try {
    return await delivered(sendTo, waitAt, database, { p99: 25 })
  } finally {
    await waitAt.remove()
    await sendTo.remove()
  }
}

type Budget = { p50?: number; p99: number }

async function delivered(sendTo: Server, waitAt: Server, database: Database, budget: Budget): Promise<Row[]> {
  const classes = await withDatabase(sendTo, db => crowd(db, sendTo.dataDir, CROWD))
  const where = { sendTo: sendTo.origin, waitAt: waitAt.origin }
  const { heldMb, rounds } = await hold(waitAt, { ...where, classes, perSecond: PER_SECOND, seconds: ROUND_SECONDS })
  const { name } = database
  const of = (share: number) => rounds.map(times => percentile(times, share))
  return [
    { name: `messages, ${name}: delivered`, value: rounds.flat().length, unit: '' },
    // The best of short rounds counts, because other work can only slow a round down. The median is printed beside it.
    row(`messages, ${name}: send to receipt, p50`, Math.min(...of(0.5)), budget.p50),
    row(`messages, ${name}: send to receipt, p50, usual turn`, median(of(0.5))),
    row(`messages, ${name}: send to receipt, p99`, Math.min(...of(0.99)), budget.p99),
    row(`messages, ${name}: send to receipt, p99, usual turn`, median(of(0.99))),
    { name: `messages, ${name}: memory of a thousand held calls`, value: heldMb, unit: 'MB', atMost: MAX_MB },
  ]
}

function row(name: string, value: number, atMost?: number): Row {
  return { name, value, unit: 'ms', ...(atMost === undefined ? {} : { atMost }) }
}

/** First everybody waits without news. Then rounds of messages are sent; `rounds` has their times in ms. */
async function hold(server: Server, delivery: WriteLoad): Promise<{ heldMb: number; rounds: number[][] }> {
  const people = startProcess(new URL('./messages-process.ts', import.meta.url))
  const next = async (word: object) => {
    people.send(word)
    return nextResult<MessageTimes>(people)
  }
  try {
    await next(delivery)
    const before = await settledMb(server)
    await next({ word: 'hold' })
    const heldMb = (await settledMb(server)) - before
    const rounds: number[][] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { times = [], missing = 0 } = await next({ word: 'send' })
      if (missing > 0) throw new Error(`${missing} messages were sent and not received`)
      rounds.push(times)
    }
    return { heldMb, rounds }
  } finally {
    people.kill()
  }
}

async function settledMb(server: Server): Promise<number> {
  await sleep(SETTLE_MS)
  return residentMb(server)
}
