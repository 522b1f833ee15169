import type { Route } from '@playwright/test'
import { texts } from '../lessons/lesson-walk.ts'
import { bringIn, personOf } from '../people.ts'
import { settled } from '../settled.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

test('Noura changes the language without a network, and while texts of the menu are still coming: all is in the new one', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await bringIn(page, await personOf(server), 'ar')
  const { menu } = texts.ar.header
  await page.goto(`${server.origin}/?lang=ar`)
  await page.getByRole('link', { name: 'الخطوات الأولى' }).first().click()
  await test.step('without a network she reads so for a moment, and can press again', async () => {
    await page.getByRole('button', { name: menu }).click()
    const isCut = (route: Route) => route.abort()
    await page.route('**/assets/**/*en-*', isCut)
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('alert')).toHaveText(texts.ar.offline.title)
    await expect(page.getByRole('button', { name: 'English' })).toHaveAttribute('aria-busy', 'false')
    await page.unroute('**/assets/**/*en-*', isCut)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('button', { name: 'العربية' })).toBeVisible()
  })
  await test.step('the URLs of this visit name it, too', async () => {
    await expect(page).toHaveURL(/first-steps-ar\?lang=en$/)
    await page.goBack()
    await expect(page).toHaveURL(`${server.origin}/?lang=en`)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
  await page.goto(server.origin)
  // The app stores the language of a visit when it begins.
  await expect(page.getByRole('link', { name: 'الخطوات الأولى' }).first()).toBeVisible()
  for (const [first, last] of [
    ['ar', 'en'],
    ['en', 'ar'],
  ] as const)
    await test.step(`in ${last} last`, async () => {
      const gates = { ar: Promise.withResolvers<void>(), en: Promise.withResolvers<void>() }
      const urls = { ar: '', en: '' }
      // The switch for notifications comes after the menu, with texts of its own.
      await page.route('**/assets/ar-*.js', async route => {
        const response = await route.fetch()
        if ((await response.text()).includes(texts.ar.push.title)) {
          urls.ar = route.request().url()
          await gates.ar.promise
        }
        await route.fulfill({ response })
      })
      await page.route('**/assets/en-*.js', async route => {
        urls.en ||= route.request().url()
        await gates.en.promise
        await route.continue()
      })
      await page.evaluate(() => localStorage.setItem('sbs.language', 'ar'))
      await page.reload()
      await page.getByRole('button', { name: texts.ar.header.menu }).click()
      await page.getByRole('button', { name: 'English' }).click()
      await expect.poll(() => urls.ar && urls.en).not.toBe('')
      const came = page.waitForEvent('requestfinished', request => request.url() === urls[first])
      gates[first].resolve()
      await came
      gates[last].resolve()
      await expect(page.getByRole('dialog', { name: texts.en.header.menu })).toBeVisible()
      // A missing text would be reported in the console.
      await settled(page)
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await expect(page.getByRole('switch', { name: texts.en.push.title })).toBeVisible()
      await page.unrouteAll()
    })
})
