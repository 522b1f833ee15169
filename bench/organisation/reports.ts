import { sql } from 'kysely'
import type { Db } from '../../api/database/tables.ts'
import { type Person, personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { askLogs, LESSON, pagesOf } from '../asks.ts'
import { type Database, inDatabase, onEachDatabase } from '../databases.ts'
import { load } from '../load.ts'
import type { Row } from '../table.ts'

const PEOPLE = 10_000
const ANSWERS_EACH = 100
const WAITS_EACH = 10
const DAY_MS = 24 * 60 * 60 * 1000
const BUDGET_MS = 1000
const LOGGERS = 20
const SECONDS = 6
const TEAM = { mentors: 200, days: 365 }

/** Each report of 10,000 people with a million answers, and what learners notice while reports are made. */
export function reports(): Promise<Row[]> {
  return onEachDatabase(reportsOn)
}

async function reportsOn({ name, settings }: Database): Promise<Row[]> {
  const server = new Server(settings)
  await server.start()
  try {
    const reem = await personOf(server)
    await inDatabase(server, { name, settings }, async db => {
      await fill(db, Date.now())
      await db.updateTable('users').set({ team_roles: 'owner' }).where('uid', '=', reem.session.uid).execute()
    })
    const rows: Row[] = []
    for (const [report, query] of Object.entries(ASKED)) {
      const ms = await timeOf(server, reem, `${report}${query}`)
      rows.push({ name: `reports: ${report}, ${name}`, value: ms, unit: 'ms', atMost: BUDGET_MS })
    }
    return [...rows, ...(await logsMeanwhile(server, reem, name))]
  } finally {
    await server.remove()
  }
}

const ASKED = {
  overview: '',
  courses: '?course=first-aid-en',
  questions: '',
  question: '?lesson=first-aid-en-cuts&page=first-step',
  mentors: '?awake=1',
  silent: '',
  voices: '',
}

/** Not from the cache: each report is asked for once. */
async function timeOf({ origin }: Server, { session }: Person, path: string): Promise<number> {
  const begin = performance.now()
  const response = await fetch(`${origin}/org/v1/reports/${path}`, {
    // Writing the rows took longer than a connection is kept open.
    headers: { authorization: `Bearer ${session.idToken}`, connection: 'close' },
  })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  return performance.now() - begin
}

/** Page logs in a second, without reports and while one is made after the other. */
async function logsMeanwhile(server: Server, reem: Person, name: string): Promise<Row[]> {
  const people: Person[] = []
  for (let count = 0; count < LOGGERS; count++) people.push(await personOf(server))
  const pages = await pagesOf(people[0] as Person, LESSON)
  const lanes = people.map(person => askLogs(person, pages))
  await load({ origin: server.origin, lanes, seconds: 1 })
  const alone = await load({ origin: server.origin, lanes, seconds: SECONDS })
  let isOver = false
  const reading = (async () => {
    // Other days each time, so that none is from the cache.
    for (let day = 1; !isOver; day++) {
      const from = new Date(Date.now() - (30 + (day % 60)) * DAY_MS).toISOString().slice(0, 10)
      await timeOf(server, reem, `overview?from=${from}`)
    }
  })()
  const meanwhile = await load({ origin: server.origin, lanes, seconds: SECONDS })
  isOver = true
  await reading
  return [
    { name: `reports: logs without reports, ${name}`, value: alone.perSecond, unit: 'logs/s' },
    { name: `reports: logs meanwhile, ${name}`, value: meanwhile.perSecond, unit: 'logs/s' },
    { name: `reports: slowest log meanwhile, ${name}`, value: meanwhile.p99Ms, unit: 'ms' },
  ]
}

/** Writes rows by SQL: people in 200 inboxes, who gave a hundred pages each within a year, and waited ten times. */
async function fill(db: Db, now: number): Promise<void> {
  await sql`insert into responders (id, name, phone_number, is_active, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${TEAM.mentors})
    select i, 'Mentor ' || i, '+9715900' || (10000 + i), 1, 1 from n`.execute(db)
  await sql`insert into users (uid, display_name, is_beta, responder_id, created_at)
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${PEOPLE - 1})
    select 'bench-person-' || (100000 + i), 'Person ' || i, 0, 1 + i % ${sql.lit(TEAM.mentors)},
      ${now - TEAM.days * DAY_MS} from n`.execute(db)
  const pages = await somePages(db)
  for (const [index, { lesson_id, page_id, answer }] of pages.entries())
    await sql`insert into page_answers (uid, lesson_id, page_id, answer, answered_at, logged_at, is_own_words,
        first_answer, tries, first_at, course_version)
      select uid, ${lesson_id}, ${page_id}, ${answer}, at, at, 0, ${answer}, 1, at, 1 from (
        select uid, ${now} - ((cast(substr(uid, 14) as integer) * 7919 + ${index} * 104729) % ${sql.lit(TEAM.days * 1440)})
          * cast(60000 as bigint) as at from users where uid like 'bench-person-%') as people`.execute(db)
  await sql`update users set
    began_at = (select min(first_at) from page_answers where page_answers.uid = users.uid),
    active_at = (select max(logged_at) from page_answers where page_answers.uid = users.uid)
    where uid like 'bench-person-%'`.execute(db)
  for (let wait = 0; wait < WAITS_EACH; wait++)
    await sql`insert into waits (learner_uid, kind, lesson_id, page_id, began_at, ended_at, ended_by, how, is_voice)
      select uid, 'message', '', '', ${now - (wait + 1) * 36 * DAY_MS},
        ${wait === 0 ? sql`cast(null as bigint)` : sql`cast(${now - (wait + 1) * 36 * DAY_MS + DAY_MS} as bigint)`},
        responder_id, ${wait === 0 ? sql`cast(null as text)` : sql`'answered'`}, ${sql.lit(wait % 2)}
      from users where uid like 'bench-person-%'`.execute(db)
  await sql`analyze`.execute(db)
}

/** A hundred pages: those of the courses here, and of a course that exists no more. */
async function somePages(db: Db) {
  const known = await db.selectFrom('known_pages').select(['lesson_id', 'page_id']).execute()
  const gone = Array.from({ length: ANSWERS_EACH }, (_, index) => ({ lesson_id: 'gone', page_id: `page${index}` }))
  return [...known.filter(page => page.lesson_id.startsWith('first-aid-en')), ...known, ...gone]
    .filter(
      (page, index, all) =>
        all.findIndex(one => one.lesson_id === page.lesson_id && one.page_id === page.page_id) === index,
    )
    .slice(0, ANSWERS_EACH)
    .map(page => ({ ...page, answer: page.page_id === 'first-step' ? '"press"' : '"x"' }))
}
