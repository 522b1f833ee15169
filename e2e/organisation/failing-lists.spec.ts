import type { Page } from '@playwright/test'
import { expectGoodInBoth, expectGoodOnBoth, inBothLanguages } from '../good-screens.ts'
import type { Language } from '../lessons/lesson-walk.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner } from '../people.ts'
import { goInside } from '../study.ts'
import { expect } from '../test.ts'
import { writeReportRows } from './report-rows.ts'

const texts = {
  ar: {
    again: /^(إعادة المحاولة|محاولة أخرى)$/,
    days: 'الأيام',
    showLast: /^عرض ما سبق: .*آخر ٣٠ يومًا.*حتى /,
    asOf: /^حتى .*، بلا اتصال/,
  },
  en: {
    again: 'Try again',
    days: 'Days',
    showLast: /^Show again: .*Last 30 days.*as of /,
    asOf: /^As of .*, offline/,
  },
} as const

/** Screens whose list the server fails to give: first in Arabic, then other screens and the reports in English. */
const LISTS = [
  ['/org', 'home'],
  ['/org/people', 'people'],
  ['/org/search?q=a', 'search'],
  ['/org/team', 'team'],
  ['/org/invite', 'invitations'],
  ['/org/courses', 'courses'],
  ['/org/log', 'log'],
  ['/org/reports', 'reports/overview'],
  ['/org/reports/silent', 'reports/silent'],
] as const

/**
 * The first two tries of a call fail. The third try gets no answer: nobody should wait for it. The returned function
 * lets calls work again after the press. Until the press it answers no call, because a late try could load the list by
 * itself.
 */
async function failCalls(page: Page): Promise<(press: () => Promise<void>) => Promise<void>> {
  const isList = ({ pathname }: URL) => pathname.startsWith('/org/v1/') && pathname !== '/org/v1/me'
  const pressed = Promise.withResolvers<void>()
  const tries = new Map<string, number>()
  let works = false
  await page.route(isList, async route => {
    if (works) return pressed.promise.then(() => route.continue())
    const url = route.request().url()
    const count = (tries.get(url) ?? 0) + 1
    tries.set(url, count)
    if (count < 3) await route.fulfill({ status: 500, json: { success: false } })
  })
  return async press => {
    works = true
    await press()
    pressed.resolve()
  }
}

test('what the server fails to give is said in words, before the last try, and comes by one press', async ({
  own,
  page,
}) => {
  const reem = await firstOwner(own)
  await writeReportRows(own, 'first-aid-ar-cuts')
  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org/settings`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await inBothLanguages(page, async language => {
    for (const [path, name] of language === 'ar' ? LISTS.slice(0, 5) : LISTS.slice(5))
      await test.step(name, () => failAndHeal(page, { path, name, language }))
  })
  await test.step('a list that was seen before stands, with its time', () => returnOffline(page))
  await test.step('other choices without a connection stand above no figures of the last ones', () =>
    chooseOffline(page))
})

/** Comes back to each of these screens without a connection. */
async function returnOffline(page: Page): Promise<void> {
  const shown = (await page.locator('html').getAttribute('lang')) === 'en' ? 'en' : 'ar'
  await page.route('**/org/v1/**', route => route.abort())
  for (const path of ['/org/people', '/org/team', '/org/log']) {
    await goInside(page, path)
    await expect(page.getByRole('status').filter({ hasText: texts[shown].asOf }), path).toBeVisible()
    await expect(page.locator('main :is(tbody tr, li)').first(), path).toBeVisible()
  }
  await page.unroute('**/org/v1/**')
}

async function failAndHeal(page: Page, { path, name, language }: { path: string; name: string; language: Language }) {
  const again = page.getByRole('button', { name: texts[language].again }).first()
  const healBy = await failCalls(page)
  const answered = page.waitForResponse(response => response.status() === 500)
  await goInside(page, path)
  await answered
  await expect(page.getByRole('alert').first(), name).toBeVisible()
  await expect(again, name).toBeVisible()
  await expect(page.locator('main .skeleton'), name).toHaveCount(0)
  await expectGoodOnBoth(page, `${name} that cannot be loaded, ${language}`)
  await healBy(() => again.click())
  await expect(page.getByRole('alert'), name).toHaveCount(0)
  // For the first figures, the server starts a thread.
  await expect(page.locator('main .skeleton'), name).toHaveCount(0, { timeout: 40_000 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

async function chooseOffline(page: Page): Promise<void> {
  const shown = (await page.locator('html').getAttribute('lang')) === 'en' ? 'en' : 'ar'
  await goInside(page, '/org/reports')
  const bar = page.locator('.track').first()
  await expect(bar).toBeVisible()

  // The server answers late.
  const gone = Promise.withResolvers<void>()
  await page.route('**/org/v1/reports/**', async route => {
    await gone.promise
    await route.abort()
  })
  const days = (language: Language) => page.getByRole('combobox', { name: texts[language].days })
  await days(shown).selectOption('7')
  await expect(page).toHaveURL(/days=7/)
  // The last figures stay, dimmed, until the app knows that no new figures come.
  await expect(page.locator('.report-body')).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('.report-body > *').first()).toHaveCSS('opacity', '0.45')
  gone.resolve()
  await expect(page.getByRole('button', { name: texts[shown].showLast })).toBeVisible({ timeout: 4000 })
  await expect(page.locator('.track')).toHaveCount(0)
  const present = await expectGoodInBoth(page, 'other choices without a connection', async language => {
    await expect(page.getByRole('button', { name: texts[language].showLast })).toBeVisible()
    await expect(days(language)).toHaveValue('7')
  })
  const back = page.getByRole('button', { name: texts[present].showLast })
  await back.click()
  await expect(bar).toBeVisible()
  await expect(days(present)).toHaveValue('30')
  await days(present).selectOption('7')
  await expect(back).toBeVisible()

  await page.unroute('**/org/v1/reports/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(back).toBeHidden()
  await expect(bar).toBeVisible()
}
