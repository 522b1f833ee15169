import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onEachDatabase } from '../testing.ts'

/** The log lines of the server. The spy must exist before the log does. */
let log: () => string
beforeEach(() => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  log = () => {
    const lines = write.mock.calls.map(([line]) => String(line)).filter(line => line.includes('TRUSTED_PROXIES'))
    write.mockClear()
    return lines.join('')
  }
})
afterEach(() => void vi.restoreAllMocks())

onEachDatabase('A proxy before the server', start => {
  const ask = (origin: string, path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers })
  const forwarded = { 'X-Forwarded-For': '203.0.113.7' }

  test.each(['loopback', '127.0.0.0/8', '127.0.0.1'])(
    'that is trusted as %s and sends no X-Forwarded-For causes one warning',
    async TRUSTED_PROXIES => {
      const server = await start({ env: { TRUSTED_PROXIES, LOG_LEVEL: 'warn' } })
      await ask(server.origin, '/health/ready')
      await ask(server.origin, '/settings/v1/settings', forwarded)
      expect(log()).toBe('')
      await ask(server.origin, '/')
      await ask(server.origin, '/')
      expect(log().match(/proxy_set_header X-Forwarded-For/g)).toHaveLength(1)
    },
  )

  test('on this machine that is not trusted causes a warning, too', async () => {
    const server = await start({ env: { LOG_LEVEL: 'warn' } })
    await ask(server.origin, '/')
    expect(log()).toBe('')
    await ask(server.origin, '/', forwarded)
    expect(log()).toContain('set TRUSTED_PROXIES=loopback')
  })

  test.each([
    ['loopback', 'id-of-the-proxy', /^id-of-the-proxy$/],
    ['loopback', 'an id with "quotes"', /^[0-9a-f]{8}-\d+$/],
    ['', 'id-of-the-proxy', /^[0-9a-f]{8}-\d+$/],
  ])('that is trusted as “%s” names a request “%s” in the log and in an error', async (TRUSTED_PROXIES, id, found) => {
    const server = await start({ env: { TRUSTED_PROXIES, LOG_LEVEL: 'silent' } })
    await server.services.db.destroy()
    const failed = await ask(server.origin, '/health/ready', { ...forwarded, 'X-Request-Id': id })
    expect([failed.status, failed.headers.get('x-request-id')]).toEqual([503, expect.stringMatching(found)])
  })
})
