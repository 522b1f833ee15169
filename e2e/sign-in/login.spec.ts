import type { Route } from '@playwright/test'
import { signOut } from '../../contract/sign-in/session.ts'
import { bringIn, codeSentTo, codesSentTo, newPhone, personByPhone } from '../people.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { askForCode, phoneField, typePhoneAndSend } from './login-steps.ts'

test('the phone is looked up before the code is sent, with a plus that survives the URL', async ({ page, server }) => {
  const asked: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (/uniquePhone|sendCode/.test(pathname)) asked.push(pathname + search)
  })
  const phone = newPhone()
  await page.goto(`${server.origin}/login?lang=en`)
  await askForCode(page, phone)
  expect(asked).toEqual([`/auth/v1/uniquePhone?phone=%2B${phone.slice(1)}`, '/identity/v1/sendCode'])
})

test('only a new person is asked for a name', async ({ page, server }) => {
  const noura = await personByPhone(server)
  await page.goto(`${server.origin}/login?lang=en`)
  await askForCode(page, newPhone())
  await expect(page.getByLabel(/^Name/)).toBeVisible()
  await page.getByRole('button', { name: 'Change the phone number' }).click()
  // A phone gets one code in half a minute. This one had its code at its first sign-in, and limits are higher here.
  await askForCode(page, noura.phone)
  await expect(page.getByLabel(/^Name/)).toHaveCount(0)
})

test('a wrong code is an error and counted as one; Arabic digits sign in', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const events: string[] = []
  page.on('request', request => {
    if (!request.url().endsWith('/analytics/v1/events')) return
    for (const { name, params } of request.postDataJSON().events) if (name === 'authError') events.push(params.code)
  })
  const phone = newPhone()
  await page.goto(`${server.origin}/login?lang=en&x=1`)
  await askForCode(page, phone)
  const code = codeSentTo(server, phone)
  const field = page.getByLabel('Verification code')
  await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Wrong code. Try again.')).toBeVisible()
  await expect.poll(() => events.join()).toContain('invalid-verification-code')
  await field.fill(code.replace(/\d/g, digit => String.fromCharCode(0x660 + Number(digit))))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${server.origin}/?lang=en&x=1`)
})

/** The server gets the request and does its work; its response never arrives. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

test('lost responses cost neither a second SMS nor the code, also after a reload', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personByPhone(server)
  const sentBefore = codesSentTo(server, noura.phone)
  const alert = page.getByRole('alert')
  const field = page.getByLabel('Verification code')
  const logIn = page.getByRole('button', { name: 'Log in', exact: true })
  await page.goto(`${server.origin}/login?lang=en`)
  await page.route('**/identity/v1/sendCode', loseAnswer, { times: 1 })
  await typePhoneAndSend(page, noura.phone)
  await expect(alert).toHaveText('A network error has occurred')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect(field).toBeFocused()
  const code = codeSentTo(server, noura.phone)

  await page.route('**/identity/v1/confirmCode', loseAnswer, { times: 1 })
  await field.fill(code)
  await expect(alert).toHaveText('A network error has occurred')
  await page.route('**/disciple/v2/user/**', route => route.abort())
  await logIn.click()
  await expect(alert).toContainText('Error during login. Code: 0318', { timeout: 20_000 })
  await page.reload()
  await expect(page.getByText('The code you got is still good. It goes here.')).toBeVisible()
  await page.unroute('**/disciple/v2/user/**')
  await field.fill(code)
  await expect(page).toHaveURL(/\/\?lang=en$/)
  expect(codesSentTo(server, noura.phone)).toBe(sentBefore + 1)
  expect(await page.evaluate(() => Object.values(sessionStorage).join(' '))).not.toContain(code)
})

test('without a network the sign-in says so and continues when it is back', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await page.goto(`${server.origin}/login?lang=en`)
  await expect(page.getByRole('button', { name: 'Country' })).toBeEnabled()
  await context.setOffline(true)
  await typePhoneAndSend(page, newPhone())
  await expect(page.getByRole('alert')).toContainText('A network error has occurred')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect(page.getByLabel('Verification code')).toBeFocused()
})

test('if the user cannot be loaded the sign-in shows 0318, and another press tries only that again', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const phone = newPhone()
  await page.route('**/disciple/v2/user/**', route => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto(`${server.origin}/login?lang=en`)
  await askForCode(page, phone)
  await page.getByLabel('Verification code').fill(codeSentTo(server, phone))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Error during login. Code: 0318', { timeout: 20_000 })
  await page.unroute('**/disciple/v2/user/**')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/\?lang=en$/)
})

test('a session whose owner cannot be loaded is tried once more, and then 0311 is shown', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const phone = newPhone()
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
  await page.goto(`${server.origin}/login?lang=en`)
  await askForCode(page, phone)
  await page.getByLabel('Verification code').fill(codeSentTo(server, phone))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Error during login. Code: 0311')
  await page.getByRole('button', { name: 'Change the phone number' }).click()
  await askForCode(page, phone)
  // The phone is known now: the code is sent by itself.
  await page.getByLabel('Verification code').fill(codeSentTo(server, phone))
  await expect(page).toHaveURL(/\/\?lang=en$/)
  expect(renewed).toHaveLength(2)
})

test("an account that is blocked meanwhile gets that error after the code, in the server's text", async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const phone = newPhone()
  const blocked = { success: false, error: { code: 'auth/login-blocked', message: 'Ask Salma.' } }
  await page.route('**/disciple/v2/user/**', route => route.fulfill({ status: 403, json: blocked }))
  await page.goto(`${server.origin}/login?lang=en`)
  await askForCode(page, phone)
  await page.getByLabel('Verification code').fill(codeSentTo(server, phone))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Ask Salma.')
})

test('courses and user are loaded exactly once by a sign-in, with the wished mentor', async ({ page, server }) => {
  const loads: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (/courses\/step-by-step|\/user\//.test(pathname)) loads.push(pathname.replace(/user\/.*/, 'user'))
    if (pathname.includes('/user/'))
      expect(request.postDataJSON()).toMatchObject({ responderId: 12, phoneNumber: phone })
  })
  const phone = newPhone()
  await page.goto(`${server.origin}/login?lang=en&rid=12`)
  await askForCode(page, phone)
  await page.getByLabel('Verification code').fill(codeSentTo(server, phone))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.locator('.course').first()).toBeVisible()
  expect(loads.sort()).toEqual(['/disciple/v2/courses/step-by-step', '/disciple/v2/user'])
})

test('a call without a response is given up after half a minute, and can be tried again', async ({ page, server }) => {
  await page.clock.install()
  await page.goto(`${server.origin}/login?lang=en`)
  let isDeaf = true
  await page.route('**/identity/v1/sendCode', route => (isDeaf ? undefined : route.continue()))
  const asked = page.waitForRequest('**/identity/v1/sendCode')
  const phone = newPhone()
  await typePhoneAndSend(page, phone)
  await asked
  await page.clock.runFor(31_000)
  await expect(page.getByRole('alert')).toHaveText('A network error has occurred')
  isDeaf = false
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect(page.getByLabel('Verification code')).toBeFocused()
})

test('a person whose session was ended elsewhere sees that, until somebody signs in', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personByPhone(server)
  await bringIn(page, noura)
  await page.goto(`${server.origin}/`)
  await expect(page.locator('.bar')).toBeVisible()
  await noura.call(signOut, {})
  await page.reload()
  await expect(page.getByText('Your login on this device has ended. Please log in again')).toBeVisible()
  await askForCode(page, noura.phone)
  await page.getByLabel('Verification code').fill(codeSentTo(server, noura.phone))
  await expect(page.locator('.bar')).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(phoneField(page)).toBeVisible()
  await expect(page.getByText('Your login on this device has ended')).toHaveCount(0)

  // Blocked by the operator while a screen is open: it says so without a press.
  await askForCode(page, noura.phone)
  await page.getByLabel('Verification code').fill(codeSentTo(server, noura.phone))
  await expect(page.locator('.bar')).toBeVisible()
  await server.admin('block', '--phone', noura.phone)
  await expect(page.getByText('Your login on this device has ended: this account is blocked.')).toBeVisible()
})
