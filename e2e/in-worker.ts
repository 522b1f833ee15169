import { test as base } from '@playwright/test'
import { type Server, withServer } from './server.ts'
import { SharedProcess, SharedServer } from './shared-process.ts'

/**
 * A journey on the server of its worker. No other file may have a fixture of the worker: for each such file, Playwright
 * ends a worker with its browser and its servers, starts another one, and starts the first one again afterwards.
 * `servers.kept` keeps what several journeys share.
 */
export const test = base.extend<object, { server: Server; servers: SharedProcess }>({
  server: [async ({ servers }, use) => withServer(new SharedServer(servers), use), { scope: 'worker' }],
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const servers = new SharedProcess()
      await use(servers)
      await servers.end()
    },
    { scope: 'worker' },
  ],
})
