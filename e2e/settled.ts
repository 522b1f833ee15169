import type { Page } from '@playwright/test'

/** Resolves when no request has ended for a while. Long polls do not count. */
export async function settled(page: Page): Promise<void> {
  const hasSettled = () => {
    const count = performance.getEntriesByType('resource').length
    const seen = window as { sbsFetched?: { count: number; since: number } }
    if (seen.sbsFetched?.count !== count) seen.sbsFetched = { count, since: performance.now() }
    return performance.now() - seen.sbsFetched.since > 1000
  }
  // By default Playwright polls at each frame, so the browser would draw sixty frames a second.
  await page.waitForFunction(hasSettled, undefined, { polling: 100 })
}
