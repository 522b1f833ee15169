import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

export const sizes = { phone: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } }

/** No barrier that axe can see on the screen, or in the part of it that `within` selects. */
export async function expectNoBarrier(page: Page, where: string, within = 'html'): Promise<void> {
  // A screen that is still sliding in has half its colours.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(animation => animation.finished)))
  // Half a megabyte, so a document gets it once. As an expression, which the page's content security policy allows.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const barriers = await page.evaluate(async selector => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const context = selector === 'html' ? document : selector
    const { violations } = await axe.run(context, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, within)
  expect(barriers, where).toEqual([])
}

/** No barrier, no key in place of a text, nothing wider than the screen. */
export async function expectGood(page: Page, where: string): Promise<void> {
  await expectNoBarrier(page, where)
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
