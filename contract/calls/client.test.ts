import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refreshToken } from '../account.ts'
import { createClient } from './client.ts'

const FAILED = { status: 0, code: 'auth/network-request-failed' }
const INPUT = { body: { refreshToken: 'r' } }

let server: Server
let base: string
/** The server's reaction to a request. */
let answer: (reply: ServerResponse) => void

beforeEach(async () => {
  server = createServer((_, reply) => answer(reply))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

test('a call without a response ends after its limit, as a network failure', async () => {
  answer = () => {}
  await expect(createClient({ base, timeoutMs: 50 })(refreshToken, INPUT)).rejects.toMatchObject(FAILED)
})

test('a response that stops in the middle ends after the limit, too', async () => {
  answer = reply => reply.writeHead(200, { 'content-type': 'application/json' }).write('{"success":')
  await expect(createClient({ base, timeoutMs: 50 })(refreshToken, INPUT)).rejects.toMatchObject(FAILED)
})

test('a response that breaks off is a network failure, with or without a limit', async () => {
  answer = reply => {
    reply.writeHead(200, { 'content-type': 'application/json' }).write('{"success":')
    setTimeout(() => reply.destroy(), 10)
  }
  await expect(createClient({ base })(refreshToken, INPUT)).rejects.toMatchObject(FAILED)
})

test('without a limit a call waits until its own signal ends it', async () => {
  answer = () => {}
  for (const limit of [{}, { timeoutMs: 60_000 }]) {
    const leaving = new AbortController()
    const waiting = createClient({ base, ...limit })(refreshToken, INPUT, { signal: leaving.signal })
    setTimeout(() => leaving.abort(), 50)
    await expect(waiting).rejects.toMatchObject(FAILED)
    // A signal that has already ended ends it at once.
    const late = createClient({ base, ...limit })(refreshToken, INPUT, { signal: leaving.signal })
    await expect(late).rejects.toMatchObject(FAILED)
  }
})

test('a response within the limit is returned unchanged', async () => {
  answer = reply => reply.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}')
  expect(await createClient({ base, timeoutMs: 5000 })(refreshToken, INPUT)).toEqual({ success: true })
})
