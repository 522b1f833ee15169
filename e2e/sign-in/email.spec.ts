import type { Page, Request, Route } from '@playwright/test'
import { held, loseReply } from '../held.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { bringIn, newEmail, PASSWORD, registered } from '../people.ts'
import type { Server } from '../server.ts'
import { eventsOf, tabTo } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { authScreens, callsOf, expectHome, uidIn } from './auth-screens.ts'

const en = texts.en

type Registered = Awaited<ReturnType<typeof registered>>

/** Opens a page whose app loads only when it is released. */
async function openWithoutApp(page: Page, url: string): Promise<() => Promise<void>> {
  const letGo = await held(page, '**/assets/app-*.js')
  await page.goto(url, { waitUntil: 'commit' })
  return async () => {
    expect(await page.evaluate(() => window.sbsTyped), 'all before was early').toBeUndefined()
    letGo()
  }
}

/** The name, type and purpose of each field, as password managers read them. */
function fieldsOf(page: Page): Promise<string[]> {
  return page
    .locator('form input')
    .evaluateAll(inputs =>
      (inputs as HTMLInputElement[]).map(({ name, type, autocomplete }) => [name, type, autocomplete].join(' ')),
    )
}

/** Removes the session, as if nobody had signed in on this tab. */
async function forgetSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('sbs.session'))
}

test('Noura logs in by e-mail, after each failure of the network and the server and every possible mistake', async ({
  page,
  server,
  watch,
}) => {
  const t = texts.ar
  watch.expected.push(FAILED_REQUEST)
  const { email, person } = await registered(server)
  await test.step('each failure of the network and the server is said, and the sign-in continues', () =>
    passesEachFailure(page, server, email))
  await forgetSession(page)
  const alert = page.getByRole('alert')
  await test.step("the text of an error follows the code, and the provider's text if the code is unknown", async () => {
    const events = eventsOf(page)
    const answers: [code: string, message: string, sentence: string][] = [
      ['auth/too-many-requests', 'no', en['FIREBASE_ERROR_too-many-requests']],
      ['quota-exceeded', 'no', en['FIREBASE_ERROR_quota-exceeded']],
      ['auth/invalid-credential', 'no', 'Incorrect username or password'],
      ['user-cancelled', 'no', en['FIREBASE_ERROR_user-cancelled']],
      ['auth/requires-recent-login', 'no', 'Please login again to perform this operation'],
      ['auth/never-heard-of', 'The provider <b>says</b> so', 'The provider <b>says</b> so'],
      [
        'auth/login-blocked',
        'Sign-in to this account is blocked. Please contact support.',
        'Sign-in to this account is blocked. Please contact support.',
      ],
    ]
    let next = answers[0]
    await page.route('**/identity/v1/signInByEmail', route =>
      route.fulfill({ status: 400, json: { success: false, error: { code: next?.[0], message: next?.[1] } } }),
    )
    await page.goto(`${server.origin}/login-email?lang=en`)
    const at = authScreens(page)
    await at.fillIn({ email: newEmail(), password: PASSWORD })
    for (const answer of answers) {
      next = answer
      await at.logIn()
      await expect(alert, answer[0]).toHaveText(answer[2])
    }
    await expect
      .poll(() => events.map(({ name, params }) => `${name} ${params.code}`))
      .toContain('authError never-heard-of')
    await page.goto(`${server.origin}/login-email?lang=ar&rid=3`)
    const inArabic = authScreens(page, 'ar')
    await inArabic.fillIn({ email: newEmail(), password: PASSWORD })
    await inArabic.logIn()
    await expect(alert).toHaveText(t['FIREBASE_ERROR_login-blocked'])
    // The organisation wrote a reason.
    next = ['auth/login-blocked', 'Sign-in to this account is blocked. Please contact support.\nحتى نتكلّم', '']
    await inArabic.logIn()
    await expect(alert).toHaveText(`${t['FIREBASE_ERROR_login-blocked']} حتى نتكلّم`)
    await page.unroute('**/identity/v1/signInByEmail')
  })
  const calls = callsOf(page)
  await expect(page).toHaveTitle(t.page.login)
  const at = authScreens(page, 'ar')
  await at.fillIn({ email: '', password: '' })
  await at.logIn()
  await expect(alert).toHaveText(t.login.error.bothRequired)
  await expect(at.email).toBeFocused()
  for (const field of [at.email, at.password]) await expect(field).toHaveAttribute('aria-invalid', 'true')
  await at.fillIn({ email: 'foo', password: 'x' })
  await at.logIn()
  await expect(page.locator('#email-error')).toHaveText(t.login.error.invalidEmail)
  await expect(at.email).toBeFocused()
  expect(calls).toEqual([])
  await at.fillIn({ email: newEmail(), password: PASSWORD })
  await at.logIn()
  await expect(alert).toHaveText(t['FIREBASE_ERROR_user-not-found'])
  await expect(at.email).toBeFocused()
  await at.fillIn({ email, password: 'steps 1999' })
  await at.logIn()
  await expect(alert).toHaveText(t['FIREBASE_ERROR_wrong-password'])
  await expect(at.password).toBeFocused()
  await at.password.fill(PASSWORD)
  await expect(alert).toHaveCount(0)
  const saved = page.waitForRequest('**/disciple/v2/user/**')
  await at.password.press('Enter')
  expect((await saved).postDataJSON()).toMatchObject({ responderId: 3 })
  await expect(page).toHaveURL(`${server.origin}/?lang=ar&rid=3`)
  await expectHome(page)
  expect(await uidIn(page)).toBe(person.session.uid)
  expect(calls.slice(-2).sort()).toEqual(['/disciple/v2/courses/step-by-step', '/disciple/v2/user'])
  expect(
    calls.filter(path => path.includes('courses')),
    'loaded exactly once',
  ).toHaveLength(1)
})

test(`registering asks for the needed fields and says why they are wrong`, async ({ page, server, watch }) => {
  const t = texts.en
  watch.expected.push(FAILED_REQUEST)
  const { email: taken } = await registered(server)
  const calls = callsOf(page)
  await page.goto(`${server.origin}/register?lang=en&rid=3`)
  await expect(page).toHaveTitle(t.page.register)
  const at = authScreens(page, 'en')
  await at.press(t.register.create)
  await expect(page.locator('#email-error')).toHaveText(t.login.error.required)
  await expect(page.locator('#password-error')).toHaveText(t.login.error.required)
  await expect(at.email).toBeFocused()
  await at.fillIn({ email: 'foo', password: 'a' })
  await at.press(t.register.create)
  await expect(page.locator('#email-error')).toHaveText(t.login.error.invalidEmail)
  expect(calls).toEqual([])
  await at.email.fill(newEmail())
  await at.press(t.register.create)
  await expect(page.getByRole('alert')).toHaveText(t['FIREBASE_ERROR_weak-password'])
  await expect(at.password).toBeFocused()
  await at.fillIn({ email: taken, password: PASSWORD })
  // Many people have registered in this network. The message must not be about wrong passwords.
  const tooMany = { success: false, error: { code: 'auth/too-many-requests', message: 'Too many tries' } }
  await page.route('**/createByEmail', route => route.fulfill({ status: 429, json: tooMany }), { times: 1 })
  await at.press(t.register.create)
  await expect(page.getByRole('alert')).toHaveText(t.login.error.tooOften)
  await at.press(t.register.create)
  await expect(page.getByRole('alert')).toHaveText(t['FIREBASE_ERROR_email-already-in-use'])
  await expect(at.email).toBeFocused()
  // The e-mail address stays when she goes to the next screen and back.
  await page.getByRole('link', { name: t.email.forgot }).click()
  await expect(at.email).toHaveValue(taken)
  await page.goBack()
  await expect(at.email).toHaveValue(taken)
  await at.password.fill(PASSWORD)
  await at.name.fill('نورة سالم')
  await at.email.fill(newEmail())
  calls.length = 0
  const saved = page.waitForRequest('**/disciple/v2/user/**')
  await at.press(t.register.create)
  expect((await saved).postDataJSON()).toMatchObject({ responderId: 3, displayName: 'نورة سالم' })
  await expect(page).toHaveURL(`${server.origin}/?lang=en&rid=3`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('نورة سالم')
  const [made, ...loaded] = calls.slice(0, 3)
  expect([made, ...loaded.sort(), calls[3]]).toEqual([
    '/identity/v1/createByEmail',
    '/disciple/v2/courses/step-by-step',
    '/disciple/v2/user',
    '/identity/v1/displayName',
  ])
  await test.step('a new account is not created again if its reply is lost, or if the next step fails', async () => {
    await forgetSession(page)
    await page.goto(`${server.origin}/register?lang=en`)
    calls.length = 0
    await loseReply(page, '**/createByEmail')
    await at.fillIn({ email: newEmail(), password: PASSWORD })
    await at.press(t.register.create)
    await expect(page.getByRole('alert')).toHaveText(t['FIREBASE_ERROR_network-request-failed'])
    await page.route('**/disciple/v2/courses/**', route => route.fulfill({ status: 500, json: { success: false } }))
    await at.press(t.register.create)
    await expect(page.getByRole('alert')).toHaveText(t.login.error.code0318)
    await page.unroute('**/disciple/v2/courses/**')
    // The fields are fixed, because the account already has the first password.
    for (const field of [at.email, at.password]) {
      await expect(field).not.toBeEditable()
      // The fields are grey, like a disabled field.
      await expect(field).toHaveCSS('background-color', 'rgb(233, 236, 239)')
    }
    await at.press(t.register.create)
    await expectHome(page)
    const created = calls.filter(path => path.endsWith('ByEmail'))
    expect(created).toEqual(['createByEmail', 'createByEmail', 'signInByEmail'].map(name => `/identity/v1/${name}`))
  })
})

test('every sign-in screen leads to the others and keeps the query, and what is typed and pressed before the app is loaded', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await registered(server)
  const ways: [link: string, to: string][] = [
    [en.register.haveAccount, '/login-email'],
    [en.login.phoneLink, '/login'],
    [en.login.emailLink, '/login-email'],
    [en.email.forgot, '/forgot-password'],
    [en.forgotPassword.back, '/login-email'],
    [en.email.register, '/register'],
    [en.login.phoneLink, '/login'],
    [en.login.emailLink, '/login-email'],
    [en.email.forgot, '/forgot-password'],
    [en.login.phoneLink, '/login'],
  ]
  const fields: Record<string, string[]> = {
    '/login-email': ['email email username', 'password password current-password'],
    '/register': ['name text name', 'email email username', 'password password new-password'],
    '/forgot-password': ['email email username'],
  }
  await test.step('the links work before the app is loaded, too, also if its file arrives before the other page', async () => {
    const app = '**/assets/app-*.js'
    const sendApp = await held(page, app)
    // The page itself asks for the file by `fetch`, when the browser has failed to load it.
    const isAskedAgain = (request: Request) =>
      request.resourceType() === 'fetch' && request.url().includes('/assets/app-')
    const lose = (route: Route) => (isAskedAgain(route.request()) ? route.fallback() : route.abort())
    await page.route(app, lose)
    const askedAgain = page.waitForRequest(isAskedAgain)
    await page.goto(`${server.origin}/login-email?lang=en&rid=3`)
    const sendPage = await held(page, '**/register?*')
    await askedAgain
    await page.unroute(app, lose)
    const stopped = page.waitForEvent('requestfailed', request => request.isNavigationRequest())
    const otherPage = page.waitForRequest('**/register?*')
    const pressed = page.getByRole('link', { name: en.email.register }).click()
    await otherPage
    sendApp()
    await stopped
    sendPage()
    await pressed
    await expect(page).toHaveURL(`${server.origin}/register?lang=en&rid=3`)
    await expect(page.getByRole('heading', { name: en.register.title })).toBeFocused()
    for (const url of [app, '**/register?*']) await page.unroute(url)
  })
  for (const [link, to] of ways) {
    await page.getByRole('link', { name: link }).click()
    await expect(page, link).toHaveURL(`${server.origin}${to}?lang=en&rid=3`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const expected = fields[to]
    if (expected) await expect.poll(() => fieldsOf(page), 'password managers find their fields').toEqual(expected)
  }
  await test.step('a signed-in person is redirected home from every sign-in screen, with the query', async () => {
    await bringIn(page, noura.person)
    for (const path of ['/login', '/login-email', '/register', '/forgot-password']) {
      await page.goto(`${server.origin}${path}?x=1`, { waitUntil: 'commit' })
      await expect(page).toHaveURL(`${server.origin}/?x=1`)
    }
  })
  await forgetSession(page)
  await test.step('text and presses before the app is loaded are kept and done, on each sign-in screen', () =>
    keepsWhatWasEarly(page, server, noura))
})

/** Goes from a first visit to the first screen, through each failure. */
async function passesEachFailure(page: Page, server: Server, email: string): Promise<void> {
  const calls = callsOf(page)
  const alert = page.getByRole('alert')
  const at = authScreens(page)
  await test.step('while the server has never named its provider of sign-in, none is guessed', async () => {
    await page.route('**/settings/v1/settings', route => route.fulfill({ status: 500, json: { success: false } }))
    await page.goto(`${server.origin}/login-email?lang=en`)
    await at.fillIn({ email, password: PASSWORD })
    await at.logIn()
    await expect(alert).toHaveText('A network error has occurred')
    expect(calls).toEqual([])
    await page.unroute('**/settings/v1/settings')
  })
  await test.step('a blocked account gets that error at the sign-in', async () => {
    const error = { code: 'auth/login-blocked', message: 'Blocked.' }
    await page.route('**/disciple/v2/user/**', route => route.fulfill({ status: 403, json: { success: false, error } }))
    await at.logIn()
    await expect(alert).toHaveText('Blocked.')
    await page.unroute('**/disciple/v2/user/**')
  })
  await test.step('without a network the screen says so', async () => {
    await page.context().setOffline(true)
    await at.logIn()
    await expect(alert).toHaveText('A network error has occurred')
    await page.context().setOffline(false)
  })
  await test.step('0318 is shown if the data of a right sign-in cannot be loaded', async () => {
    await page.route('**/disciple/v2/courses/**', route => route.fulfill({ status: 500, json: { success: false } }))
    await at.logIn()
    await expect(alert).toHaveText(en.login.error.code0318)
    expect(await uidIn(page)).toBeUndefined()
    await page.unroute('**/disciple/v2/courses/**')
  })
  await test.step('a second press during the first one does nothing', async () => {
    let sent = 0
    page.on('request', request => {
      if (request.url().endsWith('/identity/v1/signInByEmail')) sent += 1
    })
    const letGo = await held(page, '**/identity/v1/signInByEmail')
    await page.locator('form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit()
      form.requestSubmit()
    })
    const button = page.getByRole('button', { name: en.login.loggingIn })
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await button.click({ force: true })
    await at.password.press('Enter')
    letGo()
    await expectHome(page)
    expect(sent).toBe(1)
  })
}

async function keepsWhatWasEarly(page: Page, server: Server, { email, person }: Registered): Promise<void> {
  const at = authScreens(page)

  const letInToRegister = await openWithoutApp(page, `${server.origin}/register?lang=en`)
  await at.name.fill('Noura')
  await at.email.fill(email)
  await at.password.pressSequentially('steps')
  await letInToRegister()
  await page.waitForFunction(() => window.sbsTyped !== undefined)
  await expect(at.name).toHaveValue('Noura')
  await expect(at.email).toHaveValue(email)
  await expect(at.password).toHaveValue('steps')
  await expect(at.password).toBeFocused()
  await at.password.pressSequentially(' 2026')
  await expect(at.password).toHaveValue(PASSWORD)

  const letInToForgot = await openWithoutApp(page, `${server.origin}/forgot-password?lang=en`)
  await at.email.fill(newEmail())
  await at.press(en.forgotPassword.send)
  await letInToForgot()
  await expect(page.getByRole('alert')).toHaveText(en['FIREBASE_ERROR_user-not-found'])

  const letInToLogIn = await openWithoutApp(page, `${server.origin}/login-email?lang=en`)
  await at.fillIn({ email, password: PASSWORD })
  await at.logIn()
  await letInToLogIn()
  await expectHome(page)
  expect(await uidIn(page)).toBe(person.session.uid)
  await test.step('she logs in with the keyboard only, and looks at her password once', async () => {
    await page.unroute('**/assets/app-*.js')
    await forgetSession(page)
    await page.goto(`${server.origin}/login-email?lang=en`)
    await tabTo(page, at.email)
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Tab')
    const eye = page.getByRole('button', { name: en.login.showPassword })
    await expect(eye).toBeFocused()
    await page.keyboard.press('Space')
    await expect(eye).toHaveAttribute('aria-pressed', 'true')
    await expect(at.password).toHaveAttribute('type', 'text')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectHome(page)
  })
}
