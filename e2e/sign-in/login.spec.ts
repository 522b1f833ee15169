import type { Page, Route } from '@playwright/test'
import { blockCommand } from '../../api/commands/people/block.ts'
import { eraseCommand } from '../../api/commands/people/erase.ts'
import { getSettings } from '../../contract/settings.ts'
import { signOut } from '../../contract/sign-in/session.ts'
import { command } from '../command.ts'
import { expectGood } from '../good-screens.ts'
import { mainButton } from '../lessons/lesson-walk.ts'
import { bringIn, codeSentTo, codesSentTo, newPhone, personByPhone } from '../people.ts'
import { storedText } from '../shared-phone/people.ts'
import { finishPage, lessonPath } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { askForCode, phoneField, typePhoneAndSend } from './login-steps.ts'

const codeField = (page: Page) => page.getByLabel('Verification code')
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true })

async function changePhone(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change the phone number' }).click()
}

async function signOutByMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(phoneField(page)).toBeVisible()
}

test('a new person signs in by phone, with the wished mentor', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const [phone, noura] = [newPhone(), await personByPhone(server)]
  const requests: string[] = []
  const loads: string[] = []
  const events: string[] = []
  const ofGoogle: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (/firebase|google|recaptcha/i.test(request.url())) ofGoogle.push(request.url())
    if (/uniquePhone|sendCode/.test(pathname)) requests.push(pathname + search)
    if (/courses\/step-by-step|\/user\//.test(pathname)) loads.push(pathname.replace(/user\/.*/, 'user'))
    if (pathname.includes('/user/'))
      expect(request.postDataJSON()).toMatchObject({ responderId: 12, phoneNumber: phone })
    if (!pathname.endsWith('/analytics/v1/events')) return
    for (const { name, params } of request.postDataJSON().events) if (name === 'authError') events.push(params.code)
  })
  const response = await page.goto(`${server.origin}/login?lang=en&rid=12&x=1`)
  await test.step('the phone is looked up before the code is sent, with a plus that survives the URL', async () => {
    await askForCode(page, phone)
    expect(requests).toEqual([`/auth/v1/uniquePhone?phone=%2B${phone.slice(1)}`, '/identity/v1/sendCode'])
  })
  await test.step('only a new person is asked for a name', async () => {
    await expect(page.getByLabel(/^Name/)).toBeVisible()
    await changePhone(page)
    // A phone gets one code in half a minute. But the limits of this server are higher, so this phone gets another one.
    await askForCode(page, noura.phone)
    await expect(page.getByLabel(/^Name/)).toHaveCount(0)
    await changePhone(page)
    await askForCode(page, phone)
  })
  await test.step('a wrong code is an error and counted as one; Arabic digits sign in', async () => {
    const code = codeSentTo(server, phone)
    await codeField(page).fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
    await logIn(page).click()
    await expect(page.getByText('Wrong code. Try again.')).toBeVisible()
    await expect.poll(() => events.join()).toContain('invalid-verification-code')
    await codeField(page).fill(code.replace(/\d/g, digit => String.fromCharCode(0x660 + Number(digit))))
    await logIn(page).click()
    await expect(page).toHaveURL(`${server.origin}/?lang=en&rid=12&x=1`)
  })
  await test.step('courses and user are loaded exactly once by a sign-in', async () => {
    await expect(page.locator('.course').first()).toBeVisible()
    expect(loads.sort()).toEqual(['/disciple/v2/courses/step-by-step', '/disciple/v2/user'])
  })
  await test.step('without Firebase nothing of it is loaded, and the content security policy forbids it', async () => {
    expect(ofGoogle).toEqual([])
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).not.toMatch(/google|unsafe/)
    expect(policy).toContain("require-trusted-types-for 'script'")
  })
})

test('each failure of the network and the server is said, and the sign-in continues', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const alert = page.getByRole('alert')
  const send = page.getByRole('button', { name: 'Send verification code' })
  await page.clock.install()
  await page.goto(`${server.origin}/login?lang=en`)
  await test.step('without a network the sign-in says so and continues when it is back', async () => {
    await expect(page.getByRole('button', { name: 'Country' })).toBeEnabled()
    await context.setOffline(true)
    await typePhoneAndSend(page, newPhone())
    await expect(alert).toContainText('A network error has occurred')
    await context.setOffline(false)
    // On a busy machine the browser notices the network later than the test.
    await page.waitForFunction(path => fetch(path).then(Boolean, () => false), getSettings.path)
    await send.click()
    await expect(codeField(page)).toBeFocused()
    await changePhone(page)
  })
  const phone = newPhone()
  await test.step('a call without a response is given up after half a minute, and can be tried again', async () => {
    let isDeaf = true
    await page.route('**/identity/v1/sendCode', route => (isDeaf ? undefined : route.continue()))
    const codeRequest = page.waitForRequest('**/identity/v1/sendCode')
    await typePhoneAndSend(page, phone)
    await codeRequest
    await page.clock.runFor(31_000)
    await expect(alert).toHaveText('A network error has occurred')
    isDeaf = false
    await send.click()
    await expect(codeField(page)).toBeFocused()
  })
  await test.step('if the user cannot be loaded the sign-in shows 0318, and another press tries only that again', async () => {
    await page.route('**/disciple/v2/user/**', route => route.fulfill({ status: 500, json: { success: false } }))
    await codeField(page).fill(codeSentTo(server, phone))
    await logIn(page).click()
    await expect(alert).toContainText('Error during login. Code: 0318', { timeout: 20_000 })
    await page.unroute('**/disciple/v2/user/**')
  })
  await test.step("an account that is blocked meanwhile gets that error after the code, in the server's text", async () => {
    const blocked = { success: false, error: { code: 'auth/login-blocked', message: 'Ask Salma.' } }
    await page.route('**/disciple/v2/user/**', route => route.fulfill({ status: 403, json: blocked }))
    await logIn(page).click()
    await expect(alert).toHaveText('Ask Salma.')
    await page.unroute('**/disciple/v2/user/**')
    await logIn(page).click()
    await expect(page).toHaveURL(/\/\?lang=en$/)
    await signOutByMenu(page)
  })
  await test.step('a session without a uid is tried once more, and then 0311 is shown', async () => {
    const other = newPhone()
    const renewed: string[] = []
    await page.route('**/identity/v1/refreshToken', async route => {
      renewed.push(route.request().postData() ?? '')
      await (renewed.length === 1 ? route.abort() : route.continue())
    })
    await page.route('**/identity/v1/confirmCode', async route => {
      const response = await route.fetch()
      const answer = await response.json()
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, uid: '' } } })
    })
    await askForCode(page, other)
    await codeField(page).fill(codeSentTo(server, other))
    await logIn(page).click()
    await expect(alert).toContainText('Error during login. Code: 0311')
    await changePhone(page)
    await askForCode(page, other)
    // The phone is known now: the code is sent by itself.
    await codeField(page).fill(codeSentTo(server, other))
    await expect(page).toHaveURL(/\/\?lang=en$/)
    expect(renewed).toHaveLength(2)
  })
})

/** The server gets the request and does its work; its response never arrives. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

test('a person whose session was ended elsewhere sees that, until somebody signs in', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personByPhone(server)
  await bringIn(page, noura)
  await page.goto(`${server.origin}/?lang=en`)
  await expect(page.locator('.bar')).toBeVisible()
  await noura.call(signOut, {})
  await page.reload()
  await expect(page.getByText('Your login on this device has ended. Please log in again')).toBeVisible()
  await test.step('lost responses cost neither a second SMS nor the code, also after a reload', async () => {
    const sentBefore = codesSentTo(server, noura.phone)
    const alert = page.getByRole('alert')
    await page.route('**/identity/v1/sendCode', loseAnswer, { times: 1 })
    await typePhoneAndSend(page, noura.phone)
    await expect(alert).toHaveText('A network error has occurred')
    await page.getByRole('button', { name: 'Send verification code' }).click()
    await expect(codeField(page)).toBeFocused()
    const code = codeSentTo(server, noura.phone)

    await page.route('**/identity/v1/confirmCode', loseAnswer, { times: 1 })
    await codeField(page).fill(code)
    await expect(alert).toHaveText('A network error has occurred')
    // The login page of a Wi-Fi network replies instead of the server.
    const wifi = { contentType: 'text/html', body: '<!doctype html><h1>Log in to the Wi-Fi</h1>' }
    await page.route('**/disciple/v2/user/**', route => route.fulfill(wifi))
    await logIn(page).click()
    const words = 'Error during login. Code: 0318. A network error has occurred'
    await expect(alert).toHaveText(words, { timeout: 20_000 })
    await page.reload()
    await expect(page.getByText('The code you got is still good. It goes here.')).toBeVisible()
    await page.unroute('**/disciple/v2/user/**')
    await codeField(page).fill(code)
    await expect(page).toHaveURL(/\/\?lang=en$/)
    expect(codesSentTo(server, noura.phone)).toBe(sentBefore + 1)
    expect(await page.evaluate(() => Object.values(sessionStorage).join(' '))).not.toContain(code)
  })
  await expect(page.locator('.bar')).toBeVisible()
  await signOutByMenu(page)
  await expect(page.getByText('Your login on this device has ended')).toHaveCount(0)

  // The operator blocks the account while a screen is open: the screen says so without a press.
  await askForCode(page, noura.phone)
  await codeField(page).fill(codeSentTo(server, noura.phone))
  await expect(page.locator('.bar')).toBeVisible()
  await command(server, blockCommand, '--phone', noura.phone)
  await expect(page.getByText('Your login on this device has ended: this account is blocked.')).toBeVisible()

  await test.step('of an erased account nothing stays on the phone, not even what was not sent', async () => {
    const yousef = await personByPhone(server)
    await finishPage(yousef, 'first-aid-en-cuts', 'pressure')
    await bringIn(page, yousef)
    await page.route('**/log', route => route.abort())
    await page.goto(server.origin + lessonPath('first-aid-en-cuts', 3))
    await page.getByRole('radio').nth(1).check()
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/4$/)
    await expect.poll(() => storedText(page)).toContain('"kind":"page-log"')
    await command(server, eraseCommand, '--phone', yousef.phone, '--now')
    await expect(page.getByText('This account was erased.')).toBeVisible()
    await expect.poll(() => storedText(page)).not.toContain('first-aid-en')
  })

  await test.step('a browser that refuses to store anything says so beforehand, and what helps', async () => {
    const visit = await page.context().newPage()
    await visit.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { get: refuse })
    })
    for (const [language, words] of [
      ['en', 'This browser stores nothing, so it asks you to log in at every visit.'],
      ['ar', 'هذا المتصفّح لا يحفظ شيئًا'],
    ]) {
      await visit.goto(`${server.origin}/login?lang=${language}`)
      await expect(visit.getByRole('status').filter({ hasText: words })).toBeVisible()
    }
    await expectGood(visit, 'a browser that stores nothing')
    await visit.close()
  })
})
