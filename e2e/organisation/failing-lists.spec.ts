import type { Page } from '@playwright/test'
import { expectGoodOnBoth, sizeFor } from '../good-screens.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner } from '../people.ts'
import { expect } from '../test.ts'
import { writeReportRows } from './report-rows.ts'

const texts = {
  ar: {
    again: /^(إعادة المحاولة|محاولة أخرى)$/,
    days: 'الأيام',
    showLast: /^عرض ما سبق: .*آخر ٣٠ يومًا.*حتى /,
  },
  en: {
    again: 'Try again',
    days: 'Days',
    showLast: /^Show again: .*Last 30 days.*as of /,
  },
} as const

/** Each has a list that the server fails to give. */
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
 * The first two tries of a call fail. The third one gets no answer: nobody should wait for it. The returned function
 * lets calls work again, and answers none before the press: a late try could bring the list by itself.
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

for (const language of ['ar', 'en'] as const) {
  const t = texts[language]

  test(`a list that the server fails to give says so before the last try, and comes by one press, in ${language}`, async ({
    own,
    page,
  }) => {
    await page.setViewportSize(sizeFor[language])
    const reem = await firstOwner(own)
    await bringIn(page, reem, language)
    for (const [path, name] of LISTS) {
      const healBy = await failCalls(page)
      const answered = page.waitForResponse(response => response.status() === 500)
      await page.goto(own.origin + path)
      await answered
      await expect(page.getByRole('alert').first(), name).toBeVisible()
      const again = page.getByRole('button', { name: t.again })
      await expect(again.first(), name).toBeVisible()
      await expect(page.locator('main .bones'), name).toHaveCount(0)
      await expectGoodOnBoth(page, `${name} that cannot be loaded`)
      await healBy(() => again.first().click())
      await expect(page.getByRole('alert'), name).toHaveCount(0)
      await expect(page.locator('main .skeleton'), name).toHaveCount(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })

  test(`other choices without a connection stand above no figures of the last ones once it fails, in ${language}`, async ({
    own,
    page,
  }) => {
    await page.setViewportSize(sizeFor[language])
    const reem = await firstOwner(own)
    await writeReportRows(own, `first-aid-${language}-cuts`)
    await bringIn(page, reem, language)
    await page.goto(`${own.origin}/org/reports`)
    const bar = page.locator('.track').first()
    await expect(bar).toBeVisible()

    // The server takes its time.
    const gone = Promise.withResolvers<void>()
    await page.route('**/org/v1/reports/**', async route => {
      await gone.promise
      await route.abort()
    })
    await page.getByRole('combobox', { name: t.days }).selectOption('7')
    await expect(page).toHaveURL(/days=7/)
    // Until it is known that none come, the last figures stay, dimmed.
    await expect(page.locator('.report-body')).toHaveAttribute('aria-busy', 'true')
    await expect(page.locator('.report-body > *').first()).toHaveCSS('opacity', '0.45')
    gone.resolve()
    const back = page.getByRole('button', { name: t.showLast })
    await expect(back).toBeVisible({ timeout: 4000 })
    await expect(page.locator('.track')).toHaveCount(0)
    await expectGoodOnBoth(page, 'other choices without a connection')
    await back.click()
    await expect(bar).toBeVisible()
    await expect(page.getByRole('combobox', { name: t.days })).toHaveValue('30')
    await page.getByRole('combobox', { name: t.days }).selectOption('7')
    await expect(back).toBeVisible()

    await page.unroute('**/org/v1/reports/**')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(back).toBeHidden()
    await expect(bar).toBeVisible()
  })
}

test('Reem opens the courses while the texts of the organisation do not arrive: she reads so, in words', async ({
  own,
  page,
}) => {
  const reem = await firstOwner(own)
  await bringIn(page, reem)
  const isOfOrganisation = ({ pathname }: URL) => /^\/assets\/en-.*\.js$/.test(pathname)
  await page.route(isOfOrganisation, async route => {
    const response = await route.fetch()
    if ((await response.text()).includes('Who did what')) await route.fulfill({ status: 503 })
    else await route.fulfill({ response })
  })
  await page.goto(`${own.origin}/org/courses`)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/\b(org|sides)\.\w/)
  // Other texts may still be on the way.
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'New course' })).toBeVisible()
})
