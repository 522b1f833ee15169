import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { getSettings } from '../../../contract/settings.ts'
import { send, startWithAll, textsOf, updates } from '../../messages/testing.ts'
import { onPostgres } from '../../testing.ts'
import { type Postgres, startPostgres } from '../../testing-postgres.ts'
import { openPostgres } from '../postgres.ts'
import { Load } from './testing-load.ts'

/** The watchdog needs less than 2 s; the rest is for a busy machine. Without it, a statement would wait for 11 s. */
const LIMIT_MS = 8000

onPostgres('a PostgreSQL that hangs', start => {
  test('gives 503 within seconds, on open connections too, and everything works when it continues', async () => {
    const postgres = await startFreezable()
    if (!postgres) return
    const { origin } = await start({ databaseUrl: postgres.url, env: { LOG_LEVEL: 'silent' } })
    const call = () => fetch(origin + getSettings.path)
    // Twelve at once open all ten connections of the pool.
    const twelve = () => Promise.all(Array.from({ length: 12 }, call))
    for (const { status } of await twelve()) expect(status).toBe(200)

    postgres.signal('SIGSTOP')
    // The first replies come when the hang is noticed, the others at once.
    for (const again of [1, 2]) {
      const askedAt = performance.now()
      for (const { status, headers } of await twelve()) {
        expect(status).toBe(503)
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect(performance.now() - askedAt, `round ${again}`).toBeLessThan(LIMIT_MS)
      expect((await fetch(`${origin}/health/ready`)).status).toBe(503)
    }
    postgres.signal('SIGCONT')
    await expect.poll(async () => (await call()).status).toBe(200)
    for (const { status } of await twelve()) expect(status).toBe(200)
  })

  test('loses and doubles no write, and long polls continue', async () => {
    const postgres = await startFreezable()
    if (!postgres) return
    const { server, salma, noura, yousef, mentorId } = await startWithAll(
      options => start({ ...options, databaseUrl: postgres.url }),
      { LIMIT_FACTOR: '100000', LOG_LEVEL: 'silent' },
    )
    const load = new Load(server.origin, mentorId, [noura])
    const { cursor, state } = await updates(yousef)
    const held = updates(yousef, { since: cursor, state }, 40)
    // After thirty messages the long poll surely waits.
    await load.acknowledged(30)
    postgres.signal('SIGSTOP')
    const askedAt = performance.now()
    expect((await load.send(noura)).status).toBe(503)
    expect(performance.now() - askedAt).toBeLessThan(LIMIT_MS)
    postgres.signal('SIGCONT')
    await load.acknowledged(30)
    await send(salma, yousef.uid, 'All is well again')
    expect(textsOf((await held).messages)).toEqual(['All is well again'])
    await load.stop()
    expect([...load.statuses].sort()).toEqual([200, 503])
    await load.expectAllStoredOnce(server.services.db)
  })
})

onPostgres('leaving a PostgreSQL that hangs', start => {
  test('does not delay the end of the process by more than two seconds', async () => {
    const postgres = await startFreezable()
    if (!postgres) return
    const { services } = await start({ databaseUrl: postgres.url, env: { LOG_LEVEL: 'silent' } })
    const db = openPostgres(postgres.url)
    await sql`select 1`.execute(db)
    postgres.signal('SIGSTOP')
    const leftAt = performance.now()
    await Promise.all([services.hub.close(), db.destroy()])
    expect(performance.now() - leftAt).toBeLessThan(LIMIT_MS)
  }, 15_000)
})

async function startFreezable(): Promise<Postgres | undefined> {
  const postgres = await startPostgres()
  onTestFinished(() => {
    postgres?.signal('SIGCONT')
    return postgres?.stop()
  })
  return postgres
}
