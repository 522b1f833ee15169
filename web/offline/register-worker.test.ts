import { afterEach, expect, test, vi } from 'vitest'
import { newerBuild } from '../outbox/newer-build.ts'

/** The builds that this phone has saved, the oldest first, and the script of the page of each, once it has one. */
const saved = new Map<string, string | undefined>()

const SCRIPT = 'https://learn.example/worker.js?language=en'

/**
 * A browser with a worker. `from` is the worker that the page came from; without it, it is the same worker. `script` is
 * that of the page; without it, the page is of the first build. Returns a function that lets a newer worker take over.
 */
function browserWithWorker({ from, script = '/assets/1.js' }: { from?: object; script?: string } = {}): () => void {
  const worker = new EventTarget()
  const registration = { active: { scriptURL: SCRIPT, postMessage: () => {} } }
  vi.stubEnv('PROD', true)
  vi.stubGlobal('location', { href: 'https://learn.example/', origin: 'https://learn.example' })
  vi.stubGlobal('document', {
    documentElement: { lang: 'en' },
    querySelector: () => ({ getAttribute: () => script }),
  })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('window', { sbsWorker: from ?? registration.active })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('caches', {
    keys: async () => [...saved.keys()],
    match: async (_page: string, { cacheName }: { cacheName: string }) => {
      const script = saved.get(cacheName)
      return script && new Response(`<script type="module" src="${script}"></script>`)
    },
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
  saved.set('sbs.build.1', '/assets/1.js').set('sbs.build.2', undefined)
  const { registerWorker } = await import('./register-worker.ts')
  await registerWorker('en')
  saved.set('sbs.build.2', '/assets/2.js')
  takeOver()
  await expect.poll(newerBuild.get).toBe(true)
})

const OLD = '/assets/1.js'
const NEW = '/assets/2.js'

test.each([
  ['a build that was saved whole before the page looked is offered', { scriptURL: SCRIPT }, OLD, true],
  ['a build that comes with another language is offered', { scriptURL: `${SCRIPT.slice(0, -2)}ar` }, OLD, true],
  ['a worker for another language is no newer build', { scriptURL: `${SCRIPT.slice(0, -2)}ar` }, NEW, false],
  // A page may be left while a worker for another language, or one that sends, is being installed. Then the next page
  // registers that worker again.
  ['a second worker with the same address is no newer build', { scriptURL: SCRIPT }, NEW, false],
  ['a page from the newest build is offered nothing', undefined, NEW, false],
])('%s', async (_, from, script, isOffered) => {
  vi.resetModules()
  const { newerBuild } = await import('../outbox/newer-build.ts')
  browserWithWorker({ ...(from && { from }), script })
  saved.set('sbs.build.1', OLD).set('sbs.build.2', NEW)
  const { registerWorker } = await import('./register-worker.ts')
  await registerWorker('en')
  expect(newerBuild.get()).toBe(isOffered)
})
