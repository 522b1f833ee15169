import { fork } from 'node:child_process'
import { once } from 'node:events'
import { personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { askCourses, askLesson } from '../asks.ts'
import { Connection, type PreparedRequest } from '../connection.ts'
import { load } from '../load.ts'
import type { Row } from '../table.ts'
import type { Fixed } from './bare-server.ts'

const CONNECTIONS = 20
const ROUNDS = 9
const ROUND_SECONDS = 1.5
/** The least share of a bare Fastify's speed. Our server is slower: it also authenticates, validates and serializes. */
const MIN_RATIO = 0.7

/** The two responses that learners wait for, compared with a bare Fastify that sends the same bytes. */
export async function http(): Promise<Row[]> {
  const server = new Server({ LOG_LEVEL: 'info' })
  await server.start()
  const noura = await personOf(server)
  const asks: [string, PreparedRequest][] = [
    ['courses', askCourses(noura)],
    ['lesson', askLesson(noura)],
  ]
  const bare = await startBare(await Promise.all(asks.map(([, ask]) => fixed(server.origin, ask))))
  try {
    const rows: Row[] = []
    for (const [name, ask] of asks) rows.push(...(await sideBySide(name, ask, server.origin, bare.origin)))
    return rows
  } finally {
    bare.stop()
    await server.remove()
  }
}

/** Takes the best of short turns, because other work on the machine can only slow them down. */
async function sideBySide(name: string, ask: PreparedRequest, ours: string, bare: string): Promise<Row[]> {
  const speed = async (origin: string) =>
    (await load({ origin, lanes: lanesOf(ask), seconds: ROUND_SECONDS })).perSecond
  const rounds: { ours: number; bare: number }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push({ ours: await speed(ours), bare: await speed(bare) })
  const best = Math.max(...rounds.map(round => round.ours))
  const bestBare = Math.max(...rounds.map(round => round.bare))
  return [
    { name: `http, ${name}: ours`, value: best, unit: 'req/s' },
    { name: `http, ${name}: bare Fastify`, value: bestBare, unit: 'req/s' },
    { name: `http, ${name}: ratio`, value: best / bestBare, unit: '', atLeast: MIN_RATIO },
  ]
}

function lanesOf(ask: PreparedRequest): PreparedRequest[][] {
  return Array.from({ length: CONNECTIONS }, () => [ask])
}

/** One of our responses, for the bare server to repeat. The bare server writes the headers of the connection itself. */
async function fixed(origin: string, ask: PreparedRequest): Promise<Fixed> {
  const connection = await Connection.open(origin)
  const { head, body } = await connection.ask(ask)
  connection.close()
  const headers = head
    .split('\r\n')
    .slice(1)
    .map(line => line.split(/: (.*)/, 2) as [string, string])
    .filter(([name]) => !/^(date|connection|keep-alive|content-length)$/i.test(name))
  return { path: ask.path, headers, body: body.toString('base64') }
}

async function startBare(answers: Fixed[]): Promise<{ origin: string; stop: () => void }> {
  const child = fork(new URL('./bare-server.ts', import.meta.url))
  child.send(answers)
  const [origin] = (await once(child, 'message')) as [string]
  return { origin, stop: () => child.kill() }
}
