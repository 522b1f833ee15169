import { expect, onTestFinished, test } from 'vitest'
import { startWithAll } from '../../messages/testing.ts'
import { onPostgres } from '../../testing.ts'
import { type EndSignal, startPostgres } from '../../testing-postgres.ts'
import { Load } from './testing-load.ts'

onPostgres('a server under load', start => {
  const ends: EndSignal[] = ['SIGINT', 'SIGQUIT', 'SIGKILL']

  test('survives a restart and a crash of PostgreSQL, and loses nothing', async () => {
    const postgres = await startPostgres()
    if (!postgres) return
    onTestFinished(postgres.stop)
    const { server, noura, yousef, mentorId } = await startWithAll(
      options => start({ ...options, databaseUrl: postgres.url }),
      { LIMIT_FACTOR: '100000', LOG_LEVEL: 'silent' },
    )
    const load = new Load(server.origin, mentorId, [noura, yousef])
    for (const end of ends) {
      await load.acknowledged(30)
      await postgres.end(end)
      const { status, headers, ms } = await timed(() => load.send(noura))
      expect(status).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(ms).toBeLessThan(2000)
      expect((await fetch(`${server.origin}/health/ready`)).status).toBe(503)
      await postgres.begin()
      const ready = async () => (await fetch(`${server.origin}/health/ready`)).status
      await expect.poll(ready).toBe(200)
    }
    await load.acknowledged(30)
    await load.stop()
    expect([...load.statuses].sort()).toEqual([200, 503])
    await load.expectAllStoredOnce(server.services.db)
  })
})

async function timed(call: () => Promise<Response>) {
  const before = Date.now()
  const { status, headers } = await call()
  return { status, headers, ms: Date.now() - before }
}
