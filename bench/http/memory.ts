import { setTimeout as sleep } from 'node:timers/promises'
import { personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { askCourses, askLesson, askLogs, LESSON, pagesOf } from '../asks.ts'
import { load } from '../load.ts'
import { residentMb } from '../resident-memory.ts'
import type { Row } from '../table.ts'

const CONNECTIONS = 20
const REQUESTS = 60_000
const SETTLE_MS = 3000
/** A machine of 512 MB has room for the server and the system. */
const FIRST_START_BUDGET_MB = 130
const START_BUDGET_MB = 110
const WORKED_BUDGET_MB = 180

/** Measures the server's memory after its first start, after a later start, and after many requests. */
export async function memory(): Promise<Row[]> {
  const server = new Server({ LOG_LEVEL: 'info' })
  await server.start()
  try {
    await sleep(SETTLE_MS)
    const filled = residentMb(server)
    await server.stop()
    await server.start()
    await sleep(SETTLE_MS)
    const fresh = residentMb(server)
    const noura = await personOf(server)
    const turn = [askCourses(noura), askLesson(noura), ...askLogs(noura, await pagesOf(noura, LESSON))]
    await load({ origin: server.origin, lanes: Array.from({ length: CONNECTIONS }, () => turn), requests: REQUESTS })
    const worked = residentMb(server)
    return [
      {
        name: 'memory: after the first start, which imports the demo courses',
        value: filled,
        unit: 'MB',
        atMost: FIRST_START_BUDGET_MB,
      },
      { name: 'memory: after every other start', value: fresh, unit: 'MB', atMost: START_BUDGET_MB },
      { name: `memory: after ${REQUESTS} requests`, value: worked, unit: 'MB', atMost: WORKED_BUDGET_MB },
    ]
  } finally {
    await server.remove()
  }
}
