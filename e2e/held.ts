import type { BrowserContext, Page } from '@playwright/test'

/** Holds back the responses to these requests. Returns a function that releases them. */
export async function held(page: Page | BrowserContext, urls: string): Promise<() => void> {
  let letGo = () => {}
  const isFree = new Promise<void>(resolve => (letGo = resolve))
  await page.route(urls, async route => {
    await isFree
    await route.continue()
  })
  return letGo
}
