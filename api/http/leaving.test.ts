import { once } from 'node:events'
import { Agent, get } from 'node:http'
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

test('requests under way are answered to the end, and their connections keep nobody waiting', async () => {
  const app = Fastify()
  endConnectionsOnLeaving(app)
  app.get('/lesson', () => sleep(300, 'a lesson'))
  app.get('/film', (_request, reply) => reply.send(Readable.from(film())))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  const answers = ['/lesson', '/film'].map(async path => {
    const [response] = await once(get(origin + path, { agent }), 'response')
    return text(response)
  })
  await sleep(100)

  const leftAt = Date.now()
  const [said] = await Promise.all([Promise.all(answers), app.close()])

  expect(said).toEqual(['a lesson', 'the first half, the second half'])
  expect(Date.now() - leftAt).toBeLessThan(2000)
  agent.destroy()
})
