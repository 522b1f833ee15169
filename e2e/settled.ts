import type { Page } from '@playwright/test'

/** Resolves when nothing more has been fetched for a while. A call that the server holds back does not count. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const count = performance.getEntriesByType('resource').length
    const seen = window as { sbsFetched?: { count: number; since: number } }
    if (seen.sbsFetched?.count !== count) seen.sbsFetched = { count, since: performance.now() }
    return performance.now() - seen.sbsFetched.since > 1000
  })
}
