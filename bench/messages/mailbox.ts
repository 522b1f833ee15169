import { sql } from 'kysely'
import type { Db } from '../../api/database/tables.ts'
import type { Reply } from '../../contract/calls/endpoint.ts'
import { getInbox } from '../../contract/inbox/inbox.ts'
import { getUpdates, listMessages, markReceivedSeen } from '../../contract/messages.ts'
import { withDatabase } from '../../e2e/command.ts'
import { Server } from '../../e2e/server.ts'
import { Connection, type PreparedRequest } from '../connection.ts'
import { type Database, onEachDatabase, SQLITE } from '../databases.ts'
import { percentile, type Row } from '../table.ts'
import { type Class, crowd, type Member } from './crowd.ts'
import { fillMailbox, isoOfMessage, MESSAGES } from './full-mailbox.ts'

const LEARNERS = 50
const TURNS = 110
const WARM_UP = 10
const MAX_MS = 20

/** Response times for a mentor with fifty learners and a million messages. */
export function mailbox(): Promise<Row[]> {
  return onEachDatabase(mailboxOn)
}

async function mailboxOn(database: Database): Promise<Row[]> {
  const server = new Server(database.settings)
  await server.start()
  try {
    const { mentor, learners } = await withDatabase(server, db => oneClass(db, server))
    if (database !== SQLITE) await withDatabase(server, tidy)
    const connection = await Connection.open(server.origin)
    const rows: Row[] = []
    for (const [name, askOf] of Object.entries(asks(mentor, learners))) {
      const took = await timesOf(connection, askOf)
      rows.push({
        name: `mailbox, ${database.name}: ${name}, p95`,
        value: percentile(took, 0.95),
        unit: 'ms',
        atMost: MAX_MS,
      })
    }
    connection.close()
    return rows
  } finally {
    await server.remove()
  }
}

async function oneClass(db: Db, { dataDir }: Server): Promise<Class> {
  const [made] = (await crowd(db, dataDir, { classes: 1, learnersEach: LEARNERS })) as [Class]
  await fillMailbox(db, made.id)
  return made
}

/** PostgreSQL does this by itself some time after many writes. */
async function tidy(db: Db): Promise<void> {
  await sql`vacuum analyze`.execute(db)
}

/** Returns the request of a turn; turns are counted from 0. `last` is the response of the turn before. */
type AskOf = (turn: number, last: unknown) => PreparedRequest

function asks(mentor: Member, learners: Member[]): Record<string, AskOf> {
  const learnerIn = (turn: number) => learners[turn % learners.length] as Member
  const oldest = { since: new Date(0).toISOString() }
  const seen = (turn: number, message: number) =>
    post(mentor, markReceivedSeen.path, { from: learnerIn(turn).uid, upTo: isoOfMessage(message) })
  return {
    'updates since just now': () => get(mentor, getUpdates.path, { since: isoOfMessage(MESSAGES - 3) }),
    'updates from nowhere': () => get(mentor, getUpdates.path, {}),
    'updates from the far past, page by page': (_turn, last) =>
      get(mentor, getUpdates.path, last ? { since: (last as Reply<typeof getUpdates>).data.cursor } : oldest),
    'updates of a learner from the far past': turn => get(learnerIn(turn), getUpdates.path, oldest),
    inbox: () => get(mentor, getInbox.path, {}),
    'newest messages of a learner': turn => get(mentor, listMessages.path, { with: learnerIn(turn).uid }),
    'older messages of a learner': turn =>
      get(mentor, listMessages.path, {
        with: learnerIn(turn).uid,
        before: isoOfMessage(Math.floor((MESSAGES * (turn + 1)) / (TURNS + 1))),
      }),
    'the oldest of ten thousand marked as seen': turn => seen(turn, (turn + 1) * LEARNERS),
    'the newest of ten thousand marked as seen': turn => seen(turn, MESSAGES - (TURNS - turn) * LEARNERS),
  }
}

async function timesOf(connection: Connection, askOf: AskOf): Promise<number[]> {
  const took: number[] = []
  let last: unknown
  for (let turn = 0; turn < TURNS; turn++) {
    const ask = askOf(turn, last)
    const from = performance.now()
    const { status, body } = await connection.ask(ask)
    took.push(performance.now() - from)
    if (status !== 200) throw new Error(`${ask.path} answered ${status}`)
    last = JSON.parse(body.toString())
  }
  return took.slice(WARM_UP)
}

function get(who: Member, path: string, query: Record<string, string>): PreparedRequest {
  return { method: 'GET', path: `${path}?${new URLSearchParams(query)}`, headers: headersOf(who) }
}

function post(who: Member, path: string, body: object): PreparedRequest {
  const headers = { ...headersOf(who), 'Content-Type': 'application/json' }
  return { method: 'POST', path, headers, body: JSON.stringify(body) }
}

function headersOf({ idToken }: Member): Record<string, string> {
  return { Accept: 'application/json', Authorization: `Bearer ${idToken}` }
}
