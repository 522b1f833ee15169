import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../database/tables.ts'
import { onEachDatabase } from '../../testing.ts'

/** A few kills are enough to notice a missing transaction. `KILLS=50` looks for rarer faults. */
const KILLS = Number(process.env.KILLS ?? 6)
const PAIRS = 40 * KILLS
const PAGES = 5

onEachDatabase('A merge in a process that is killed', start => {
  test('happened completely or not at all', async () => {
    const { services } = await start()
    const { db, config } = services
    await fill(db)
    for (let kill = 0; kill < KILLS; kill++) {
      await mergeAndKill(config)
      const { merged, untouched } = await stateOf(db)
      expect([kill, merged + untouched]).toEqual([kill, PAIRS])
    }
    const { merged, untouched } = await stateOf(db)
    expect(merged, 'some were merged').toBeGreaterThan(0)
    expect(untouched, 'some were not, so each kill came in the middle of the work').toBeGreaterThan(0)
  })
})

/** Inserts `PAIRS` pairs of accounts, each account with answers. */
async function fill(db: Db): Promise<void> {
  const numbers = Array.from({ length: PAIRS }, (_, number) => number)
  const account = { display_name: null, is_beta: 0, responder_id: null, created_at: 1, phone_since: null }
  const times = { email_since: null, email_proved_at: null, blocked_at: null, signed_out_at: null, erase_at: null }
  for (const number of numbers) {
    const phone = `+971500000${String(number).padStart(4, '0')}`
    await db
      .insertInto('users')
      .values([
        { uid: `phone-${number}`, phone_number: phone, email: null, ...account, ...times },
        { uid: `email-${number}`, phone_number: null, email: `n${number}@example.org`, ...account, ...times },
      ])
      .execute()
    const answers = ['phone', 'email'].flatMap(kind =>
      Array.from({ length: PAGES }, (_, page) => ({
        uid: `${kind}-${number}`,
        lesson_id: 'tea',
        page_id: `${kind}-${page}`,
        answer: null,
        answered_at: 1,
        logged_at: 1,
        is_own_words: 0,
        reviewed_at: null,
      })),
    )
    await db.insertInto('page_answers').values(answers).execute()
  }
}

/** Kills after a random number of merges and a random pause, so that each kill hits another statement. */
async function mergeAndKill({ databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }): Promise<void> {
  const script = fileURLToPath(new URL('./testing-merges.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify({ databaseUrl, dataDir })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  for (let done = 0; done < randomInt(1, 4); done++) await once(child.stdout, 'data')
  await new Promise(resolve => setTimeout(resolve, randomInt(1, 40)))
  child.kill('SIGKILL')
  await gone
}

/** Counts the pairs that are completely merged, and those that are unchanged. */
async function stateOf(db: Db): Promise<{ merged: number; untouched: number }> {
  const count = sql<number>`(select count(*) from page_answers where page_answers.uid = users.uid)`
  const rows = await db
    .selectFrom('users')
    .select(['uid', 'phone_number', count.as('answers')])
    .execute()
  const closed = await db.selectFrom('closed_accounts').select(['uid', 'merged_into']).execute()
  const orphans = await db
    .selectFrom('page_answers')
    .select('uid')
    .where('uid', 'not in', eb => eb.selectFrom('users').select('uid'))
    .execute()
  expect(orphans).toEqual([])
  const users = new Map(rows.map(row => [row.uid, row]))
  const into = new Map(closed.map(row => [row.uid, row.merged_into]))
  const states = Array.from({ length: PAIRS }, (_, number) => {
    const [phone, email] = [users.get(`phone-${number}`), users.get(`email-${number}`)]
    const isMerged = !phone && email?.phone_number && Number(email.answers) === 2 * PAGES
    const isUntouched = phone && email?.phone_number === null && Number(email.answers) === PAGES
    if (isMerged && into.get(`phone-${number}`) === `email-${number}`) return 'merged'
    return isUntouched && !into.has(`phone-${number}`) ? 'untouched' : `half: ${number}`
  })
  return {
    merged: states.filter(state => state === 'merged').length,
    untouched: states.filter(state => state === 'untouched').length,
  }
}
