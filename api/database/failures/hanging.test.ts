import { expect, onTestFinished, test } from 'vitest'
import { getSettings } from '../../../contract/settings.ts'
import { onPostgres } from '../../testing.ts'
import { startPostgres } from '../../testing-postgres.ts'

onPostgres('a PostgreSQL that hangs', start => {
  test('is 503 in the end, on connections that are open too, and all is well when it goes on', async () => {
    const postgres = await startPostgres()
    if (!postgres) return
    onTestFinished(() => {
      postgres.signal('SIGCONT')
      return postgres.stop()
    })
    const { origin } = await start({ databaseUrl: postgres.url, env: { LOG_LEVEL: 'silent' } })
    const call = () => fetch(origin + getSettings.path)
    // Twelve at once: all ten connections of the pool are open.
    const twelve = () => Promise.all(Array.from({ length: 12 }, call))
    for (const { status } of await twelve()) expect(status).toBe(200)

    postgres.signal('SIGSTOP')
    const frozenAt = performance.now()
    for (const { status, headers } of await twelve()) {
      expect(status).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    // A statement may take 10 s, and the client waits one more; the rest is for a busy machine.
    expect(performance.now() - frozenAt).toBeLessThan(16_000)
    postgres.signal('SIGCONT')
    await expect.poll(async () => (await call()).status).toBe(200)
    for (const { status } of await twelve()) expect(status).toBe(200)
  })
})
