import { PoorNetwork } from './offline/cut-network.ts'
import { Server } from './server.ts'
import { test as base, FAILED_REQUEST } from './test.ts'

type OnTheirOwn = {
  /** A server of this journey alone, which may stop it and change its settings. */
  own: Server
  /** A network to the server of the worker. To stop it takes less than to stop and start a server of one's own. */
  network: PoorNetwork
}

/** A journey starts only what it asks for, and its phone has the service worker. */
export const test = base.extend<OnTheirOwn>({
  own: async ({ watch }, use) => {
    watch.expected.push(FAILED_REQUEST)
    const server = new Server()
    await server.start()
    await use(server)
    await server.remove()
  },
  network: async ({ server, watch }, use) => {
    watch.expected.push(FAILED_REQUEST)
    const network = new PoorNetwork(server)
    await network.start()
    await use(network)
    network.stop()
  },
  serviceWorkers: 'allow',
})

/** For journeys that need no service worker: without one no navigation waits for it. */
export const testWithoutWorker = test.extend({ serviceWorkers: 'block' })
