import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { onPostgres } from '../testing.ts'
import { startPostgres } from '../testing-postgres.ts'
import { openWhenThere } from './open-when-there.ts'
import { openPostgres } from './postgres.ts'

onPostgres('the start', () => {
  test('waits for a PostgreSQL that starts later, and reports it', async () => {
    const postgres = await startPostgres()
    if (!postgres) return
    onTestFinished(postgres.stop)
    await postgres.end('SIGINT')
    const messages: string[] = []
    const opening = openWhenThere({ databaseUrl: postgres.url, dataDir: '' }, message => messages.push(message))
    await expect.poll(() => messages.length).toBeGreaterThanOrEqual(2)
    await postgres.begin()
    const db = await opening
    await db.destroy()
    expect(messages[0]).toMatch(/^The database does not answer: .*ECONNREFUSED.*; trying again in 0.5 s$/)
    expect(messages[1]).toContain('trying again in 1 s')
  })

  test('migrates again after PostgreSQL has ended its connection', async () => {
    const postgres = await startPostgres()
    if (!postgres) return
    onTestFinished(postgres.stop)
    const beside = openPostgres(postgres.url, { isPatient: true })
    onTestFinished(() => beside.destroy())
    const messages: string[] = []
    let opening: ReturnType<typeof openWhenThere> | undefined
    const undone = beside.transaction().execute(async trx => {
      // The migration makes a table of this name, too, so it waits.
      await sql`create table page_answers (uid text)`.execute(trx)
      opening = openWhenThere({ databaseUrl: postgres.url, dataDir: '' }, message => messages.push(message))
      opening.catch(() => {})
      const end = sql`select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`
      await expect.poll(async () => (await end.execute(beside)).rows.length, { timeout: 30_000 }).toBe(1)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const db = await opening
    await db?.destroy()
    expect(messages).toEqual([expect.stringMatching(/^The database does not answer: /)])
  })

  test.each([
    [
      'a user that is not there',
      '//nobody@',
      '/postgres',
      /^DATABASE_URL: PostgreSQL does not let this user in .*"nobody"/,
    ],
    [
      'a database that is not there',
      '//test@',
      '/nothing',
      /^DATABASE_URL: PostgreSQL has no such database: .*"nothing"/,
    ],
    ['encryption that is not there', '//test@', '/postgres?sslmode=verify-full', /^DATABASE_URL: the encryption .*SSL/],
  ])('%s is reported at once', async (_what, user, path, sentence) => {
    const { host } = new URL(inject('postgresUrl'))
    const opening = openWhenThere({ databaseUrl: `postgres:${user}${host}${path}`, dataDir: '' }, () => {})
    await expect(opening).rejects.toThrow(sentence)
  })
})
