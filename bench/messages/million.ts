import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../../api/database/tables.ts'
import { memoryHub } from '../../api/messages/hub/hub.ts'
import { startPostgres } from '../../api/testing-postgres.ts'
import { getInbox } from '../../contract/inbox/inbox.ts'
import { sendMessage } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { withDatabase } from '../../e2e/command.ts'
import { Server } from '../../e2e/server.ts'
import type { PreparedRequest } from '../connection.ts'
import { cpuMs } from '../cpu-time.ts'
import type { Database } from '../databases.ts'
import { load } from '../load.ts'
import type { Row } from '../table.ts'
import { crowd } from './crowd.ts'

const PEOPLE = 1_000_000
const MENTORS = 10_000
const AT_ONCE = 50_000
const SECONDS = 5
const LISTENERS = [1, 8, 32, 96]
const NOTICES = 5000
const FILLS_QUICKLY = ['max_wal_size=8GB', 'checkpoint_timeout=1h', 'autovacuum=off']

/**
 * Mailboxes and notifications with a million people: what a row costs, whether a call gets slower, and how many
 * processes PostgreSQL can notify. For docs/scaling.md.
 */
export async function million(): Promise<Row[]> {
  const postgres = await startPostgres(FILLS_QUICKLY)
  if (!postgres) throw new Error('This needs PostgreSQL (apt install postgresql).')
  try {
    return [
      ...waitingInMemory(),
      ...(await withPeople({ name: 'PostgreSQL', settings: { DATABASE_URL: postgres.url } })),
    ]
  } finally {
    await postgres.stop()
  }
}

/** The memory of a hub if a million people waited at one process, and the time to notify one of them. */
function waitingInMemory(): Row[] {
  const hub = memoryHub()
  const before = heapMb()
  for (let person = 0; person < PEOPLE; person++) hub.subscribe(`person${person}`)
  const used = heapMb() - before
  const startedAt = performance.now()
  for (let count = 0; count < 100_000; count++) hub.publish([`person${(count * 7919) % PEOPLE}`])
  const each = (performance.now() - startedAt) / 100
  return [
    { name: 'million: subscribers of a hub', value: used, unit: 'MB' },
    { name: 'million: one is told', value: each, unit: 'µs' },
  ]
}

function heapMb(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

async function withPeople(database: Database): Promise<Row[]> {
  const server = new Server({ ...database.settings, LIMIT_FACTOR: '1000000' })
  await server.start()
  try {
    const [few] = await withDatabase(server, db => crowd(db, server.dataDir, { classes: 1, learnersEach: 20 }))
    if (!few) return []
    const lanes = few.learners.map(learner => [askSend(learner.idToken, few.id)])
    const inbox = [
      { method: 'GET', path: getInbox.path, headers: bearer(few.mentor.idToken) } satisfies PreparedRequest,
    ]
    const costsOfFew = await costs(server, lanes, inbox)
    const rows = await withDatabase(server, async db => {
      await fill(db)
      return sizes(db)
    })
    const costsOfMany = await costs(server, lanes, inbox)
    return [...rows, ...compared(costsOfFew, costsOfMany), ...(await notified(database.settings.DATABASE_URL))]
  } finally {
    await server.remove()
  }
}

/** Inserts the rows in slices, because no statement may take long. */
async function fill(db: Db): Promise<void> {
  const now = sql.lit(Date.now())
  await sql`insert into responders (id, name, phone_number, is_active, created_at)
    select 100000 + i, 'Mentor ' || i, '+97154' || (1000000 + i), 1, ${now}
    from generate_series(1, ${sql.lit(MENTORS)}) i`.execute(db)
  for (let from = 1; from <= PEOPLE; from += AT_ONCE) {
    const slice = sql`generate_series(${sql.lit(from)}::bigint, ${sql.lit(from + AT_ONCE - 1)}::bigint) i`
    await sql`insert into users (uid, phone_number, display_name, name_key, is_beta, created_at, began_at, active_at,
        responder_id)
      select substr(md5(i::text), 1, 28), '+97155' || (1000000 + i), 'أحمد الخطيب ' || i, 'احمدالخطيب' || i, 0,
        ${now} - i, ${now} - i, ${now} - i, 100001 + i % ${sql.lit(MENTORS)} from ${slice}`.execute(db)
    await sql`insert into sessions (id, uid, refresh_hash, created_at, expires_at)
      select md5('s' || i), substr(md5(i::text), 1, 28), md5('r' || i), ${now}, ${now} + 10000000000
      from ${slice}`.execute(db)
    await sql`insert into messages (id, learner_uid, responder_id, author_id, content, client_key, sent_at)
      select md5('m' || i || k), substr(md5(i::text), 1, 28), 100001 + i % ${sql.lit(MENTORS)},
        case k when 2 then 100001 + i % ${sql.lit(MENTORS)} end, 'شكرا جزيلا، قرأت الصفحة مرة أخرى وفهمت الآن ' || i,
        md5('k' || i || k), ${now} - 1000000000 + i * 2 + k from ${slice} cross join generate_series(1, 2) k`.execute(
      db,
    )
    await sql`insert into conversations (learner_uid, last_at, waiting_since, learner_seen_at, responder_seen_at,
        unseen_by_learner, unseen_by_responder)
      select substr(md5(i::text), 1, 28), ${now} - 1000000000 + i * 2, null, 0, 0, 1, 0 from ${slice}`.execute(db)
    await sql`insert into page_answers (uid, lesson_id, page_id, answer, answered_at, logged_at, is_own_words, page_type,
        first_answer, tries, first_at, course_version)
      select substr(md5(i::text), 1, 28), 'first-aid-en-cuts', 'page-1', '["gauze","gloves"]', ${now} - i, ${now} - i,
        0, 'multiselect', '["gauze"]', 2, ${now} - i, 1
      from ${slice}`.execute(db)
  }
  await sql`vacuum analyze`.execute(db)
}

const PER_PERSON: Record<string, number> = {
  users: 1,
  sessions: 1,
  conversations: 1,
  messages: 2,
  page_answers: 1,
}

/** The bytes of a row of each table, with its share of the indexes. */
async function sizes(db: Db): Promise<Row[]> {
  const rows: Row[] = []
  for (const [table, each] of Object.entries(PER_PERSON)) {
    const { rows: found } = await sql<{ bytes: number }>`
      select pg_total_relation_size(${table}::regclass) as bytes`.execute(db)
    const value = (found[0]?.bytes ?? 0) / (PEOPLE * each)
    rows.push({ name: `million: a row of ${table} with its indexes`, value, unit: 'bytes' })
  }
  return rows
}

type Costs = { send: number; inbox: number }

async function costs(server: Server, lanes: PreparedRequest[][], inbox: PreparedRequest[]): Promise<Costs> {
  return { send: await perRequest(server, lanes), inbox: await perRequest(server, [inbox, inbox, inbox, inbox]) }
}

async function perRequest({ origin, pid }: Server, lanes: PreparedRequest[][]): Promise<number> {
  await load({ origin, lanes, seconds: 2 })
  const before = cpuMs(pid)
  const { count } = await load({ origin, lanes, seconds: SECONDS })
  return (cpuMs(pid) - before) / count
}

function compared(few: Costs, many: Costs): Row[] {
  return (['send', 'inbox'] as const).flatMap(what => [
    { name: `million: ${what} with 20 people`, value: few[what], unit: 'ms of a processor' },
    { name: `million: ${what} with a million`, value: many[what], unit: 'ms of a processor' },
  ])
}

/** Each process of ours has one listening connection. Measures how many notifications a second reach all of them. */
async function notified(url: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of LISTENERS) {
    const listeners = fork(new URL('./notified-process.ts', import.meta.url), [url, String(count), String(NOTICES)])
    await once(listeners, 'message')
    const sender = new pg.Client({ connectionString: url })
    await sender.connect()
    const startedAt = performance.now()
    const heard = once(listeners, 'message')
    for (let sent = 0; sent < NOTICES; sent += 50)
      await sender.query(
        "select pg_notify('bench', repeat('x', 300) || i) from generate_series($1::int, $1::int + 49) i",
        [sent],
      )
    await heard
    const seconds = (performance.now() - startedAt) / 1000
    rows.push({ name: `million: notifications a second to ${count} processes`, value: NOTICES / seconds, unit: '' })
    await sender.end()
    listeners.kill()
  }
  return rows
}

function askSend(idToken: string, to: number): PreparedRequest {
  const body = JSON.stringify({ to, content: encodeText('متى نلتقي؟'), type: 'disciple' })
  return {
    method: 'POST',
    path: sendMessage.path,
    headers: { ...bearer(idToken), 'Content-Type': 'application/json' },
    body,
  }
}

function bearer(idToken: string): Record<string, string> {
  return { Accept: 'application/json', Authorization: `Bearer ${idToken}` }
}
