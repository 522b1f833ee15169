import { PoorNetwork } from './offline/cut-network.ts'
import { Server, withServer } from './server.ts'
import { SharedServer } from './shared-process.ts'
import { test as base, FAILED_REQUEST } from './test.ts'

type OnTheirOwn = {
  /** The settings with which the server of a journey starts. */
  settings: Record<string, string>
  /** A server of this journey alone, which may stop it and change its settings. */
  own: Server
  /** The same, but the server has a process of its own, which may be killed. */
  ownProcess: Server
  /** A network to the server of the worker. To stop it is faster than to stop and start a server. */
  network: PoorNetwork
}

/** Journeys start only the fixtures that they use. The service worker is allowed. */
export const test = base.extend<OnTheirOwn>({
  settings: [{}, { option: true }],
  own: async ({ servers, settings, watch }, use) => {
    watch.expected.push(FAILED_REQUEST)
    await withServer(new SharedServer(servers, settings), use)
  },
  ownProcess: async ({ settings, watch }, use) => {
    watch.expected.push(FAILED_REQUEST)
    await withServer(new Server(settings), use)
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

/** For journeys that need no service worker. Without a worker, no navigation waits for one. */
export const testWithoutWorker = test.extend({ serviceWorkers: 'block' })
