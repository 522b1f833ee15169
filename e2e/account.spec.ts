import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { saveUser } from '../contract/identity.ts'
import { type Language, mainButton, texts } from './lesson-walk.ts'
import { bringIn, newEmail, type Person, personByEmail, personOf, progressOf } from './people.ts'
import type { Server } from './server.ts'
import { eventsOf, finishPage, lessonPath, tabTo } from './study.ts'
import { expect, FAILED_REQUEST, test } from './test.ts'

const [CALM, CUTS, BURNS] = ['first-aid-en-calm', 'first-aid-en-cuts', 'first-aid-en-burns']
const PASSWORD = 'steps 2026'
const en = texts.en

/** Noura learned by e-mail last year and has forgotten it; since last week she learns by phone. */
async function nouraTwice(server: Server) {
  const email = newEmail()
  const [byEmail, byPhone] = [await personByEmail(server, { email, password: PASSWORD }), await personOf(server)]
  await finishPage(byEmail, CALM, 'own-story', 'My mother was calm')
  await finishPage(byPhone, CUTS, 'pressure')
  return { email, byEmail, byPhone }
}

async function openProfile(page: Page, server: Server, person: Person, language: Language = 'en'): Promise<void> {
  await bringIn(page, person, language)
  await page.goto(`${server.origin}/account`)
  await expect(page.locator('.facts')).toBeVisible()
}

async function openMerge(page: Page, language: Language = 'en') {
  const t = texts[language]
  await page.getByRole('button', { name: t.merge.title }).click()
  const dialog = page.getByRole('dialog', { name: t.merge.title })
  await expect(dialog.getByRole('heading', { name: t.merge.title })).toBeFocused()
  return dialog
}

async function merge(page: Page, credential: { email: string; password: string }, language: Language = 'en') {
  const dialog = await openMerge(page, language)
  await fillIn(dialog, credential, language)
  return dialog
}

async function fillIn(dialog: Locator, credential: { email: string; password: string }, language: Language = 'en') {
  const t = texts[language]
  await dialog.getByLabel(t.login.email).fill(credential.email)
  await dialog.getByLabel(t.login.password, { exact: true }).fill(credential.password)
  await dialog.getByRole('button', { name: t.merge.submit }).click()
}

function sessionIn(page: Page): Promise<{ uid: string }> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('sbs.session') ?? '{}'))
}

/** Paths of the calls that a tab makes about accounts, in their order. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (/signInByEmail|signOut|\/user\/|step-by-step/.test(pathname)) calls.push(pathname.split('/').at(-1) as string)
  })
  return calls
}

function percentOf(page: Page, course: string) {
  return page.locator('.profile li', { hasText: course }).getByRole('progressbar')
}

for (const language of ['ar', 'en'] as Language[]) {
  const t = texts[language]

  test(`the profile tells who one is and how far in each course, in ${language}`, async ({ page, server }) => {
    const noura = await personOf(server)
    await finishPage(noura, `first-aid-${language}-calm`, 'own-story', 'She was calm')
    await finishPage(noura, `first-aid-${language}-cuts`, 'pressure')
    await openProfile(page, server, noura, language)
    await expect(page).toHaveTitle(t.page.profile)
    const month = language === 'ar' ? /معنا منذ [^\d٠-٩]+$/ : /^Learning since [A-Z][a-z]+$/
    await expect(page.locator('.profile small').first()).toHaveText(month)
    // Nobody entered a name or an address: they have no row.
    await expect(page.locator('.facts dt')).toHaveText([t.account.phone])
    const [, area, first, last] = /^\+971(\d\d)(\d{3})(\d{4})$/.exec(noura.phone) ?? []
    const shown = `+971 ${area} ${first} ${last}`
    const inArabic = shown.replace(/\d/g, digit => String.fromCharCode(0x660 + Number(digit)))
    await expect(page.locator('.facts dd')).toHaveText(language === 'ar' ? inArabic : shown)
    await expect(page.locator('.profile li')).toHaveCount(4)
    const started = page.locator('.profile li', { has: page.locator(`a[href*="first-aid-${language}"]`) })
    await expect(started.getByRole('progressbar')).toHaveAttribute('value', '38')
    await expect(started).toContainText(language === 'ar' ? '٣٨' : '38%')
    await started.getByRole('link').click()
    await expect(page.locator('.standing').getByRole('progressbar')).toHaveAttribute('value', '38')
  })

  test(`an older account is merged, and what both did is there, in ${language}`, async ({ page, server }) => {
    const { email, byEmail, byPhone } = await nouraTwice(server)
    const events = eventsOf(page)
    await openProfile(page, server, byPhone, language)
    await expect(percentOf(page, 'First aid at home')).toHaveAttribute('value', '13')
    const calls = callsOf(page)
    await page.clock.install()
    const dialog = await merge(page, { email, password: PASSWORD }, language)
    const snackbar = page.locator('.snack')
    await expect(snackbar).toHaveText(new RegExp(t.account.merged))
    await expect(dialog).toBeHidden()
    // What was pressed is gone; a screen reader goes on with who this is now.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(calls.slice(0, 2)).toEqual(['signInByEmail', 'merge'])
    expect(calls.slice(2).sort()).toEqual([byEmail.session.uid, 'step-by-step'].sort())
    await expect(page.locator('.facts dd').first()).toHaveText(email)
    await expect(page.locator('.facts dt')).toHaveText([t.account.email, t.account.phone])
    await expect(percentOf(page, 'First aid at home')).toHaveAttribute('value', '38')
    await expect(page.getByRole('button', { name: t.merge.title })).toHaveCount(0)
    expect(await sessionIn(page)).toMatchObject({ uid: byEmail.session.uid })
    await page.clock.runFor(4000)
    await expect(snackbar).toBeVisible()
    await page.clock.runFor(2000)
    await expect(snackbar).toBeHidden()
    await expect.poll(() => events).toEqual([{ name: 'account_link', params: { method: 'email' } }])
    await page.reload()
    await expect(page.locator('.facts dd').first()).toHaveText(email)
    await expect(page.getByRole('button', { name: t.merge.title })).toHaveCount(0)
    expect((await personOf(server, byPhone.phone)).session.uid, 'the phone opens it').toBe(byEmail.session.uid)
  })
}

test('whoever has an address is not asked for an older account', async ({ page, server }) => {
  const email = newEmail()
  await openProfile(page, server, await personByEmail(server, { email, password: PASSWORD }))
  await expect(page.locator('.facts dt')).toHaveText([en.account.email])
  await expect(page.locator('.facts dd')).toHaveText(email)
  await expect(page.getByRole('button', { name: en.merge.title })).toHaveCount(0)
})

test('a name is shown as it was written, whatever it holds', async ({ page, server }) => {
  const noura = await personOf(server)
  await noura.call(saveUser, {
    params: { uid: noura.session.uid },
    body: { displayName: '<img src=x onerror=alert(1)> نورة' },
  })
  await openProfile(page, server, noura)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<img src=x onerror=alert(1)> نورة')
  await expect(page.locator('.facts dt').first()).toHaveText(en.account.name)
})

test('menu and wide header lead to the profile, its home button home, and the query stays', async ({
  page,
  server,
}) => {
  await bringIn(page, await personOf(server))
  await page.goto(`${server.origin}/?rid=5`)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.getByRole('button', { name: en.header.menu }).click()
  await page.getByRole('dialog').getByRole('link', { name: en.page.profile }).click()
  await expect(page).toHaveURL(`${server.origin}/account?rid=5`)
  await page.getByRole('link', { name: en.header.home, exact: true }).click()
  await expect(page).toHaveURL(`${server.origin}/?rid=5`)
  await page.setViewportSize({ width: 960, height: 700 })
  const links = page.getByRole('navigation')
  await expect(links.getByRole('link', { name: en.page.courses })).toHaveAttribute('aria-current', 'page')
  await links.getByRole('link', { name: en.page.profile }).click()
  await expect(page).toHaveURL(`${server.origin}/account?rid=5`)
  await expect(links.getByRole('link', { name: en.page.profile })).toHaveAttribute('aria-current', 'page')
  await expect(links.getByRole('link', { name: en.page.courses })).not.toHaveAttribute('aria-current', 'page')
})

test('signed out, the profile leads to the sign-in', async ({ page, server }) => {
  await page.goto(`${server.origin}/account?rid=5`)
  await expect(page).toHaveURL(`${server.origin}/login?rid=5`)
})

test('an empty form asks for nothing but what is missing', async ({ page, server }) => {
  await openProfile(page, server, await personOf(server))
  const calls = callsOf(page)
  const dialog = await openMerge(page)
  await expect(dialog).toContainText(en.merge.explained)
  const [email, password] = [dialog.getByLabel(en.login.email), dialog.getByLabel(en.login.password, { exact: true })]
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await dialog.getByRole('button', { name: en.merge.submit }).click()
  await expect(dialog.getByRole('alert')).toHaveText(['Required', 'Required'])
  await expect(email).toBeFocused()
  await email.fill('foo')
  await password.fill('x')
  await dialog.getByRole('button', { name: en.merge.submit }).click()
  await expect(dialog.getByRole('alert')).toHaveText(['Invalid email'])
  expect(calls).toEqual([])
  await expect(dialog).toBeVisible()
})

test('what goes wrong is said in the dialog, and the phone stays signed in', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const { email, byPhone } = await nouraTwice(server)
  await openProfile(page, server, byPhone)
  const dialog = await merge(page, { email, password: 'not this 1' })
  await expect(dialog.getByRole('alert')).toHaveText(en['FIREBASE_ERROR_wrong-password'])
  await dialog.getByLabel(en.login.email).fill(newEmail())
  await dialog.getByRole('button', { name: en.merge.submit }).click()
  await expect(dialog.getByRole('alert')).toHaveText(en['FIREBASE_ERROR_user-not-found'])
  expect(await sessionIn(page)).toMatchObject({ uid: byPhone.session.uid })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: en.merge.title })).toBeFocused()
})

test('an account that has a phone takes in no other, and its half-done sign-in is ended', async ({ page, server }) => {
  const { email, byPhone } = await nouraTwice(server)
  const yousef = await personOf(server)
  await openProfile(page, server, yousef)
  await merge(page, { email, password: PASSWORD })
  await expect(page.locator('.facts dt')).toHaveText([en.account.email, en.account.phone])
  await page.evaluate(() => localStorage.clear())
  await openProfile(page, server, byPhone)
  const calls = callsOf(page)
  const dialog = await merge(page, { email, password: PASSWORD })
  await expect(dialog.getByRole('alert')).toHaveText('The email address is already used by another account')
  await expect.poll(() => calls).toEqual(['signInByEmail', 'signOut'])
  expect(await sessionIn(page)).toMatchObject({ uid: byPhone.session.uid })
})

test('a merge that the server refuses leaves everything as it was', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const { email, byPhone } = await nouraTwice(server)
  await openProfile(page, server, byPhone)
  for (const [answer, said] of [
    [{ status: 200, json: { success: false } }, 'Could not merge user'],
    [{ status: 500, json: { success: false, error: { code: 'internal', message: '' } } }, 'Could not merge user'],
    [{ status: 400, json: { success: false, error: { code: 'x/y', message: 'Not on Fridays' } } }, 'Not on Fridays'],
    [
      { status: 401, json: { success: false, error: { code: 'auth/unauthorized', message: '' } } },
      'Could not merge user',
    ],
  ] as const) {
    await page.route('**/merge', route => route.fulfill(answer))
    const dialog = await openMerge(page)
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await fillIn(dialog, { email, password: PASSWORD })
    await expect(dialog.getByRole('alert')).toHaveText(said)
    await page.unroute('**/merge')
    await page.keyboard.press('Escape')
  }
  await page.reload()
  await expect(page.getByRole('button', { name: en.merge.title })).toBeVisible()
  expect(await sessionIn(page)).toMatchObject({ uid: byPhone.session.uid })
  expect((await progressOf(byPhone, CUTS))?.lastCompleted).toBe(2)
})

test('a merge whose answer is lost on the way is done by trying again', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const { email, byEmail, byPhone } = await nouraTwice(server)
  await openProfile(page, server, byPhone)
  await page.route('**/merge', async route => {
    await route.fetch()
    await route.abort()
  })
  const dialog = await merge(page, { email, password: PASSWORD })
  await expect(dialog.getByRole('alert')).toHaveText('A network error has occurred')
  await page.unroute('**/merge')
  await dialog.getByRole('button', { name: en.merge.submit }).click()
  await expect(page.getByText(en.account.merged)).toBeVisible()
  expect(await sessionIn(page)).toMatchObject({ uid: byEmail.session.uid })
})

test('merged is merged, though nothing can be loaded afterwards', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const { email, byEmail, byPhone } = await nouraTwice(server)
  await openProfile(page, server, byPhone)
  await page.route(`**/user/${byEmail.session.uid}`, route => route.abort())
  await merge(page, { email, password: PASSWORD })
  await expect(page.getByText(en.account.merged)).toBeVisible()
  await expect(page.getByText(en.offline.body)).toBeVisible()
  await page.unroute(`**/user/${byEmail.session.uid}`)
  await page.getByRole('button', { name: en.common.tryAgain }).click()
  await expect(page.locator('.facts dd').first()).toHaveText(email)
})

test('while it works nothing closes it and nothing is sent twice', async ({ page, server }) => {
  const { email, byPhone } = await nouraTwice(server)
  await openProfile(page, server, byPhone)
  const calls = callsOf(page)
  let goOn = () => {}
  const pause = new Promise<void>(resolve => {
    goOn = resolve
  })
  await page.route('**/merge', async route => {
    await pause
    await route.continue()
  })
  const dialog = await merge(page, { email, password: PASSWORD })
  const button = dialog.getByRole('button', { name: en.merge.merging })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await button.click({ force: true })
  await dialog.getByLabel(en.login.email).press('Enter')
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: en.common.close }).click({ force: true })
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  goOn()
  await expect(page.getByText(en.account.merged)).toBeVisible()
  expect(calls.filter(name => name === 'merge' || name === 'signInByEmail')).toEqual(['signInByEmail', 'merge'])
})

test('another tab shows the merged account, too', async ({ page, context, server }) => {
  const { email, byPhone } = await nouraTwice(server)
  await openProfile(page, server, byPhone)
  const other = await context.newPage()
  await other.goto(`${server.origin}/account?lang=en`)
  await expect(other.locator('.facts dt')).toHaveText([en.account.phone])
  await merge(page, { email, password: PASSWORD })
  await expect(other.locator('.facts dt')).toHaveText([en.account.email, en.account.phone])
  await expect(percentOf(other, 'First aid at home')).toHaveAttribute('value', '38')
})

test('an answer that waited on the phone arrives in the merged account', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const { email, byEmail, byPhone } = await nouraTwice(server)
  await finishPage(byPhone, BURNS, 'start')
  await openProfile(page, server, byPhone)
  await page.route('**/log', route => route.abort())
  await page.goto(server.origin + lessonPath(CUTS, 3))
  await page.getByRole('radio').nth(1).check()
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/4$/)
  await page.getByRole('checkbox', { name: 'Gloves' }).check()
  await page.goto(`${server.origin}/account`)
  await merge(page, { email, password: PASSWORD })
  await expect(page.getByText(en.account.merged)).toBeVisible()
  await page.unroute('**/log')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(async () => (await progressOf(byEmail, CUTS))?.lastCompleted).toBe(3)
  await expect(page.getByText('not saved yet')).toHaveCount(0)
  await page.goto(server.origin + lessonPath(CUTS, 4))
  await expect(page.getByRole('checkbox', { name: 'Gloves' }), 'what was begun is there').toBeChecked()
})

test('without a mouse: the menu, the profile, the dialog, and merged', async ({ page, server }) => {
  const { email, byPhone } = await nouraTwice(server)
  await bringIn(page, byPhone)
  await page.goto(server.origin)
  await tabTo(page, page.getByRole('button', { name: en.header.menu }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('link', { name: en.page.profile }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: en.merge.title }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel(en.login.email))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel(en.login.password, { exact: true }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText(en.account.merged)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: en.common.ok }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(en.account.merged)).toBeHidden()
})

test('without a network the profile says so, and comes by itself when it is back', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await bringIn(page, await personOf(server))
  await page.route('**/disciple/v2/user/**', route => route.abort())
  await page.goto(`${server.origin}/account`)
  await expect(page.getByText(en.offline.body)).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/disciple/v2/user/**')
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(page.locator('.facts')).toBeVisible()
})

test('user data that the server does not give is said to be missing', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  await bringIn(page, await personOf(server))
  await page.route('**/disciple/v2/user/**', route => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto(`${server.origin}/account`)
  await expect(page.getByRole('alert')).toHaveText('Could not get user data', { timeout: 15_000 })
})

test('Noura takes all her data along', async ({ page, server }) => {
  const noura = await personOf(server)
  await openProfile(page, server, noura)
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: en.account.download }).click()
  const download = await begun
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  const bytes = readFileSync(await download.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(bytes.toString('latin1')).toContain('data.json')
})

test('data that cannot be had now is said so in words', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  await openProfile(page, server, await personOf(server))
  await page.route('**/myData', route => route.fulfill({ status: 500, json: { success: false } }))
  await page.getByRole('button', { name: en.account.download }).click()
  await expect(page.getByRole('alert')).toHaveText(en.account.downloadError)
  await page.unroute('**/myData')
  await page.route('**/myData', route => route.abort())
  await page.getByRole('button', { name: en.account.download }).click()
  await expect(page.getByRole('alert')).toHaveText('A network error has occurred')
})

for (const language of ['ar', 'en'] as Language[]) {
  const t = texts[language]

  test(`an account is given up, and kept after all, in ${language}`, async ({ page, server }) => {
    await openProfile(page, server, await personOf(server), language)
    await page.getByRole('button', { name: t.account.erase }).click()
    const dialog = page.getByRole('dialog', { name: t.account.eraseTitle })
    await expect(dialog).toContainText(t.account.eraseMentor)
    await expect(dialog).toContainText(language === 'ar' ? '٧ أيام' : '7 days')
    await dialog.getByRole('button', { name: t.account.notErase }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: t.account.keep })).toHaveCount(0)

    await page.getByRole('button', { name: t.account.erase }).click()
    await dialog.getByRole('button', { name: t.account.erase }).click()
    const note = page.locator('.note.warm')
    await expect(note).toBeFocused()
    const date = new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-arab' : 'en-GB', {
      day: 'numeric',
      month: 'long',
    })
    await expect(note).toContainText(date.format(Date.now() + 7 * 24 * 60 * 60 * 1000))
    await expect(page.getByRole('button', { name: t.account.erase })).toHaveCount(0)
    await page.reload()
    await page.getByRole('button', { name: t.account.keep }).click()
    await expect(page.getByText(t.account.kept)).toBeVisible()
    await expect(note).toBeHidden()
    await page.reload()
    await expect(page.getByRole('button', { name: t.account.erase })).toBeVisible()
    await expect(note).toBeHidden()
  })
}

test('whoever signed in long ago signs in again before the account is given up', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  await bringIn(page, await personOf(server))
  await page.goto(`${server.origin}/account?rid=5`)
  const error = { code: 'auth/requires-recent-login', message: 'Please login again to perform this operation' }
  await page.route('**/eraseAccount', route => route.fulfill({ status: 400, json: { success: false, error } }))
  await page.getByRole('button', { name: en.account.erase }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: en.account.erase }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please login again to perform this operation')
  await dialog.getByRole('button', { name: en.account.signInAgain }).click()
  await expect(page).toHaveURL(`${server.origin}/login?rid=5`)
  expect(await sessionIn(page)).toEqual({})
})

test('of whoever signed out nothing is left for the next person on the phone', async ({ page, server }) => {
  const [noura, yousef] = [await personOf(server), await personOf(server)]
  await finishPage(noura, CUTS, 'pressure')
  await openProfile(page, server, noura)
  await page.getByRole('button', { name: en.header.menu }).click()
  await page.getByRole('button', { name: en.page.logout }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator('form')).toBeVisible()
  await page.evaluate(session => localStorage.setItem('sbs.session', JSON.stringify(session)), yousef.session)
  await page.goto(`${server.origin}/account`)
  await expect(page.locator('.facts')).toBeVisible()
  await expect(percentOf(page, 'First aid at home')).toHaveAttribute('value', '0')
  await expect(page.locator('main')).not.toContainText(noura.phone.slice(-4))
})
