import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { isPostgres } from '../../api/database/many-rows.ts'
import type { Db } from '../../api/database/tables.ts'
import { DAY } from '../../contract/time.ts'
import { withDatabase } from '../../e2e/command.ts'
import { type Person, personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { askLogs, LESSON, pagesOf } from '../asks.ts'
import { type Database, onEachDatabase } from '../databases.ts'
import { load } from '../load.ts'
import { median, type Row } from '../table.ts'

const PEOPLE = 10_000
const ANSWERS_EACH = 100
const WAITS_EACH = 10
const BUDGET_MS = 1000
/** Few people, so that the machine is not busy. On a busy machine, work other than reports would slow the logs, too. */
const LOGGERS = 2
const SECONDS = 3
const ROUNDS = 5
const SLOWER_PERCENT = 10
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
    await withDatabase(server, async db => {
      await fill(db, Date.now())
      await db.updateTable('users').set({ team_roles: 'owner' }).where('uid', '=', reem.session.uid).execute()
    })
    const rows: Row[] = []
    // The first report starts the thread that makes reports, so its time does not count.
    await timeOf(server, reem, 'voices?mentor=1')
    for (const [report, path] of Object.entries(ASKED)) {
      const ms = await timeOf(server, reem, path)
      rows.push({ name: `reports: ${report}, ${name}`, value: ms, unit: 'ms', atMost: BUDGET_MS })
    }
    return [...rows, ...(await logsMeanwhile(server, reem, name))]
  } finally {
    await server.remove()
  }
}

const YEAR = `from=${dayBefore(365)}`
const ASKED = {
  overview: 'overview',
  'overview of a year': `overview?${YEAR}`,
  'overview of a year of one course': `overview?${YEAR}&course=first-aid-en`,
  'overview of a year of one mentor': `overview?${YEAR}&mentor=7`,
  courses: 'courses?course=first-aid-en',
  'courses of a year': `courses?course=first-aid-en&${YEAR}`,
  questions: 'questions',
  'questions of a year': `questions?${YEAR}`,
  question: 'question?lesson=first-aid-en-cuts&page=first-step',
  'question of a year': `question?lesson=first-aid-en-cuts&page=first-step&${YEAR}`,
  'mentors of a year': `mentors?awake=1&${YEAR}`,
  silent: 'silent',
  voices: 'voices',
  'two versions of a page': 'versions?lesson=first-aid-en-cuts&page=first-step',
}

/**
 * The time of one report. It is not from the cache, because each report is requested once. Each request opens its own
 * connection, because the server closes a connection that was idle while rows were written.
 */
async function timeOf({ origin }: Server, { session }: Person, path: string): Promise<number> {
  const begin = performance.now()
  const headers = { authorization: `Bearer ${session.idToken}` }
  const [response] = await once(get(`${origin}/org/v1/reports/${path}`, { headers, agent: false }), 'response')
  await text(response)
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`)
  return performance.now() - begin
}

/**
 * How much slower a learner's page log is while one report is made after the other. Rounds with and without reports
 * take turns, so that both have the same neighbours on the machine.
 */
async function logsMeanwhile(server: Server, reem: Person, name: string): Promise<Row[]> {
  const people: Person[] = []
  for (let count = 0; count < LOGGERS; count++) people.push(await personOf(server))
  const pages = await pagesOf(people[0] as Person, LESSON)
  const lanes = people.map(person => askLogs(person, pages))
  const logs = () => load({ origin: server.origin, lanes, seconds: SECONDS })
  await logs()
  const [alone, meanwhile, slowest]: number[][] = [[], [], []]
  let day = 0
  for (let round = 0; round < ROUNDS; round++) {
    alone?.push((await logs()).perSecond)
    let isOver = false
    const reading = (async () => {
      // Each report has other days, so that no report is from the cache.
      while (!isOver) await timeOf(server, reem, `overview?from=${dayBefore(30 + (day++ % 300))}`)
    })()
    const outcome = await logs()
    isOver = true
    await reading
    meanwhile?.push(outcome.perSecond)
    slowest?.push(outcome.p99Ms)
  }
  const [before, during] = [median(alone ?? []), median(meanwhile ?? [])]
  return [
    { name: `reports: logs without reports, ${name}`, value: before, unit: 'logs/s' },
    { name: `reports: logs meanwhile, ${name}`, value: during, unit: 'logs/s' },
    { name: `reports: logs slower by, ${name}`, value: 100 * (1 - during / before), unit: '%', atMost: SLOWER_PERCENT },
    { name: `reports: slowest log meanwhile, ${name}`, value: median(slowest ?? []), unit: 'ms' },
  ]
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY).toISOString().slice(0, 10)
}

/** Inserts people in 200 inboxes. Within a year, each person answered a hundred pages and waited ten times. */
async function fill(db: Db, now: number): Promise<void> {
  await sql`insert into responders (id, name, phone_number, is_active, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${TEAM.mentors})
    select i, 'Mentor ' || i, '+9715900' || (10000 + i), 1, 1 from n`.execute(db)
  await sql`insert into users (uid, display_name, is_beta, responder_id, created_at)
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${PEOPLE - 1})
    select 'bench-person-' || (100000 + i), 'Person ' || i, 0, 1 + i % ${sql.lit(TEAM.mentors)},
      ${now - TEAM.days * DAY} from n`.execute(db)
  const pages = await somePages(db)
  for (const [index, { lesson_id, page_id, answer }] of pages.entries())
    await sql`insert into page_answers (uid, lesson_id, page_id, answer, answered_at, logged_at, is_own_words,
        first_answer, tries, first_at, course_version)
      select uid, ${lesson_id}, ${page_id}, ${answer}, at, at, 0, ${answer}, 1, at, 1 from (
        select uid, ${now} - ((cast(substr(uid, 14) as integer) * 7919 + ${index} * 104729) % ${sql.lit(TEAM.days * 1440)})
          * cast(60000 as bigint) as at from users where uid like 'bench-person-%') as people`.execute(db)
  // Half a year ago, each course got a second version.
  const changedAt = now - (TEAM.days / 2) * DAY
  await sql`insert into course_versions (course_id, number, made_at, digest, content, kind, files)
    select course_id, number + 1, ${changedAt}, digest || ' 2', content, kind, files from course_versions`.execute(db)
  await sql`update page_answers set course_version = 2 where first_at >= ${changedAt}`.execute(db)
  await sql`update users set
    began_at = (select min(first_at) from page_answers where page_answers.uid = users.uid),
    active_at = (select max(logged_at) from page_answers where page_answers.uid = users.uid)
    where uid like 'bench-person-%'`.execute(db)
  for (let wait = 0; wait < WAITS_EACH; wait++)
    await sql`insert into waits (learner_uid, kind, lesson_id, page_id, began_at, ended_at, ended_by, how, is_voice)
      select uid, 'message', '', '', ${now - (wait + 1) * 36 * DAY},
        ${wait === 0 ? sql`cast(null as bigint)` : sql`cast(${now - (wait + 1) * 36 * DAY + DAY} as bigint)`},
        responder_id, ${wait === 0 ? sql`cast(null as text)` : sql`'answered'`}, ${sql.lit(wait % 2)}
      from users where uid like 'bench-person-%'`.execute(db)
  await settle(db)
}

/** Otherwise PostgreSQL would vacuum the million new rows, and write them to the disk, while reports are measured. */
async function settle(db: Db): Promise<void> {
  await sql.raw(isPostgres(db) ? 'vacuum analyze' : 'analyze').execute(db)
  if (isPostgres(db)) await sql`checkpoint`.execute(db)
}

/** A hundred pages: those of the demo courses, and pages of a course that exists no more. */
async function somePages(db: Db) {
  const known = await db.selectFrom('known_pages').select(['lesson_id', 'page_id']).execute()
  const gone = Array.from({ length: ANSWERS_EACH }, (_, index) => ({ lesson_id: 'gone', page_id: `page${index}` }))
  return [...known.filter(page => page.lesson_id.startsWith('first-aid-en')), ...known, ...gone]
    .filter(
      (page, index, all) =>
        all.findIndex(other => other.lesson_id === page.lesson_id && other.page_id === page.page_id) === index,
    )
    .slice(0, ANSWERS_EACH)
    .map(page => ({ ...page, answer: page.page_id === 'first-step' ? '"press"' : '"x"' }))
}
