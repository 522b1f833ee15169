import type { Page } from '@playwright/test'
import { held } from '../held.ts'
import { newPhone } from '../people.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { typePhoneAndSend } from './login-steps.ts'

/** Deletes what the browser stores, as if this were a first visit. */
async function forgetAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

test('what Noura types, opens and chooses before the app is loaded is kept and done', async ({ page, server }) => {
  const app = '**/assets/app-*.js'
  await test.step('the list of countries waits visibly and opens', async () => {
    const letGo = await held(page, app)
    await page.goto(`${server.origin}/login?lang=en`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Country' }).click()
    await expect(page.locator('#country[aria-busy=true] .spin')).toBeVisible()
    letGo()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
  await test.step('her text and her press', async () => {
    const letGo = await held(page, app)
    await page.goto(`${server.origin}/login?lang=en`, { waitUntil: 'commit' })
    await typePhoneAndSend(page, newPhone())
    await expect(page.getByRole('button', { name: 'Sending the code…' })).toHaveAttribute('aria-busy', 'true')
    letGo()
    await expect(page.getByLabel('Verification code')).toBeFocused()
    await expect(page.getByText(/\+971 50/)).toBeVisible()
  })
  await test.step('the app starts in the other language', async () => {
    await forgetAll(page)
    const letGo = await held(page, app)
    await page.goto(`${server.origin}/login`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'English' }).click()
    letGo()
    await expect(page.getByRole('heading', { name: 'Step by Step' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  })
})

test('if a file is not loaded the page says so, and continues with the typed text and the press', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST, /Failed to fetch/)
  for (const file of ['index', 'app', 'en'])
    await test.step(file, async () => {
      await page.route(`**/assets/${file}-*.js`, route => route.abort('connectionreset'))
      await page.goto(`${server.origin}/login?lang=en`)
      await typePhoneAndSend(page, newPhone())
      await expect(page.getByRole('alert')).toHaveText(
        'Some files did not arrive. They are asked for again, and what you typed stays.',
      )
      await page.unroute(`**/assets/${file}-*.js`)
      // The page also tries again without this event, and may reload itself at this moment.
      await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {})
      await expect(page.getByLabel('Verification code')).toBeFocused()
      await expect(page.getByText(/\+971 50/)).toBeVisible()
      await forgetAll(page)
    })
})
