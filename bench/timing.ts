import { newPhone, personOf } from '../e2e/people.ts'
import { Server } from '../e2e/server.ts'
import { Connection } from './connection.ts'
import { type Database, onEachDatabase } from './databases.ts'
import { median, type Row } from './table.ts'

const QUESTIONS = 2000
/** By less than this nobody can tell over a network whether a phone is known. */
const BUDGET_MS = 5

/** Whether the time of an answer tells what the answer does not: known and unknown phones asked for in turn. */
export function timing(): Promise<Row[]> {
  return onEachDatabase(timingOn)
}

async function timingOn({ name, settings }: Database): Promise<Row[]> {
  const server = new Server({ ...settings, LIMIT_FACTOR: '1000000' })
  await server.start()
  try {
    const noura = await personOf(server)
    const connection = await Connection.open(server.origin)
    const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let count = 0; count < QUESTIONS; count++) {
      took.known.push(await timeOf(connection, noura.phone))
      took.unknown.push(await timeOf(connection, newPhone()))
    }
    connection.close()
    const value = Math.abs(median(took.known) - median(took.unknown))
    return [{ name: `timing: known and unknown phone apart, ${name}`, value, unit: 'ms', atMost: BUDGET_MS }]
  } finally {
    await server.remove()
  }
}

async function timeOf(connection: Connection, phone: string): Promise<number> {
  const path = `/auth/v1/uniquePhone?phone=${encodeURIComponent(phone)}`
  const begun = performance.now()
  const { status } = await connection.ask({ method: 'GET', path, headers: {} })
  if (status !== 200) throw new Error(`uniquePhone answered ${status}`)
  return performance.now() - begun
}
