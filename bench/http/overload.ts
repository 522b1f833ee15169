import { withDatabase } from '../../e2e/command.ts'
import { type Person, personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { askCourses, askLogs, LESSON, pagesOf } from '../asks.ts'
import { type Database, onEachDatabase } from '../databases.ts'
import { load, WARM_UP_SECONDS } from '../load.ts'
import { crowd } from '../messages/crowd.ts'
import { residentMb } from '../resident-memory.ts'
import { runInProcess } from '../run-in-process.ts'
import type { Row } from '../table.ts'
import type { Flood, FloodResult } from './overload-process.ts'

const CROWD = { classes: 60, learnersEach: 99 }
/** The number of connections that the server can serve without a queue. */
const FEW = 50
const TIMES = 3
const SECONDS = 20

/**
 * Sends three times as many requests as the server can answer. It must answer the accepted requests without a long
 * wait, and refuse the others quickly.
 */
export function overload(): Promise<Row[]> {
  return onEachDatabase(overloadOn)
}

async function overloadOn({ name, settings }: Database): Promise<Row[]> {
  const server = new Server({ ...settings, LIMIT_FACTOR: '1000000' })
  await server.start()
  try {
    const classes = await withDatabase(server, db => crowd(db, server.dataDir, CROWD))
    const people = classes.flatMap(({ learners }) => learners.map(learner => ({ session: learner }) as Person))
    const pages = await pagesOf(await personOf(server), LESSON)
    const everybody = people.map(person => askLogs(person, pages).flatMap(log => [log, askCourses(person)]))
    const lanes = inTurn(everybody, FEW)
    await load({ origin: server.origin, lanes, seconds: WARM_UP_SECONDS })
    const { perSecond: capacity } = await load({ origin: server.origin, lanes, seconds: 8 })
    const before = residentMb(server)
    const flood: Flood = { origin: server.origin, lanes: everybody, perSecond: TIMES * capacity, seconds: SECONDS }
    const result = await runInProcess<FloodResult>(new URL('./overload-process.ts', import.meta.url), flood)
    const after = await load({ origin: server.origin, lanes, seconds: 5 })
    return [
      { name: `overload, ${name}: capacity`, value: capacity, unit: 'req/s' },
      ...rowsOf(`overload, ${name}, ${TIMES} times`, result, capacity),
      { name: `overload, ${name}: slowest of a hundred afterwards`, value: after.p99Ms, unit: 'ms' },
      { name: `overload, ${name}: memory`, value: residentMb(server) / before, unit: '' },
    ]
  } finally {
    await server.remove()
  }
}

function rowsOf(name: string, { accepted, refused, others, unsent }: FloodResult, capacity: number): Row[] {
  return [
    { name: `${name}: accepted, of the capacity`, value: accepted.count / SECONDS / capacity, unit: '', atLeast: 0.8 },
    { name: `${name}: accepted, p50`, value: accepted.p50, unit: 'ms' },
    { name: `${name}: accepted, p99`, value: accepted.p99, unit: 'ms', atMost: 2000 },
    { name: `${name}: refused`, value: refused.count / SECONDS, unit: 'req/s' },
    { name: `${name}: refused, p99`, value: refused.p99, unit: 'ms', atMost: 1000 },
    { name: `${name}: unsent`, value: unsent / SECONDS, unit: 'req/s' },
    { name: `${name}: other answers, or no Retry-After`, value: others, unit: '', atMost: 0 },
  ]
}

/**
 * Distributes the requests of all people over `few` lanes. In each lane, every person makes their first two requests,
 * then every person the next two, and so on.
 */
function inTurn<Request>(everybody: Request[][], few: number): Request[][] {
  return Array.from({ length: few }, (_, lane) => {
    const people = everybody.filter((_, index) => index % few === lane)
    const turns = Array.from({ length: (people[0]?.length ?? 0) / 2 }, (_, turn) => 2 * turn)
    return turns.flatMap(turn => people.flatMap(requests => requests.slice(turn, turn + 2)))
  })
}
