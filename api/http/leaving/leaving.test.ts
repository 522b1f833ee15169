import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { endConnectionsOnLeaving } from './leaving.ts'

async function* film(): AsyncGenerator<string> {
  yield 'the first half, '
  await sleep(300)
  yield 'the second half'
}

test('running requests are finished, and their connections delay nobody', async () => {
  const app = Fastify()
  endConnectionsOnLeaving(app)
  let running = 0
  app.addHook('onRequest', async () => {
    running += 1
  })
  app.get('/lesson', () => sleep(300, 'a lesson'))
  app.get('/film', (_request, reply) => reply.send(Readable.from(film())))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  const answers = ['/lesson', '/film'].map(async path => {
    const [response] = await once(get(origin + path, { agent }), 'response')
    return text(response)
  })
  await expect.poll(() => running, { interval: 10 }).toBe(2)

  const leftAt = Date.now()
  const [bodies] = await Promise.all([Promise.all(answers), app.close()])

  expect(bodies).toEqual(['a lesson', 'the first half, the second half'])
  expect(Date.now() - leftAt).toBeLessThan(2000)
  agent.destroy()
})

test('a request that arrives when the server starts to leave gets a reply, which ends its connection', async () => {
  const app = Fastify({ return503OnClosing: false })
  endConnectionsOnLeaving(app, { graceMs: 300 })
  app.get('/lesson', async () => 'a lesson')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  const ask = () => socket.write('GET /lesson HTTP/1.1\r\nHost: localhost\r\n\r\n')
  ask()
  await once(socket, 'data')

  const closing = app.close()
  ask()
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 .*connection: close.*a lesson$/is)
  await closing
  socket.destroy()
})

test('a reply speaks of its connection only if the client would not know what becomes of it', async () => {
  const app = Fastify()
  endConnectionsOnLeaving(app)
  app.get('/lesson', async () => 'a lesson')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  async function connectionOf(request: string): Promise<string | undefined> {
    socket.write(`${request}\r\n\r\n`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return /^(?:connection|keep-alive): (.*)\r$/im.exec(answer.toString())?.[1]
  }
  expect(await connectionOf('GET /lesson HTTP/1.1\r\nHost: localhost')).toBeUndefined()
  expect(await connectionOf('GET /lesson HTTP/1.0\r\nConnection: keep-alive')).toBe('keep-alive')
  expect(await connectionOf('GET /lesson HTTP/1.1\r\nHost: localhost\r\nConnection: close')).toBe('close')
  await once(socket, 'end')
  socket.destroy()
  await app.close()
})

test('a body that still arrives after it was refused delays nobody', async () => {
  const app = Fastify()
  endConnectionsOnLeaving(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.post('/picture', async (_request, reply) => reply.code(403).send('no'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  socket.write(`POST /picture HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n${'a'.repeat(300_000)}`)
  await once(socket, 'data')

  const closing = app.close()
  socket.write('a'.repeat(700_000))
  await closing
  socket.destroy()
})

test('the server stops listening although its clients ask without a pause', async () => {
  const app = Fastify({ return503OnClosing: false })
  endConnectionsOnLeaving(app, { graceMs: 300 })
  app.get('/lesson', async () => {
    // Longer than the turn of the event loop in which the server may stop listening.
    for (const end = performance.now() + 1; performance.now() < end; );
    return 'a lesson'
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  let isClosing = false
  const clients = Array.from({ length: 20 }, async () => {
    let answersSinceClose = 0
    for (let answer = await lesson(origin); answer; answer = await lesson(origin)) if (isClosing) answersSinceClose++
    return answersSinceClose
  })
  await sleep(100)

  isClosing = true
  await app.close()

  // One request of a client was under way, and its next one waited until the server had stopped listening.
  expect(Math.max(...(await Promise.all(clients)))).toBeLessThanOrEqual(2)
})

/** Asks on a connection of its own; undefined if the server refuses it. */
async function lesson(origin: string): Promise<string | undefined> {
  const request = get(`${origin}/lesson`, { agent: false })
  try {
    const [response] = await once(request, 'response')
    return await text(response)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    return undefined
  }
}
