import { fork } from 'node:child_process'
import { once } from 'node:events'
import { saveUser } from '../../contract/account.ts'
import { createClient } from '../../contract/calls/client.ts'
import { getUpdates, sendMessage } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { withDatabase } from '../../e2e/command.ts'
import type { Person } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { askCourses, askLesson, askLogs, headersOf, LESSON, pagesOf } from '../asks.ts'
import type { PreparedRequest } from '../connection.ts'
import { cpuMs } from '../cpu-time.ts'
import { type Database, onEachDatabase } from '../databases.ts'
import { load, WARM_UP_SECONDS } from '../load.ts'
import { crowd } from '../messages/crowd.ts'
import type { Flooded } from '../messages/flood-process.ts'
import { nextResult, startProcess } from '../run-in-process.ts'
import type { Row } from '../table.ts'

/** Everybody writes at once: 5 mentors with 9 learners each. */
const CROWD = { classes: 5, learnersEach: 9 }
const CONNECTIONS = 20
const AS_THE_APP = 'wait=25, return=minimal'
const SECONDS = 6

/** The most that each call may cost, in ms of processor time. */
const BUDGETS: Record<string, number> = {
  courses: 0.05,
  lesson: 0.05,
  'POST user': 0.15,
  'page log': 0.12,
  'getUpdates with news': 0.15,
  'getUpdates with news, from the app': 0.15,
}
const MESSAGE_MS = 0.5
/** If a bare answer costs more than this, the machine is slow at the moment. Then each budget grows in proportion. */
const BARE_MS = 0.03

/** Processor time of the server for each kind of request. */
export function cost(): Promise<Row[]> {
  return onEachDatabase(costOn)
}

async function costOn(database: Database): Promise<Row[]> {
  const bare = await bareMs()
  const server = new Server({ ...database.settings, LIMIT_FACTOR: '1000000', LOG_LEVEL: 'info' })
  await server.start()
  try {
    const classes = await withDatabase(server, db => crowd(db, server.dataDir, CROWD))
    const [{ learners, id }] = classes as [(typeof classes)[number]]
    const people = learners.map(({ uid, idToken }): Person => {
      const session = { uid, idToken } as Person['session']
      return { session, call: createClient({ base: server.origin, token: async () => idToken }) as Person['call'] }
    })
    const [noura] = people as [Person]
    const pages = await pagesOf(noura, LESSON)
    for (const { call } of people)
      await call(sendMessage, { body: { to: id, content: encodeText('متى نلتقي؟'), type: 'disciple' } })
    const kinds: Record<string, PreparedRequest[][]> = {
      courses: lanes([askCourses(noura)]),
      lesson: lanes([askLesson(noura)]),
      'POST user': people.map(person => [askUser(person)]),
      'page log': people.map(person => askLogs(person, pages)),
      'getUpdates with news': people.map(person => [askNews(person)]),
      'getUpdates with news, from the app': people.map(person => [askNews(person, { Prefer: AS_THE_APP })]),
    }
    const rows: Row[] = [{ name: `cost, ${database.name}: a bare answer of node:http`, value: bare, unit: 'ms' }]
    for (const [kind, asks] of Object.entries(kinds)) {
      const { ms, perSecond } = await costOf(server.origin, server.pid, asks)
      rows.push(rowOf(database, kind, ms, { bare, budgetMs: BUDGETS[kind] as number }))
      rows.push({ name: `cost, ${database.name}: ${kind}, a second`, value: perSecond, unit: '' })
    }
    const flood = await flooded(server, classes)
    rows.push(rowOf(database, 'a message, sent and received', flood.ms, { bare, budgetMs: MESSAGE_MS }))
    rows.push({ name: `cost, ${database.name}: messages a second`, value: flood.perSecond, unit: '' })
    return rows
  } finally {
    await server.remove()
  }
}

function rowOf({ name }: Database, what: string, value: number, most: { bare: number; budgetMs: number }): Row {
  const atMost = most.budgetMs * Math.max(1, most.bare / BARE_MS)
  return { name: `cost, ${name}: ${what}`, value, unit: 'ms', atMost }
}

/** With `Prefer: wait=…`, the server may answer from memory (api/messages/updates/poll-cache.ts). */
function askNews(person: Person, more: Record<string, string> = {}): PreparedRequest {
  const path = `${getUpdates.path}?since=2020-01-01T00%3A00%3A00.000Z`
  return { method: 'GET', path, headers: { ...headersOf(person), ...more } }
}

function lanes(asks: PreparedRequest[]): PreparedRequest[][] {
  return Array.from({ length: CONNECTIONS }, () => asks)
}

function askUser(person: Person): PreparedRequest {
  return {
    method: 'POST',
    path: saveUser.path.replace(':uid', person.session.uid),
    headers: { ...headersOf(person), 'Content-Type': 'application/json' },
    body: '{}',
  }
}

async function costOf(origin: string, pid: number | undefined, asks: PreparedRequest[][]) {
  await load({ origin, lanes: asks, seconds: WARM_UP_SECONDS })
  const before = cpuMs(pid)
  const { perSecond, count } = await load({ origin, lanes: asks, seconds: SECONDS })
  return { ms: (cpuMs(pid) - before) / count, perSecond }
}

async function bareMs(): Promise<number> {
  const child = fork(new URL('./bare-answer.ts', import.meta.url))
  try {
    const [origin] = (await once(child, 'message')) as [string]
    return (await costOf(origin, child.pid, lanes([{ method: 'GET', path: '/', headers: {} }]))).ms
  } finally {
    child.kill()
  }
}

async function flooded(server: Server, classes: object[]): Promise<{ ms: number; perSecond: number }> {
  const people = startProcess(new URL('../messages/flood-process.ts', import.meta.url))
  const next = async (word: object) => {
    people.send(word)
    return nextResult<Flooded>(people)
  }
  try {
    await next({ origin: server.origin, classes })
    await next({ seconds: WARM_UP_SECONDS })
    const before = cpuMs(server.pid)
    const { sent, received, seconds } = await next({ seconds: 2 * SECONDS })
    if (received < sent) throw new Error(`${sent - received} messages were sent and not received`)
    return { ms: (cpuMs(server.pid) - before) / sent, perSecond: sent / seconds }
  } finally {
    people.kill()
  }
}
