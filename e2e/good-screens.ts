import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const sizes = { phone: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } }

/** No barrier that axe can see, no key in place of a text, nothing wider than the screen. */
export async function expectGood(page: Page, where: string): Promise<void> {
  // A screen that is still sliding in has half its colours.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(animation => animation.finished)))
  const { violations } = await new AxeBuilder({ page }).analyze()
  const barriers = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)
  expect(barriers, where).toEqual([])
  // An address looks like a key, and is none.
  const text = (await page.locator('body').innerText()).replace(/\S+@\S+|https?:\S+/g, '')
  expect(text.match(/\b[a-z]+\.[a-z]+[A-Za-z.]*\b|FIREBASE_ERROR/g) ?? [], `${where}: no raw key`).toEqual([])
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isWider, `${where}: nothing sticks out`).toBe(false)
}

/** As who sees little has set it in their browser. */
export async function doubleLetters(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
}
