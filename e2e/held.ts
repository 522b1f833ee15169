import type { Page } from '@playwright/test'

/** Keeps back the answers to these requests. Answers how to let them go. */
export async function held(page: Page, urls: string): Promise<() => void> {
  let letGo = () => {}
  const isFree = new Promise<void>(resolve => (letGo = resolve))
  await page.route(urls, async route => {
    await isFree
    await route.continue()
  })
  return letGo
}
