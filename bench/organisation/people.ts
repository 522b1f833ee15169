import { sql } from 'kysely'
import type { Db } from '../../api/database/tables.ts'
import { listPeople } from '../../contract/organisation/people.ts'
import { becomeFirstOwner } from '../../contract/organisation/team.ts'
import { withDatabase } from '../../e2e/command.ts'
import { type Person, personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { onEachDatabase } from '../databases.ts'
import { median, type Row } from '../table.ts'

const PEOPLE = 10_000
const ANSWERS_EACH = 100
const PEOPLE_AT_A_TIME = 250
const ROUNDS = 9
const AT_MOST_MS = 300

const queries = {
  'first page': {},
  'who is silent': { filter: 'silent' },
  'who waits': { filter: 'waiting', sort: 'waiting' },
  'by name': { sort: 'name' },
  'a name is searched': { q: 'خطيب 77' },
  'a phone is searched': { q: '0528 00 77' },
} as const

/** The list of people at the server, with 10,000 people and 1,000,000 answers. */
export function people(): Promise<Row[]> {
  return onEachDatabase(async database => {
    const server = new Server(database.settings)
    await server.start()
    try {
      const owner = await personOf(server)
      await owner.call(becomeFirstOwner, { body: {} })
      await withDatabase(server, fill)
      const rows: Row[] = []
      for (const [name, query] of Object.entries(queries))
        rows.push({
          name: `people, ${name}, ${database.name}`,
          value: await timeOf(owner, query),
          unit: 'ms',
          atMost: AT_MOST_MS,
        })
      return rows
    } finally {
      await server.remove()
    }
  })
}

async function timeOf({ call }: Person, query: (typeof queries)[keyof typeof queries]): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    await call(listPeople, { query })
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

async function fill(db: Db): Promise<void> {
  const [count, now] = [sql.lit(PEOPLE), sql.lit(Date.now())]
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`
  const pages = sql`with recursive p(j) as (select 1 union all select j + 1 from p where j < ${sql.lit(ANSWERS_EACH)})`
  await sql`insert into users (uid, phone_number, display_name, name_key, is_beta, created_at, began_at, active_at)
    ${numbers} select 'person' || i, '+97152' || (8000000 + i), 'أحمد الخطيب ' || i, 'احمدالخطيب' || i, 0,
      ${now} - i * 1000, ${now} - i * 500, ${now} - cast(i as bigint) * 400000 from n`.execute(db)
  // Inserts the rows in slices, because PostgreSQL ends a statement that takes long.
  for (let from = 1; from <= PEOPLE; from += PEOPLE_AT_A_TIME) {
    const slice = sql`${pages}, u as (select uid from users
      where created_at <= ${now} - ${sql.lit(from * 1000)}
        and created_at > ${now} - ${sql.lit((from + PEOPLE_AT_A_TIME) * 1000)})`
    await sql`insert into page_answers (uid, lesson_id, page_id, answer, answered_at, logged_at, is_own_words)
      ${slice} select uid, 'lesson' || (j / 10), 'page' || j, '"x"', ${now} - j, ${now} - j, 0 from u cross join p`.execute(
      db,
    )
  }
  await sql`insert into waits (learner_uid, kind, lesson_id, page_id, began_at, is_voice)
    select uid, 'message', '', '', created_at, 0 from users where uid like '%7'`.execute(db)
  await sql`analyze`.execute(db)
}
