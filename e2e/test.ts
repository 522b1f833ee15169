import { errors, expect, type Page } from '@playwright/test'
import { findChromium } from './chromium.ts'
import { test as base } from './in-worker.ts'

type Watch = {
  /** Messages in the console that this journey causes on purpose. */
  expected: RegExp[]
  problems: string[]
  /** Fails if there was any other message so far. The end of a journey does the same. */
  expectSilence(): void
}

/** A journey on the server of its worker. It fails for each message in the console that it does not expect. */
export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ context, serviceWorkers }, use) => {
      if (serviceWorkers === 'allow') context.on('page', loadAgainIfHeld)
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
      // A response that is still held back at the end of a journey is no failure.
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

const HELD_MS = 20_000

/**
 * Now and then Playwright holds a page that a new service worker takes over, and the page waits without end: 16 of 690
 * loads where each visit brought another worker, and none of 696 if only the browser's own protocol was used. So a held
 * load is stopped and made again.
 */
function loadAgainIfHeld(page: Page): void {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  const orAgain = async <T>(load: (timeout?: number) => Promise<T>): Promise<T> => {
    try {
      return await load(HELD_MS)
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error
      const protocol = await page.context().newCDPSession(page)
      await protocol.send('Page.stopLoading')
      await protocol.detach()
      return await load()
    }
  }
  page.goto = (url, options) => orAgain(timeout => goto(url, { ...options, ...(timeout && { timeout }) }))
  page.reload = options => orAgain(timeout => reload({ ...options, ...(timeout && { timeout }) }))
}

/** Playwright's message in a journey that blocks the service worker. */
const BLOCKED_WORKER = /^Service Worker registration blocked by Playwright$/

/** The browser's own message when the network or the server fails. */
export const FAILED_REQUEST =
  /Failed to load resource|net::ERR_|Unable to preload CSS|dynamically imported module|error occurred when fetching the script/

export { expect }
