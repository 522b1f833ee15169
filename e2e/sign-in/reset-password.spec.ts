import type { Route } from '@playwright/test'
import { loseReply } from '../held.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { bringIn, newEmail, PASSWORD, registered, smsTo } from '../people.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { authScreens, callsOf, expectHome } from './auth-screens.ts'
import { resetLinkSentTo } from './providers.ts'

const en = texts.en

test('a forgotten password: a link is requested, mailed, and sets a new one; an unverified phone is asked about before', async ({
  page,
  server,
  watch,
}) => {
  const t = texts.ar
  const { email } = await registered(server)
  const at = authScreens(page, 'ar')
  await test.step('a server that fails for a moment costs nobody their link', async () => {
    watch.expected.push(/500 .*readResetLink/)
    await page.route('**/identity/v1/readResetLink', route => route.fulfill({ status: 500, json: {} }))
    await page.goto(`${server.origin}/reset-password?lang=ar#some-token`)
    await expect(page.getByRole('alert')).toHaveText(t.FIREBASE_ERROR_internal)
    await expect(page.getByRole('link', { name: t.resetPassword.newLink })).toHaveCount(0)
    await expect(page.getByRole('button', { name: t.common.tryAgain })).toBeVisible()
    await page.unroute('**/identity/v1/readResetLink')
  })
  await test.step('an unverified phone is asked about before the new password counts', async () => {
    const answers: object[] = []
    const reply = (data: object) => ({ json: { success: true, data } })
    await page.route('**/identity/v1/readResetLink', route =>
      route.fulfill(reply({ email: 'noura@example.org', phoneToConfirm: '67' })),
    )
    await page.route('**/identity/v1/resetPassword', route => {
      answers.push(route.request().postDataJSON())
      return route.fulfill({ json: { success: true } })
    })
    await at.press(t.common.tryAgain)
    await expect(page.getByText('٦٧')).toBeVisible()
    await at.password.fill(PASSWORD)
    await at.press(t.resetPassword.save)
    await expect(page.locator('#keepsPhone-error')).toHaveText(t.login.error.required)
    await expect(page.getByLabel(t.resetPassword.mine)).toBeFocused()
    expect(answers).toEqual([])
    await page.getByLabel(t.resetPassword.notMine).check()
    await at.press(t.resetPassword.save)
    await expect(page.getByRole('status')).toContainText(t.resetPassword.done)
    expect(answers).toEqual([{ token: 'some-token', password: PASSWORD, keepsPhone: false }])
    for (const call of ['readResetLink', 'resetPassword']) await page.unroute(`**/identity/v1/${call}`)
  })
  watch.expectSilence()
  watch.expected.push(FAILED_REQUEST)
  const calls = callsOf(page)
  await page.goto(`${server.origin}/login-email?lang=ar&rid=3`)
  await page.getByRole('link', { name: t.email.forgot }).click()
  await expect(page).toHaveURL(`${server.origin}/forgot-password?lang=ar&rid=3`)
  await expect(page).toHaveTitle(t.forgotPassword.subtitle)
  await at.press(t.forgotPassword.send)
  await expect(page.locator('#email-error')).toHaveText(t.login.error.required)
  await at.email.fill('foo')
  await at.press(t.forgotPassword.send)
  await expect(page.locator('#email-error')).toHaveText(t.login.error.invalidEmail)
  expect(calls).toEqual([])
  await at.email.fill(newEmail())
  await at.press(t.forgotPassword.send)
  await expect(page.getByRole('alert')).toHaveText(t['FIREBASE_ERROR_user-not-found'])
  await at.email.fill(email)
  await test.step('who asks for links too often reads so, and nothing of wrong passwords', async () => {
    const error = { code: 'auth/too-many-requests', message: 'Too many tries' }
    for (const [headers, text] of [
      [{ 'retry-after': '1700' }, t.login.error.tooOftenUntil.replace('{time}', '٢٩ دقيقة')],
      [{}, t.login.error.tooOften],
    ] as const) {
      const refuse = (route: Route) => route.fulfill({ status: 429, headers, json: { success: false, error } })
      await page.route('**/identity/v1/sendResetLink', refuse, { times: 1 })
      await at.press(t.forgotPassword.send)
      await expect(page.getByRole('alert')).toHaveText(text)
    }
  })
  await test.step('a press after a lost reply mails no other link', async () => {
    await loseReply(page, '**/identity/v1/sendResetLink')
    await at.press(t.forgotPassword.send)
    await expect(page.getByRole('alert')).toHaveText(t['FIREBASE_ERROR_network-request-failed'])
    await at.press(t.forgotPassword.send)
    await expect(page.getByRole('status')).toBeVisible()
    expect(smsTo(server, email)).toHaveLength(1)
  })
  const sent = page.getByRole('status')
  await expect(sent).toContainText(t.forgotPassword.sent)
  await expect(sent).toHaveCSS('box-shadow', /^rgb\(30, 174, 90\)/)
  await expect(sent.locator('bdi')).toHaveText(email)
  await expect(page.getByRole('link', { name: t.forgotPassword.back })).toHaveAttribute(
    'href',
    `/login-email?lang=ar&rid=3`,
  )

  // The demo shows the link that a mail would contain.
  await page.getByRole('link', { name: t.forgotPassword.openLink }).click()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page).toHaveURL(`${server.origin}/reset-password?lang=ar&rid=3`)
  await at.press(t.resetPassword.save)
  await expect(page.locator('#password-error')).toHaveText(t.login.error.required)
  await at.password.fill('abc')
  await at.press(t.resetPassword.save)
  await expect(page.getByRole('alert')).toHaveText(t['FIREBASE_ERROR_weak-password'])
  // A person who gets a password from another app may come back to a page that the phone has discarded.
  await page.reload()
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/identity/v1/resetPassword', lose, { times: 1 })
  await at.password.fill('new steps 2027')
  await at.press(t.resetPassword.save)
  await expect(page.getByRole('alert')).toHaveText(t['FIREBASE_ERROR_network-request-failed'])
  await at.press(t.resetPassword.save)
  await expect(page.getByRole('status')).toContainText(t.resetPassword.done)
  await expect(page.getByRole('status')).toBeFocused()
  await page.getByRole('link', { name: t.resetPassword.toLogin, exact: true }).click()
  await expect(page).toHaveURL(`${server.origin}/login-email?lang=ar&rid=3`)
  // The page already has the e-mail address.
  await expect(at.email).toHaveValue(email)
  await at.password.fill('new steps 2027')
  await at.logIn()
  await expectHome(page)
})

test('a reset link shows its token to nobody, leads to no other site, says if it is invalid, and is sent under each name of the app', async ({
  page,
  server,
  watch,
}) => {
  const { email, person } = await registered(server)
  const at = authScreens(page)
  const askForLink = async () => {
    await at.email.fill(email)
    await at.press(en.forgotPassword.send)
    await expect(page.getByRole('status')).toContainText(en.forgotPassword.sent)
    return resetLinkSentTo(server, email)
  }
  await test.step('a link shows its token to nobody, and cannot lead to another site', async () => {
    await page.goto(`${server.origin}/forgot-password?lang=en`)
    const link = new URL(await askForLink())
    const token = link.hash.slice(1)
    expect(token.length).toBeGreaterThan(20)
    link.searchParams.set('continueUrl', 'https://evil.example/login?x=1')
    const seen: string[] = []
    page.on('request', request => seen.push(`${request.url()} ${request.headers().referer}`))
    await page.goto(link.href)
    await at.password.fill(PASSWORD)
    await expect(page).toHaveURL(`${server.origin}/reset-password`)
    expect(seen.filter(requested => requested.includes(token) && !requested.startsWith(link.href))).toEqual([])
    await at.press(en.resetPassword.save)
    await page.getByRole('link', { name: en.resetPassword.toLogin }).click()
    await expect(page).toHaveURL(`${server.origin}/login-email`)
  })
  watch.expectSilence()
  watch.expected.push(FAILED_REQUEST)
  await test.step('an invalid link says so and leads to a new one', async () => {
    await page.goto(`${server.origin}/reset-password?lang=en#not-a-token`)
    await expect(page.getByRole('alert')).toHaveText('This link is no longer valid')
    await page.getByRole('link', { name: en.resetPassword.newLink }).click()
    await expect(page).toHaveURL(`${server.origin}/forgot-password?lang=en`)
  })
  await test.step('if the app is open under another name than the configured one, the link is still sent', async () => {
    const elsewhere = 'https://www.learn.example/login'
    await page.route('**/identity/v1/sendResetLink', route => {
      const body = route.request().postDataJSON()
      return route.continue({ postData: body.continueUrl ? { ...body, continueUrl: elsewhere } : body })
    })
    expect(await askForLink()).toContain(encodeURIComponent(`${server.origin}/login`))
  })
  await test.step('it works for a signed-in person, too', async () => {
    await bringIn(page, person)
    await page.goto(resetLinkSentTo(server, email))
    await at.password.fill('new steps 2027')
    await at.press(en.resetPassword.save)
    await expect(page.getByRole('status')).toContainText(en.resetPassword.done)
  })
})
