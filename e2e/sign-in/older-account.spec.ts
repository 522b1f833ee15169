import { texts } from '../lessons/lesson-walk.ts'
import { codeSentTo, newPhone, registered } from '../people.ts'
import { eventsOf } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { uidIn } from './auth-screens.ts'
import { askForCode } from './login-steps.ts'

test('a new person is asked about an older account, which is merged after all mistakes, also if a response is lost', async ({
  page,
  server,
  watch,
}) => {
  const events = eventsOf(page)
  const calls: string[] = []
  page.on('request', request => {
    const call = /identity\/v1\/(\w*ByEmail|linkPhone|confirmCode|linkEmail)$/.exec(request.url())?.[1]
    if (call) calls.push(call)
  })
  const [email, password] = [page.getByRole('textbox', { name: 'Email' }), page.locator('#password')]
  const [yes, no] = [page.getByLabel('Yes', { exact: true }), page.getByLabel('No', { exact: true })]
  const code = page.getByLabel('Verification code')
  const logIn = page.getByRole('button', { name: 'Log in', exact: true })
  const phone = newPhone()
  await page.goto(`${server.origin}/login?lang=en`)
  await test.step('all mistakes are shown at once', async () => {
    await askForCode(page, phone)
    await expect(email).toHaveCount(0)
    await yes.check()
    await expect(page.getByText('Enter your old email and you keep your progress.')).toBeVisible()
    await expect(password).toHaveCount(0)
    await email.fill('noura')
    await expect(password).toBeVisible()
    await logIn.click()
    await expect(page.locator('#code-error')).toHaveText('Required')
    await expect(page.locator('#email-error')).toHaveText('Invalid email')
    await expect(page.locator('#password-error')).toHaveText('Required')
    await expect(code).toBeFocused()
    await email.fill('')
    await expect(password).toHaveCount(0)
    await email.fill('noura@example.org')
    await no.check()
    await expect(email).toHaveCount(0)
    await yes.check()
    await expect(email).toHaveValue('')
    expect(calls).toEqual([])
  })
  await test.step('merging makes the calls in their order, and counts as account_link', async () => {
    const credential = await registered(server)
    await code.fill(codeSentTo(server, phone))
    await email.fill(credential.email)
    await password.fill(credential.password)
    await logIn.click()
    await expect(page).toHaveURL(/\/\?lang=en$/)
    expect(calls).toEqual(['signInByEmail', 'linkPhone'])
    await expect.poll(() => events).toContainEqual({ name: 'account_link', params: { method: 'email' } })
  })
  await page.getByRole('button', { name: texts.en.header.menu }).click()
  await page.getByRole('button', { name: texts.en.page.logout }).click()
  watch.expectSilence()
  watch.expected.push(FAILED_REQUEST)
  await test.step('an e-mail address of another phone is refused; after a lost response another press signs in', async () => {
    const { person: noura, ...credential } = await registered(server)
    const another = newPhone()
    await askForCode(page, another)
    await page.route('**/identity/v1/linkPhone', async route => {
      await route.fetch()
      await route.abort()
    })
    const linked = { success: false, error: { code: 'auth/provider-already-linked', message: 'no' } }
    await page.route('**/identity/v1/linkPhone', route => route.fulfill({ status: 400, json: linked }), { times: 1 })
    await page.getByRole('textbox', { name: 'Name' }).fill('Noura')
    await yes.check()
    await email.fill(credential.email)
    // After a reload, the answers beside the code are still there, except the password.
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Noura')
    await expect(yes).toBeChecked()
    await expect(email).toHaveValue(credential.email)
    await code.fill(codeSentTo(server, another))
    await password.fill(credential.password)
    await logIn.click()
    await expect(page.locator('#email-error')).toHaveText('Email is already linked to another phone number')
    await logIn.click()
    await expect(page.getByRole('alert')).toHaveText('A network error has occurred')
    await logIn.click()
    await expect(page).toHaveURL(/\/\?lang=en$/)
    expect(await uidIn(page)).toBe(noura.session.uid)
  })
})
