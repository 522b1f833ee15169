import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSlowReaders } from './slow-readers.ts'

/** More than the system's buffers take. */
const LARGE = Buffer.alloc(30_000_000)
/** On a busy machine, a reader gets its turn within half of this time. */
const STALLED_MS = 2_000
const app = Fastify()

beforeAll(async () => {
  endSlowReaders(app, { stalledMs: STALLED_MS })
  app.get('/large', async () => LARGE)
  app.get('/late', async () => {
    await sleep(1.2 * STALLED_MS)
    return 'late'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(() => app.close())

function ask(path: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  return socket
}

test('a client that reads nothing of a response loses its connection', async () => {
  const connected = once(app.server, 'connection')
  const client = ask('/large')
  client.pause()
  client.on('error', () => {})
  const [socket] = await connected
  await once(socket, 'close')
  client.destroy()
})

test('a client that reads slowly gets all, however long it takes', async () => {
  const client = ask('/large')
  let bytes = 0
  for await (const chunk of client) {
    bytes += chunk.length
    // Pauses three times, each time for less than the limit.
    if (Math.floor(bytes / 10_000_000) > Math.floor((bytes - chunk.length) / 10_000_000)) await sleep(STALLED_MS / 2)
  }
  expect(bytes).toBeGreaterThan(LARGE.length)
})

test('a response that is late arrives', async () => {
  let text = ''
  for await (const chunk of ask('/late')) text += chunk
  expect(text).toMatch(/late$/)
})
