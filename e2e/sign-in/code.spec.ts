import type { Page } from '@playwright/test'
import { DAY } from '../../contract/time.ts'
import { held } from '../held.ts'
import { testWithoutWorker } from '../own-server.ts'
import { codeSentTo, newPhone, personByPhone } from '../people.ts'
import { expect, test } from '../test.ts'
import { askForCode, phoneField, typePhoneAndSend } from './login-steps.ts'

/** The waiting code that this tab stores. */
function waitingCode(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('sbs.waitingCode'))
}

/** The server's error after too many tries, with a number of seconds. */
function tooMany(code: string, seconds: number) {
  const json = { success: false, error: { code, message: 'Too many' } }
  return { status: 429, headers: { 'retry-after': String(seconds) }, json }
}

test('the same number entered again at once leads to the valid code, and costs no other', async ({ page, server }) => {
  const noura = await personByPhone(server)
  const sent: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/sendCode')) sent.push(request.url())
  })
  await page.goto(`${server.origin}/login?lang=en`)
  await askForCode(page, noura.phone)
  const code = codeSentTo(server, noura.phone)
  const field = page.getByLabel('Verification code')
  await test.step('the code step is there again after a reload', async () => {
    await field.pressSequentially(code.slice(0, 3))
    expect(Object.values(JSON.parse((await waitingCode(page)) ?? ''))).not.toContain(code.slice(0, 3))
    // The first paint shows this step: no phone field is visible before the app is loaded.
    const letGo = await held(page, '**/assets/app-*.js')
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Just the code now')
    await expect(phoneField(page)).toHaveCount(0)
    letGo()
    await expect(page.getByText('The code you got is still good. It goes here.')).toBeVisible()
    await expect(field).toBeFocused()
    await expect(page.getByText('We sent six digits to +971')).toBeVisible()
    await expect(page.getByRole('button', { name: /Send the code again in 0:\d\d/ })).toBeVisible()
  })
  await page.getByRole('button', { name: 'Change the phone number' }).click()
  await expect(phoneField(page)).toBeFocused()
  await page.reload()
  await askForCode(page, noura.phone)
  await expect(page.getByText('The code you got is still good. It goes here.')).toBeVisible()
  expect(sent).toHaveLength(1)
  await test.step('back and forward in the browser lead from one step to the other', async () => {
    await page.goBack()
    await expect(phoneField(page)).toBeFocused()
    await page.goForward()
    await expect(field).toBeFocused()
  })
  await test.step('another number typed meanwhile, or a code for another person in another tab, changes nothing', async () => {
    await page.goBack()
    await phoneField(page).fill('050 000 0000')
    await page.goForward()
    // In another tab, the same number leads to the step of the same code.
    const otherTab = await page.context().newPage()
    await otherTab.goto(`${server.origin}/login?lang=en`)
    await typePhoneAndSend(otherTab, noura.phone)
    await expect(otherTab.getByLabel('Verification code')).toBeFocused()
    await expect(otherTab.getByRole('alert')).toHaveCount(0)
    const sentTo = page.locator('label', { hasText: 'We sent six digits to' })
    await expect(sentTo).toContainText(noura.phone.slice(-4))
    await otherTab.getByRole('button', { name: 'Change the phone number' }).click()
    await askForCode(otherTab, newPhone())
    await page.reload()
    await expect(field).toBeFocused()
    await expect(sentTo).toContainText(noura.phone.slice(-4))
  })
  await test.step('the sixth digit sends the code, also as digits that are pasted from an Arabic SMS', async () => {
    const newest = codeSentTo(server, noura.phone)
    await field.fill(newest.replace(/\d/g, digit => String.fromCharCode(0x660 + Number(digit))))
    await expect(page).toHaveURL(/\/\?lang=en$/)
    expect(await waitingCode(page)).toBeNull()
  })
})

// The process of its own asks for challenges that take as long as those of a real server.
testWithoutWorker(
  'after too many codes and too many guesses Noura reads how long to wait, and comes in',
  async ({ page, ownProcess: server }) => {
    const noura = await personByPhone(server)
    const alert = page.getByRole('alert')
    const field = page.getByLabel('Verification code')
    const button = page.getByRole('button', { name: 'Log in', exact: true })
    await page.clock.install()
    await page.goto(`${server.origin}/login?lang=en`)
    await test.step('a number without a known code here shows the waiting time', async () => {
      await page.route('**/identity/v1/sendCode', route => route.fulfill(tooMany('auth/quota-exceeded', 3000)))
      await typePhoneAndSend(page, newPhone())
      await expect(alert).toHaveText('Too many codes were asked for. You can ask for a new one in 50 minutes.')
      await page.unroute('**/identity/v1/sendCode')
    })
    await test.step('too many codes: the waiting time is shown, and the last code is still good', async () => {
      await askForCode(page, noura.phone)
      await page.route('**/identity/v1/sendCode', route => route.fulfill(tooMany('auth/quota-exceeded', 232)))
      await page.clock.runFor(31_000)
      await page.getByRole('button', { name: 'Send the code again' }).click()
      await expect(alert).toContainText('Too many codes for this number')
      await expect(alert).toContainText('You can ask for a new one in 4 minutes. The last code you got is still good.')
      await expect(page.getByRole('button', { name: /Send the code again in 3:\d\d/ })).toBeDisabled()
      await expect(field).toBeFocused()
      await page.unroute('**/identity/v1/sendCode')
    })
    await test.step('on a phone whose clock was a day ahead and is set right meanwhile, the wait stays as it was', async () => {
      await page.clock.setSystemTime(Date.now() - DAY)
      await page.clock.runFor(1000)
      await expect(page.getByRole('button', { name: /Send the code again in 3:\d\d/ })).toBeDisabled()
    })
    const code = codeSentTo(server, noura.phone)
    await test.step('a wrong code leaves the field empty and focused; too many get the text for codes', async () => {
      await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
      await expect(page.locator('#code-error')).toHaveText('Wrong code. Try again.')
      await expect(field).toHaveValue('')
      await expect(field).toBeFocused()
      await page.route('**/identity/v1/confirmCode', route => route.fulfill(tooMany('auth/too-many-requests', 7200)))
      await field.fill(code)
      // The message about too many codes stays beside its button.
      await expect(alert.filter({ hasText: 'wrong codes' })).toHaveText(
        'Too many wrong codes were entered. You can try again in 2 hours.',
      )
      await page.unroute('**/identity/v1/confirmCode')
    })
    await test.step('after many wrong guesses, a harder challenge is solved in the background', async () => {
      const solutions: unknown[] = []
      const errorBody = { success: false, error: { code: 'auth/bot-check-required', message: '' } }
      await page.route('**/identity/v1/confirmCode', async route => {
        solutions.push(route.request().postDataJSON().solution)
        await (solutions.length === 1 ? route.fulfill({ status: 428, json: errorBody }) : route.continue())
      })
      await button.click()
      await expect(page.getByRole('button', { name: 'Checking the code…' })).toBeVisible()
      await expect(page).toHaveURL(/\/\?lang=en$/)
      expect(solutions).toEqual([undefined, expect.any(String)])
      await page.unroute('**/identity/v1/confirmCode')
    })
    await test.step('a code with too many wrong guesses is invalid, and another one signs in', async () => {
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
      const phone = newPhone()
      await askForCode(page, phone)
      const guessed = codeSentTo(server, phone)
      for (const guess of [1, 2, 3, 4, 5]) {
        await field.fill(String((Number(guessed) + guess) % 1_000_000).padStart(6, '0'))
        await button.click()
        await expect(page.locator('#code-error')).toBeVisible()
      }
      await field.fill(guessed)
      await button.click()
      await expect(page.locator('#code-error')).toHaveText('This code is no longer valid')
      await page.clock.runFor(31_000)
      await page.getByRole('button', { name: 'Send the code again' }).click()
      await expect(page.getByRole('button', { name: /in 0:\d\d/ })).toBeVisible()
      await field.fill(codeSentTo(server, phone))
      await button.click()
      await expect(page).toHaveURL(/\/\?lang=en$/)
    })
  },
)
