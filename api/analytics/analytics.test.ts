import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendEvents } from '../../contract/analytics.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'

function recorded({ services }: TestServer) {
  const lines = readFileSync(join(services.config.dataDir, 'analytics.jsonl'), 'utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line))
}

onEachDatabase('analytics', start => {
  test('events are stored with their fields, and with nothing about the sender', async () => {
    const server = await start()
    const event = { name: 'lesson_start' as const, at: 1, params: { lesson_id: 'first-aid-en-cuts' } }
    await server.call(sendEvents, { body: { events: [event] } })
    expect(recorded(server)).toEqual([
      { at: expect.stringMatching(/Z$/), name: 'lesson_start', params: { lesson_id: 'first-aid-en-cuts' } },
    ])
  })

  test('events do not fill the disk: they end where films and pictures do', async () => {
    const disk = { totalBytes: 10 * 1024 ** 3, freeBytes: 1024 ** 3 }
    const server = await start({ diskSpaceOf: async () => disk })
    const send = () => server.call(sendEvents, { body: { events: [{ name: 'logout', at: 1, params: {} }] } })
    await send()
    disk.freeBytes -= 1
    await send()
    expect(recorded(server)).toHaveLength(1)
  })

  test.each([
    ['an unknown event', { name: 'stolen', at: 1, params: {} }],
    ['a list as a value', { name: 'lesson_start', at: 1, params: { a: ['x'] } }],
    ['a long text', { name: 'lesson_start', at: 1, params: { a: 'x'.repeat(300) } }],
    ['a strange field', { name: 'lesson_start', at: 1, params: { 'a\n': 'x' } }],
  ])('%s is refused', async (_, event) => {
    const server = await start()
    await expect(server.call(sendEvents, { body: { events: [event as never] } })).rejects.toMatchObject({ status: 400 })
  })

  test('too many events from one IP address are refused, also where it changes within its network', async () => {
    const server = await start({ env: { TRUSTED_PROXIES: 'loopback' } })
    const send = (from: string) =>
      server.call(sendEvents, { body: { events: [] } }, { headers: { 'x-forwarded-for': from } })
    for (const ipAddressOf of [() => '203.0.113.7', (count: number) => `2001:db8:7::${count.toString(16)}`]) {
      const tries = Array.from({ length: 130 }, (_, count) => send(ipAddressOf(count + 1)))
      const outcomes = await Promise.allSettled(tries)
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(120)
    }
    await send('2001:db8:8::1')
  })
})
