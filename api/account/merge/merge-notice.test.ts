import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createClient } from '../../../contract/calls/client.ts'
import { onEachDatabase } from '../../testing.ts'
import { EMAIL, merge, nouraTwice, PHONE, save } from './testing.ts'

onEachDatabase('After a merge', start => {
  test('both owners are notified in both languages, without a name, a link or a code', async () => {
    const { server, byPhone, byEmail } = await nouraTwice(start)
    await save(byPhone, { displayName: 'Noura' })
    const before = server.outbox().length
    await merge(byEmail, byPhone)
    await expect.poll(() => server.outbox().length).toBe(before + 2)
    await merge(byEmail, byPhone)
    await sleep(100)
    const told = server.outbox().slice(before)
    expect(told.map(({ to }) => to).sort()).toEqual([PHONE, EMAIL])
    for (const { text } of told) {
      expect(text).toMatch(
        /دُمج حسابان في [٠-٩]{1,2} \p{L}+ [٠-٩]{4}\.[\s\S]*two accounts were joined on \d{1,2} \w+ \d{4}\./u,
      )
      expect(text).not.toMatch(/Noura|http|\d{6}/)
      expect(text.length).toBeLessThanOrEqual(201)
    }
  })

  test('both owners are notified even if the server stops right after', async () => {
    const { server, byPhone, byEmail } = await nouraTwice(start)
    const { dataDir, databaseUrl } = server.services.config
    const gateway = await slowGateway()
    const env = {
      SMS_SENDER: 'webhook',
      SMS_WEBHOOK_URL: gateway.url,
      SMS_WEBHOOK_BODY: '{"to":"{{to}}","text":"{{text}}"}',
    }
    const leaving = await start({ dataDir, databaseUrl, clock: server.clock, env })
    const call = createClient({ base: leaving.origin, token: async () => byEmail.idToken })
    await merge({ ...byEmail, call }, byPhone)
    await leaving.services.close()
    expect(gateway.taken()).toBe(1)
    expect(server.outbox().at(-1)?.to).toBe(EMAIL)
    gateway.close()
  })

  test('the log says that accounts were merged, who did it and from which IP address, without a phone, an e-mail address or a token', async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const { byPhone, byEmail } = await nouraTwice(start, { env: { LIMIT_FACTOR: '100', LOG_LEVEL: 'info' } })
    await merge(byEmail, byPhone)
    await expect.poll(() => String(written.mock.calls)).toContain('/merge')
    const logged = String(written.mock.calls)
    written.mockRestore()
    expect(logged).toMatch(
      new RegExp(`"reqId".*"/disciple/v2/user/:uid/merge","status":200.*"uid":"${byEmail.uid}".*"ipAddress":"127`),
    )
    for (const secret of [PHONE, EMAIL, byPhone.idToken]) expect(logged).not.toContain(secret)
  })
})

/** Accepts a text after a short delay. */
async function slowGateway() {
  let taken = 0
  const http = createServer(async (_request, response) => {
    await sleep(300)
    taken++
    response.end()
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, taken: () => taken, close: () => http.close() }
}
