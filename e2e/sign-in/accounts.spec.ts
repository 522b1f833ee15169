import type { Page } from '@playwright/test'
import { texts } from '../lessons/lesson-walk.ts'
import { newEmail, newPhone, PASSWORD } from '../people.ts'
import type { Server } from '../server.ts'
import { finishPage, lessonPath } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { doors, expectHome, uidIn } from './auth-screens.ts'
import { providers } from './providers.ts'

const CUTS = 'first-aid-en-cuts'
const en = texts.en

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: en.header.menu }).click()
  await page.getByRole('button', { name: en.page.logout }).click()
  await expect(page.getByLabel(en.login.phone)).toBeVisible()
}

for (const provider of providers) {
  test.describe(`with ${provider.name} sign-in`, () => {
    let server: Server

    test.skip(provider.missing !== undefined, provider.missing ?? '')
    test.beforeAll(async ({ server: own }) => {
      server = await provider.start(own)
    })
    test.afterAll(() => provider.stop(server))
    test.beforeEach(async ({ context }) => provider.standIn?.(context))

    /** Signs in by phone, with the optional answers of a new person. */
    async function enterByPhone(page: Page, phone: string, more: { name?: string } = {}): Promise<void> {
      const at = doors(page)
      await page.goto(`${server.origin}/login?lang=en`)
      await at.askForCode(phone)
      const isNew = await at.name.isVisible()
      await at.code.fill(await provider.newestCode(server, phone))
      if (more.name) await at.name.fill(more.name)
      // If nothing else is asked, the sixth digit sends the code.
      if (isNew) await at.logIn()
      await expectHome(page)
    }

    test('Noura signs in with a new phone and a name, and has that name from then on', async ({ page }) => {
      const phone = newPhone()
      await enterByPhone(page, phone, { name: 'نورة سالم' })
      await expect(page.getByRole('heading', { level: 1 })).toContainText('نورة سالم')
      const uid = await uidIn(page)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('نورة سالم')
      await signOut(page)
      await enterByPhone(page, phone)
      expect(await uidIn(page)).toBe(uid)
    })

    test('Yousef returns with a known phone, and nothing more is asked', async ({ page }) => {
      const phone = newPhone()
      const yousef = await provider.personByPhone(server, phone)
      await page.goto(`${server.origin}/login?lang=en`)
      const at = doors(page)
      await at.askForCode(phone)
      await expect(page.getByRole('heading', { name: en.login.almost })).toBeVisible()
      for (const absent of [at.name, at.email, at.password, page.getByText(en.login.usedEmail)])
        await expect(absent).toHaveCount(0)
      await at.code.fill(await provider.newestCode(server, phone))
      await expectHome(page)
      expect(await uidIn(page)).toBe(yousef.session.uid)
    })

    test('Noura adds a new phone to her old e-mail account, finds her progress, and can sign in with either', async ({
      page,
    }) => {
      const [phone, credential] = [newPhone(), { email: newEmail(), password: PASSWORD }]
      const noura = await provider.personByEmail(server, credential)
      await finishPage(noura, CUTS, 'pressure')
      await page.goto(`${server.origin}/login?lang=en`)
      const at = doors(page)
      await at.askForCode(phone)
      await at.code.fill(await provider.newestCode(server, phone))
      await at.tellOldEmail(credential)
      await at.logIn()
      await expectHome(page)
      expect(await uidIn(page)).toBe(noura.session.uid)
      await page.goto(server.origin + lessonPath(CUTS).replace(/\/lessons.*/, ''))
      await expect(page.getByText(/You stopped at page/)).toBeVisible()
      await signOut(page)
      await enterByPhone(page, phone)
      expect(await uidIn(page)).toBe(noura.session.uid)
      await signOut(page)
      await page.goto(`${server.origin}/login-email?lang=en`)
      await at.fillIn(credential)
      await at.logIn()
      await expectHome(page)
      expect(await uidIn(page)).toBe(noura.session.uid)
    })

    test('an unknown e-mail address becomes the second way into the account of the new phone', async ({
      page,
      watch,
    }) => {
      watch.expected.push(FAILED_REQUEST)
      const [phone, credential] = [newPhone(), { email: newEmail(), password: PASSWORD }]
      await page.goto(`${server.origin}/login?lang=en`)
      const at = doors(page)
      await at.askForCode(phone)
      await at.code.fill(await provider.newestCode(server, phone))
      await at.tellOldEmail(credential)
      await at.logIn()
      await expectHome(page)
      const uid = await uidIn(page)
      await signOut(page)
      await page.goto(`${server.origin}/login-email?lang=en`)
      await at.fillIn(credential)
      await at.logIn()
      await expectHome(page)
      expect(await uidIn(page)).toBe(uid)
    })

    test('a wrong password of the old account does not sign in, and the code stays valid', async ({ page, watch }) => {
      watch.expected.push(FAILED_REQUEST)
      const [phone, credential] = [newPhone(), { email: newEmail(), password: PASSWORD }]
      const noura = await provider.personByEmail(server, credential)
      await page.goto(`${server.origin}/login?lang=en`)
      const at = doors(page)
      await at.askForCode(phone)
      const code = await provider.newestCode(server, phone)
      await at.code.fill(code)
      await at.tellOldEmail({ ...credential, password: 'steps 1999' })
      await at.logIn()
      await expect(page.locator('#password-error')).toHaveText(en['FIREBASE_ERROR_wrong-password'])
      await expect(at.password).toBeFocused()
      await expect(at.code).toHaveValue(code)
      expect(await uidIn(page)).toBeUndefined()
      await at.password.fill(PASSWORD)
      await at.logIn()
      await expectHome(page)
      expect(await uidIn(page)).toBe(noura.session.uid)
    })

    test('a password that is too weak for a new e-mail address can be corrected without another code', async ({
      page,
      watch,
    }) => {
      watch.expected.push(FAILED_REQUEST)
      const [phone, email] = [newPhone(), newEmail()]
      await page.goto(`${server.origin}/login?lang=en`)
      const at = doors(page)
      await at.askForCode(phone)
      await at.code.fill(await provider.newestCode(server, phone))
      await at.tellOldEmail({ email, password: 'abc' })
      await at.logIn()
      await expect(page.locator('#password-error')).toHaveText(en['FIREBASE_ERROR_weak-password'])
      expect(await uidIn(page)).toBeUndefined()
      await expect(at.code).not.toBeEditable()
      await at.password.fill(PASSWORD)
      await at.logIn()
      await expectHome(page)
      const uid = await uidIn(page)
      await signOut(page)
      await page.goto(`${server.origin}/login-email?lang=en`)
      await at.fillIn({ email, password: PASSWORD })
      await at.logIn()
      await expectHome(page)
      expect(await uidIn(page)).toBe(uid)
    })

    test('a person can remove the e-mail address and continue with the phone alone', async ({ page, watch }) => {
      watch.expected.push(FAILED_REQUEST)
      const phone = newPhone()
      await page.goto(`${server.origin}/login?lang=en`)
      const at = doors(page)
      await at.askForCode(phone)
      await at.code.fill(await provider.newestCode(server, phone))
      await at.tellOldEmail({ email: newEmail(), password: 'abc' })
      await at.logIn()
      await expect(page.locator('#password-error')).toBeVisible()
      await page.getByLabel(en.login.no, { exact: true }).check()
      await expect(at.password).toHaveCount(0)
      await at.logIn()
      await expectHome(page)
    })

    test('a number that is changed meanwhile takes nothing from the one before', async ({ page, watch }) => {
      watch.expected.push(FAILED_REQUEST)
      const [first, second] = [newPhone(), newPhone()]
      const credential = { email: newEmail(), password: PASSWORD }
      await provider.personByEmail(server, credential)
      await page.goto(`${server.origin}/login?lang=en`)
      const at = doors(page)
      await at.askForCode(first)
      await at.code.fill('111111')
      await at.name.fill('Noura')
      await at.tellOldEmail(credential)
      await at.logIn()
      await expect(page.locator('#code-error')).toHaveText(en['FIREBASE_ERROR_invalid-verification-code'])
      await at.press(en.login.changePhone)
      await at.askForCode(second)
      await expect(at.code).toHaveValue('')
      await expect(at.name).toHaveValue('')
      await expect(at.email).toHaveCount(0)
      await expect(at.password).toHaveCount(0)
      await at.code.fill(await provider.newestCode(server, second))
      await at.logIn()
      await expectHome(page)
    })

    test('of two codes only the newer is valid, once', async ({ page, watch }) => {
      watch.expected.push(FAILED_REQUEST)
      const phone = newPhone()
      await page.clock.install()
      await page.goto(`${server.origin}/login?lang=en`)
      const at = doors(page)
      await at.askForCode(phone)
      const older = await provider.newestCode(server, phone)
      await page.clock.runFor(31_000)
      await at.press(en.login.resend)
      await expect(page.getByRole('button', { name: /in 0:\d\d/ })).toBeVisible()
      await at.code.fill(older)
      await at.logIn()
      await expect(page.locator('#code-error')).toHaveText(en['FIREBASE_ERROR_invalid-verification-code'])
      const newer = await provider.newestCode(server, phone)
      await at.code.fill(newer)
      await at.logIn()
      await expectHome(page)
      await signOut(page)
      await at.askForCode(phone)
      await at.code.fill(newer)
      await expect(page.locator('#code-error')).toHaveText(en['FIREBASE_ERROR_invalid-verification-code'])
    })

    test('Noura registers by e-mail with a name that stays, and logs in again', async ({ page }) => {
      const credential = { email: newEmail(), password: PASSWORD }
      await page.goto(`${server.origin}/register?lang=en`)
      const at = doors(page)
      await at.name.fill('Noura Salem')
      await at.fillIn(credential)
      await at.press(en.register.create)
      await expectHome(page)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Noura Salem')
      const uid = await uidIn(page)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Noura Salem')
      await signOut(page)
      await page.goto(`${server.origin}/login-email?lang=en`)
      await at.fillIn(credential)
      await at.logIn()
      await expectHome(page)
      expect(await uidIn(page)).toBe(uid)
    })

    test('a forgotten password is replaced by the link of a mail', async ({ page, watch }) => {
      watch.expected.push(FAILED_REQUEST)
      const credential = { email: newEmail(), password: PASSWORD }
      const noura = await provider.personByEmail(server, credential)
      await page.goto(`${server.origin}/forgot-password?lang=en&x=1`)
      const at = doors(page)
      await at.email.fill(credential.email)
      await at.press(en.forgotPassword.send)
      await expect(page.getByRole('status')).toContainText('Password reset link sent!')
      await expect(page.getByRole('status')).toContainText(credential.email)
      await provider.resetByMail(page, server, { ...credential, password: 'new steps 2027' })
      await page.goto(`${server.origin}/login-email?lang=en`)
      await at.fillIn(credential)
      await at.logIn()
      await expect(page.getByRole('alert')).toContainText(en['FIREBASE_ERROR_wrong-password'])
      await at.password.fill('new steps 2027')
      await at.logIn()
      await expectHome(page)
      expect(await uidIn(page)).toBe(noura.session.uid)
    })

    test('a sign-out in one tab signs out the other', async ({ page, context }) => {
      await enterByPhone(page, newPhone())
      const other = await context.newPage()
      await other.goto(`${server.origin}/?lang=en`)
      await expectHome(other)
      await signOut(page)
      await expect(other).toHaveURL(/\/login/)
      await expect(other.getByLabel(en.login.phone)).toBeVisible()
    })

    test('an expired token is renewed without a question', async ({ page }) => {
      await enterByPhone(page, newPhone())
      const before = await page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('sbs.session') as string)
        localStorage.setItem('sbs.session', JSON.stringify({ ...session, expiresAt: Date.now() - 1000 }))
        return session
      })
      await page.reload()
      await expectHome(page)
      const after = await page.evaluate(() => JSON.parse(localStorage.getItem('sbs.session') as string))
      expect(after.uid).toBe(before.uid)
      expect(after.expiresAt).toBeGreaterThan(Date.now())
    })
  })
}
