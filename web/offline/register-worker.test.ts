import { afterEach, expect, test, vi } from 'vitest'
import { newerBuild } from '../outbox/newer-build.ts'

/** The builds that this phone has saved, the oldest first, and whether each has its page. */
const saved = new Map<string, boolean>()

const SCRIPT = 'https://learn.example/worker.js?language=en'

/**
 * A browser with a worker, and the worker that the page came from: the same, unless one is given. Returns what happens
 * when a newer worker takes over.
 */
function browserWithWorker(pageCameFrom?: object): () => void {
  const worker = new EventTarget()
  const registration = { active: { scriptURL: SCRIPT, postMessage: () => {} } }
  vi.stubEnv('PROD', true)
  vi.stubGlobal('location', { href: 'https://learn.example/', origin: 'https://learn.example' })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('window', { sbsWorker: pageCameFrom ?? registration.active })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('caches', {
    keys: async () => [...saved.keys()],
    match: async (_page: string, { cacheName }: { cacheName: string }) => saved.get(cacheName) || undefined,
  })
  const container = {
    controller: registration.active,
    getRegistration: async () => registration,
    register: async () => registration,
    ready: Promise.resolve(registration),
  }
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: Object.assign(worker, container) })
  return () => worker.dispatchEvent(new Event('controllerchange'))
}

afterEach(() => {
  saved.clear()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('a build that was just being saved when the page came is offered once it is there', async () => {
  const takeOver = browserWithWorker()
  saved.set('sbs.build.1', true).set('sbs.build.2', false)
  const { registerWorker } = await import('./register-worker.ts')
  await registerWorker('en')
  saved.set('sbs.build.2', true)
  takeOver()
  await expect.poll(newerBuild.get).toBe(true)
})

test.each([
  ['a build that was saved whole before the page looked is offered', { scriptURL: SCRIPT }, true],
  ['a worker for another language is no newer build', { scriptURL: `${SCRIPT.slice(0, -2)}ar` }, false],
  ['a page from the newest build is offered nothing', undefined, false],
])('%s', async (_, pageCameFrom, isOffered) => {
  vi.resetModules()
  const { newerBuild } = await import('../outbox/newer-build.ts')
  browserWithWorker(pageCameFrom)
  saved.set('sbs.build.1', true).set('sbs.build.2', true)
  const { registerWorker } = await import('./register-worker.ts')
  await registerWorker('en')
  expect(newerBuild.get()).toBe(isOffered)
})
