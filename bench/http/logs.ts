import { type Person, personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { askLogs, LESSON, pagesOf } from '../asks.ts'
import { type Database, onEachDatabase } from '../databases.ts'
import { load, WARM_UP_SECONDS } from '../load.ts'
import type { Row } from '../table.ts'

const PEOPLE = 50
const SECONDS = 8

/** Page logs that reach the disk in a second when fifty people answer at once. Each log has its own idempotency key. */
export function logs(): Promise<Row[]> {
  return onEachDatabase(logsOn)
}

async function logsOn({ name, settings }: Database): Promise<Row[]> {
  const server = new Server(settings)
  await server.start()
  try {
    const people: Person[] = []
    for (let count = 0; count < PEOPLE; count++) people.push(await personOf(server))
    const pages = await pagesOf(people[0] as Person, LESSON)
    const lanes = people.map(person => askLogs(person, pages))
    await load({ origin: server.origin, lanes, seconds: WARM_UP_SECONDS })
    const { perSecond, p99Ms } = await load({ origin: server.origin, lanes, seconds: SECONDS })
    return [
      { name: `logs: ${PEOPLE} people, ${name}`, value: perSecond, unit: 'logs/s' },
      { name: `logs: slowest of a hundred, ${name}`, value: p99Ms, unit: 'ms' },
    ]
  } finally {
    await server.remove()
  }
}
