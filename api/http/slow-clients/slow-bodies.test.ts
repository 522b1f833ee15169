import { once } from 'node:events'
import { connect } from 'node:net'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { endSlowBodies } from './slow-bodies.ts'

test('a body that is refused while it arrives gets its reply, ends its own connection and nothing else', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  endSlowBodies(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.get('/', async () => 'still there')
  app.post('/film', async (request, reply) => {
    const tooLarge = new Transform({ transform: (_chunk, _encoding, done) => done(new Error('too large')) })
    await expect(pipeline(request.body as Readable, tooLarge)).rejects.toThrow('too large')
    return reply.code(413).send('too large')
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const closed = once(socket, 'close')
  socket.on('error', () => {})
  socket.write('POST /film HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)
  await closed
  expect(await (await fetch(origin)).text()).toBe('still there')
})
