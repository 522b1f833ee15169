import { Server } from './server.ts'
import { test as base, FAILED_REQUEST } from './test.ts'

/** Each journey has a server of its own, because it stops it, and its phone has the service worker. */
export const test = base.extend<{ own: Server }>({
  own: async ({ watch }, use) => {
    watch.expected.push(FAILED_REQUEST)
    const server = new Server()
    await server.start()
    await use(server)
    await server.remove()
  },
  serviceWorkers: 'allow',
})

/** For journeys that need no service worker: without one no navigation waits for it. */
export const testWithoutWorker = test.extend({ serviceWorkers: 'block' })
