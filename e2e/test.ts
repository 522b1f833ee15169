import { test as base, expect } from '@playwright/test'
import { findChromium } from './chromium.ts'
import { Server, withServer } from './server.ts'
import { SharedProcess } from './shared-process.ts'

type Watch = {
  /** Messages in the console that this journey causes on purpose. */
  expected: RegExp[]
  problems: string[]
  /** Fails for any other message until now. The end of a journey does the same. */
  expectSilence(): void
}

/** A journey on the server of its worker. It fails for any other message in the console. */
export const test = base.extend<{ watch: Watch }, { server: Server; servers: SharedProcess }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => withServer(new Server(), use),
    { scope: 'worker' },
  ],
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const servers = new SharedProcess()
      await use(servers)
      await servers.end()
    },
    { scope: 'worker' },
  ],
  watch: [
    async ({ context }, use) => {
      const watch: Watch = {
        expected: [BLOCKED_WORKER],
        problems: [],
        expectSilence() {
          const surprises = watch.problems.filter(problem => !watch.expected.some(pattern => pattern.test(problem)))
          expect(surprises, 'the console is silent').toEqual([])
        },
      }
      context.on('console', message => {
        if (!['error', 'warning'].includes(message.type())) return
        // Chromium leaves out the URL of a failed request.
        const { url } = message.location()
        const isRequest = message.text().startsWith('Failed to load resource')
        watch.problems.push(isRequest ? `${message.text()} ${url}` : message.text())
      })
      context.on('weberror', error => watch.problems.push(String(error.error())))
      await use(watch)
      // A response that is still held back at the end of a journey is nobody's failure.
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      watch.expectSilence()
    },
    { auto: true },
  ],
})

test.beforeAll(() => {
  test.skip(findChromium() === undefined, 'no Chromium on this machine')
})

/** Playwright's message where a journey wants no service worker. */
const BLOCKED_WORKER = /^Service Worker registration blocked by Playwright$/

/** The browser's own message when the network or the server fails. */
export const FAILED_REQUEST =
  /Failed to load resource|net::ERR_|Unable to preload CSS|dynamically imported module|error occurred when fetching the script/

export { expect }
