import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from './lessons/lesson-walk.ts'

/**
 * The minified file, because each document that is checked has to parse it. It is all ASCII here: for other letters the
 * browser takes two bytes for each letter of the script, and 0.04 s more.
 */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8').replace(
  /[\u0080-\uffff]/g,
  letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
)

export const sizes = { phone: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } }
/** The size of the screen in each language of a journey in both. `expectGoodOnBoth` checks the other size, too. */
export const sizeFor = { ar: sizes.phone, en: sizes.wide }

/**
 * Expects that axe finds no barrier on the screen, or in the part that `within` selects. `rule`: checks only this rule.
 */
export async function expectNoBarrier(page: Page, where: string, within = 'html', rule?: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await bringAxe(page)
  const barriers = await page.evaluate(
    async ([selector, rule]) => {
      // The colours of a screen that is still sliding in are not final.
      await Promise.allSettled(document.getAnimations().map(animation => animation.finished))
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const context = selector === 'html' ? document : selector
      // axe would load the stylesheets again, but only a rule that is off by default looks at them.
      const { violations } = await axe.run(context, {
        resultTypes: ['violations'],
        preload: { assets: ['media'] },
        ...(rule && { runOnly: rule }),
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    },
    [within, rule] as const,
  )
  expect(barriers, where).toEqual([])
}

/**
 * axe has half a megabyte, so each document gets it once. Playwright's `evaluate` would parse it here and give it to
 * `eval` in the page, which takes four times as long.
 */
async function bringAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: AXE })
  await session.detach()
}

/** Expects no barrier, no key in place of a text, no middle dot beside Arabic digits, nothing wider than the screen. */
export async function expectGood(page: Page, where: string): Promise<void> {
  await expectNoBarrier(page, where)
  await expectInPlace(page, where)
}

/**
 * Does the same, and checks on the other size that there is no key of a text and nothing wider than the screen. axe
 * takes long, and what it finds comes from the layout or from the texts, so it need not see each language on each size.
 */
export async function expectGoodOnBoth(page: Page, where: string): Promise<void> {
  await expectGood(page, where)
  const own = page.viewportSize() as Size
  const other = otherThan(own)
  await resize(page, other)
  await expectInPlace(page, `${where}, ${other.width} pixels wide`)
  await resize(page, own)
}

/**
 * Does the same, and stays on the other size, because to set a size takes as long as axe. A walk in both languages that
 * begins the second one on the other size shows each screen to axe on both sizes.
 */
export async function expectGoodAndTurn(page: Page, where: string): Promise<void> {
  await expectGood(page, where)
  const other = otherThan(page.viewportSize() as Size)
  await resize(page, other)
  await expectInPlace(page, `${where}, ${other.width} pixels wide`)
}

/**
 * Does the same in both languages. `expectTexts` checks the texts of a language. Returns the language in which the
 * journey goes on.
 */
export function expectGoodInBoth(
  page: Page,
  where: string,
  expectTexts: (language: Language) => Promise<void>,
): Promise<Language> {
  return inBothLanguages(page, async language => {
    await expectTexts(language)
    await expectGoodOnBoth(page, `${where}, ${language}`)
  })
}

/**
 * Walks in the language of the screen, switches in the menu, and walks in the other one: in Arabic on a phone, in
 * English on a wide screen. The app is loaded once, so the second walk takes about half of a journey of its own.
 * Returns the language in which the journey goes on.
 */
export async function inBothLanguages(page: Page, walk: (language: Language) => Promise<void>): Promise<Language> {
  const first: Language = (await page.locator('html').getAttribute('lang')) === 'en' ? 'en' : 'ar'
  const second = first === 'ar' ? 'en' : 'ar'
  await walk(first)
  await resize(page, sizeFor[second])
  await switchLanguage(page, second)
  await walk(second)
  return second
}

/** Switches the language at once: in the menu, or on a screen of the sign-in. */
async function switchLanguage(page: Page, to: Language): Promise<void> {
  const isSignIn = await page.locator('main.auth').isVisible()
  if (isSignIn) {
    await page.locator(`main.auth [lang=${to}]`).click()
    await expect(page.locator('html')).toHaveAttribute('lang', to)
    return
  }
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Menu|القائمة)/ })
    .click()
  await page.locator(`.drawer [lang=${to}]`).click()
  await expect(page.locator('html')).toHaveAttribute('lang', to)
  await page.keyboard.press('Escape')
  await expect(page.locator('.drawer')).toHaveCount(0)
}

type Size = { width: number; height: number }

const otherThan = ({ width }: Size): Size => (width === sizes.phone.width ? sizes.wide : sizes.phone)

async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForFunction(width => innerWidth === width, size.width)
}

async function expectInPlace(page: Page, where: string): Promise<void> {
  const [words, isWider] = await page.evaluate(
    () => [document.body.innerText, document.documentElement.scrollWidth > innerWidth] as const,
  )
  // An e-mail address, a URL or the name of a file looks like a key, but is no key.
  const text = words.replace(/\S+@\S+|https?:\S+|\S+\.(?:zip|yaml|svg|mp3)\b/g, '')
  expect(text.match(/\b[a-z]+\.[a-z]+[A-Za-z.]*\b|FIREBASE_ERROR/g) ?? [], `${where}: no raw key`).toEqual([])
  // Beside Arabic digits a middle dot reads as another zero.
  expect(text.match(/[٠-٩]\S* ·|· [٠-٩]/g) ?? [], `${where}: no middle dot`).toEqual([])
  expect(isWider, `${where}: nothing sticks out`).toBe(false)
}

/** Doubles the size of letters, as a person with weak eyes does in the browser, or sets the usual size again. */
export async function doubleLetters(page: Page, areDouble = true): Promise<void> {
  await page.evaluate(
    size => {
      document.documentElement.style.fontSize = size
    },
    areDouble ? '200%' : '',
  )
}

/** Expects that the ring around the focused element is not cut at its sides by the elements around it. */
export async function expectWholeRing(ringed: Locator): Promise<void> {
  await expect(ringed).toHaveCSS('outline-style', 'solid')
  const isCut = await ringed.evaluate(element => {
    const { outlineWidth, outlineOffset } = getComputedStyle(element)
    const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    const { left } = element.getBoundingClientRect()
    const cutting = (box: Element) => getComputedStyle(box).overflow !== 'visible'
    const around = (box: Element): Element[] => (box.parentElement ? [box, ...around(box.parentElement)] : [])
    return around(element.parentElement as Element).some(
      box => cutting(box) && box.getBoundingClientRect().left > left - ring,
    )
  })
  expect(isCut).toBe(false)
}
