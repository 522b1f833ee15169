import type { Page } from '@playwright/test'

/** Resolves when this browser has saved what it opens without a network. */
export async function saved(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const names = (await caches.keys()).filter(name => name.startsWith('sbs.build.'))
    const newest = names.at(-1)
    const page = newest && (await (await caches.open(newest)).match('/'))
    return page && navigator.serviceWorker.controller?.state === 'activated'
  })
}
