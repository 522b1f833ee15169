import { expect, inject, onTestFinished, test } from 'vitest'
import { onPostgres } from '../testing.ts'
import { startPostgres } from '../testing-postgres.ts'
import { openWhenThere } from './open-when-there.ts'

onPostgres('the start', () => {
  test('waits for a PostgreSQL that starts later, and reports it', async () => {
    const postgres = await startPostgres()
    if (!postgres) return
    onTestFinished(postgres.stop)
    await postgres.end('SIGINT')
    const told: string[] = []
    const opening = openWhenThere({ databaseUrl: postgres.url, dataDir: '' }, message => told.push(message))
    await expect.poll(() => told.length).toBeGreaterThanOrEqual(2)
    await postgres.begin()
    const db = await opening
    await db.destroy()
    expect(told[0]).toMatch(/^The database does not answer: .*ECONNREFUSED.*; trying again in 0.5 s$/)
    expect(told[1]).toContain('trying again in 1 s')
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
