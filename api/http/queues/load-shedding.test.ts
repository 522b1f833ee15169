import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { serveWithLoadShedding } from './load-shedding.ts'

const MAX_TURN_MS = 200

let app: FastifyInstance
afterEach(() => app.close())

/** A server with calls that take as long as the test says, on the disk or on the processor. */
async function serverWith(limits: { mostCalls?: number; longestTurnMs?: number }, waitingCalls = () => 0) {
  app = Fastify()
  const warn = vi.fn()
  const waiting: (() => void)[] = []
  const handlers = {
    '/calls/v1/disk': () => new Promise<string>(resolve => waiting.push(() => resolve('stored'))),
    '/calls/v1/processor/:ms': async ({ params }: { params: unknown }) => {
      const endsAt = performance.now() + Number((params as { ms: string }).ms)
      while (performance.now() < endsAt);
      return 'done'
    },
  }
  const routes = Object.entries(handlers).map(([url, handler]): RouteOptions => ({ method: 'GET', url, handler }))
  serveWithLoadShedding(app, routes, { waitingCalls, warn, ...limits })
  app.get('/page', () => 'page')
  const origin = `${await app.listen({ host: '127.0.0.1', port: 0 })}/calls/v1`
  return { origin, warn, waiting, ask: (path: string) => fetch(origin + path) }
}

test('a call too many is refused with the time to come again, and the next one is taken when one has ended', async () => {
  const { ask, waiting, warn } = await serverWith({ mostCalls: 2 })
  const taken = [ask('/disk'), ask('/disk')]
  await expect.poll(() => waiting.length).toBe(2)
  const refused = await ask('/disk')
  expect(refused.status).toBe(503)
  expect(refused.headers.get('Retry-After')).toBe('5')
  expect(await refused.json()).toMatchObject({ success: false, error: { code: 'unavailable' } })
  expect(warn).toHaveBeenCalledOnce()
  expect((await ask('/../../page')).status).toBe(200)
  waiting[0]?.()
  await taken[0]
  taken.push(ask('/disk'))
  await expect.poll(() => waiting.length).toBe(3)
  for (const end of waiting) end()
  for (const reply of taken) expect((await reply).status).toBe(200)
})

test('people who wait for news keep nobody out', async () => {
  const { ask, waiting } = await serverWith({ mostCalls: 2 }, () => waiting.length)
  const polls = Array.from({ length: 6 }, () => ask('/disk'))
  await expect.poll(() => waiting.length).toBe(6)
  for (const end of waiting) end()
  for (const poll of polls) expect((await poll).status).toBe(200)
})

test('calls that waited on their sockets turn after turn are refused in part, and one long call refuses nobody', async () => {
  const { ask, origin } = await serverWith({ longestTurnMs: MAX_TURN_MS })
  const long = ask(`/processor/${3 * MAX_TURN_MS}`)
  expect(await statusesApart({ paths: ['/processor/0', '/processor/0'], origin })).not.toContain(503)
  expect((await long).status).toBe(200)
  let crowd: number[] = []
  const paths = ['/processor/12', '/processor/12', '/processor/12']
  // On a busy machine the calls of a crowd may arrive one by one, and then they are no crowd.
  await expect.poll(async () => (crowd = await statusesApart({ paths, origin }))).toContain(503)
  expect(crowd.filter(status => status === 200).length).toBeGreaterThan(20)
})

/** Forty people ask for the paths in turn. They run in another thread, because this one is busy with the server. */
async function statusesApart(workerData: { origin: string; paths: string[] }): Promise<number[]> {
  const people = new Worker(ASK_IN_TURN, { eval: true, workerData })
  const [statuses] = (await once(people, 'message')) as [number[]]
  await people.terminate()
  return statuses
}

const ASK_IN_TURN = `
  const { parentPort, workerData: { origin, paths } } = require('node:worker_threads')
  const statuses = []
  const person = async () => {
    for (const path of paths) statuses.push((await fetch(origin + path)).status)
  }
  Promise.all(Array.from({ length: 40 }, person)).then(() => parentPort.postMessage(statuses))`
