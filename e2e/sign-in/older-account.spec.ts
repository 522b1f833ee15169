import { codeSentTo, newPhone, registered } from '../people.ts'
import { eventsOf } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { askForCode } from './login-steps.ts'

test('a new person is asked about an older account, and all mistakes are shown at once', async ({ page, server }) => {
  const calls: string[] = []
  await page.goto(`${server.origin}/login?lang=en`)
  await askForCode(page, newPhone())
  page.on('request', request => {
    if (/ByEmail|confirmCode/.test(request.url())) calls.push(request.url())
  })
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect(email).toHaveCount(0)
  await page.getByLabel('Yes', { exact: true }).check()
  await expect(page.getByText('Enter your old email and you keep your progress.')).toBeVisible()
  await expect(page.locator('#password')).toHaveCount(0)
  await email.fill('noura')
  await expect(page.locator('#password')).toBeVisible()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.locator('#code-error')).toHaveText('Required')
  await expect(page.locator('#email-error')).toHaveText('Invalid email')
  await expect(page.locator('#password-error')).toHaveText('Required')
  await expect(page.getByLabel('Verification code')).toBeFocused()
  await email.fill('')
  await expect(page.locator('#password')).toHaveCount(0)
  await email.fill('noura@example.org')
  await page.getByLabel('No', { exact: true }).check()
  await expect(email).toHaveCount(0)
  await page.getByLabel('Yes', { exact: true }).check()
  await expect(email).toHaveValue('')
  expect(calls).toEqual([])
})

test('merging with an older account makes the calls in their order, and counts as account_link', async ({
  page,
  server,
}) => {
  const events = eventsOf(page)
  const calls: string[] = []
  page.on('request', request => {
    const call = /identity\/v1\/(signInByEmail|linkPhone|confirmCode|linkEmail)$/.exec(request.url())?.[1]
    if (call) calls.push(call)
  })
  const credential = await registered(server)
  const phone = newPhone()
  await page.goto(`${server.origin}/login?lang=en`)
  await askForCode(page, phone)
  await page.getByLabel('Verification code').fill(codeSentTo(server, phone))
  await page.getByLabel('Yes', { exact: true }).check()
  await page.getByRole('textbox', { name: 'Email' }).fill(credential.email)
  await page.locator('#password').fill(credential.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/\?lang=en$/)
  expect(calls).toEqual(['signInByEmail', 'linkPhone'])
  await expect.poll(() => events).toContainEqual({ name: 'account_link', params: { method: 'email' } })
})

test('if the response that merged them is lost, another press signs in all the same', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { person: noura, ...credential } = await registered(server)
  const phone = newPhone()
  await page.goto(`${server.origin}/login?lang=en`)
  await askForCode(page, phone)
  await page.route('**/identity/v1/linkPhone', async route => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('Noura')
  await page.getByLabel('Yes', { exact: true }).check()
  await page.getByRole('textbox', { name: 'Email' }).fill(credential.email)
  // The answers beside the code survive a reload, except the password.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Noura')
  await expect(page.getByLabel('Yes', { exact: true })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(credential.email)
  await page.getByLabel('Verification code').fill(codeSentTo(server, phone))
  await page.locator('#password').fill(credential.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('A network error has occurred')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/\?lang=en$/)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('sbs.session') ?? '{}').uid)).toBe(noura.session.uid)
})
