import { withDatabase } from '../../e2e/command.ts'
import { type Person, personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { askCourses, askLogs, LESSON, pagesOf } from '../asks.ts'
import { type Database, onEachDatabase } from '../databases.ts'
import { type Load, type LoadResult, load, WARM_UP_SECONDS } from '../load.ts'
import { crowd } from '../messages/crowd.ts'
import { runInProcess } from '../run-in-process.ts'
import type { Row } from '../table.ts'
import type { Flood, FloodResult } from './overload-process.ts'

const CROWD = { classes: 2, learnersEach: 99 }
/** A fraction of what the server can answer. */
const PER_SECOND = 200
const SECONDS = 20
const CONNECTIONS = 50

/** The program of one person asks on many connections without a pause: how much longer do the others wait? */
export function neighbours(): Promise<Row[]> {
  return onEachDatabase(neighboursOn)
}

async function neighboursOn({ name, settings }: Database): Promise<Row[]> {
  const server = new Server({ ...settings, LIMIT_FACTOR: '1' })
  await server.start()
  try {
    const { origin } = server
    const classes = await withDatabase(server, db => crowd(db, server.dataDir, CROWD))
    const people = classes.flatMap(({ learners }) => learners.map(learner => ({ session: learner }) as Person))
    const greedy = await personOf(server)
    const pages = await pagesOf(greedy, LESSON)
    const lanes = people.map(person => askLogs(person, pages).flatMap(log => [log, askCourses(person)]))
    const flood: Flood = { origin, lanes, perSecond: PER_SECOND, seconds: SECONDS }
    const others = () => runInProcess<FloodResult>(new URL('./overload-process.ts', import.meta.url), flood)
    const warmUp = people.map(person => [askCourses(person)])
    await load({ origin, lanes: warmUp, requests: PER_SECOND * WARM_UP_SECONDS })
    const alone = await others()
    const greedyLoad: Load = { origin, lanes: Array(CONNECTIONS).fill([askCourses(greedy)]), seconds: SECONDS }
    const [beside, greedyResult] = await Promise.all([
      others(),
      runInProcess<LoadResult>(new URL('../load-process.ts', import.meta.url), greedyLoad),
    ])
    const { count } = beside.accepted
    return [
      { name: `neighbours, ${name}: answered alone, p95`, value: alone.accepted.p95, unit: 'ms' },
      { name: `neighbours, ${name}: beside one who asks all the time, p95`, value: beside.accepted.p95, unit: 'ms' },
      {
        name: `neighbours, ${name}: so many times`,
        value: beside.accepted.p95 / alone.accepted.p95,
        unit: '',
        atMost: 1.5,
      },
      { name: `neighbours, ${name}: answered`, value: count / SECONDS / PER_SECOND, unit: '', atLeast: 0.99 },
      { name: `neighbours, ${name}: the one asked`, value: greedyResult.perSecond, unit: 'req/s' },
      { name: `neighbours, ${name}: of these refused`, value: greedyResult.refused / greedyResult.count, unit: '' },
    ]
  } finally {
    await server.remove()
  }
}
