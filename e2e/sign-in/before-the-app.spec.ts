import { newPhone } from '../people.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { typePhoneAndSend } from './login-steps.ts'

test("Noura's text and presses before the app is loaded are kept and done", async ({ page, server }) => {
  await page.route('**/assets/app-*.js', async route => {
    await new Promise(resolve => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.goto(`${server.origin}/login?lang=en`, { waitUntil: 'commit' })
  await typePhoneAndSend(page, newPhone())
  await expect(page.getByRole('button', { name: 'Sending the code…' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByLabel('Verification code')).toBeFocused()
  await expect(page.getByText(/\+971 50/)).toBeVisible()
})

test('the list of countries, opened before the app is loaded, waits visibly and opens', async ({ page, server }) => {
  await page.route('**/assets/app-*.js', async route => {
    await new Promise(resolve => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.goto(`${server.origin}/login?lang=en`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Country' }).click()
  await expect(page.locator('#country[aria-busy=true] .spin')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeVisible()
})

for (const file of ['index', 'app', 'en']) {
  test(`if ${file} is not loaded the page says so, and continues with the typed text and the press`, async ({
    page,
    server,
    watch,
  }) => {
    watch.expected.push(FAILED_REQUEST, /Failed to fetch/)
    await page.route(`**/assets/${file}-*.js`, route => route.abort('connectionreset'))
    await page.goto(`${server.origin}/login?lang=en`)
    await typePhoneAndSend(page, newPhone())
    await expect(page.getByRole('alert')).toHaveText(
      'Some files did not arrive. They are asked for again, and what you typed stays.',
    )
    await page.unroute(`**/assets/${file}-*.js`)
    // Without it the page tries again, too, or reloads itself at this moment.
    await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {})
    await expect(page.getByLabel('Verification code')).toBeFocused()
    await expect(page.getByText(/\+971 50/)).toBeVisible()
  })
}

test('the app starts in the other language if it was chosen before the app is loaded', async ({ page, server }) => {
  await page.route('**/assets/app-*.js', async route => {
    await new Promise(resolve => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.goto(`${server.origin}/login`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Step by Step' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
})
