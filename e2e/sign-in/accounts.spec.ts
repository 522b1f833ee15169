import type { Page } from '@playwright/test'
import { texts } from '../lessons/lesson-walk.ts'
import { newEmail, newPhone, PASSWORD } from '../people.ts'
import type { Server } from '../server.ts'
import { finishPage, lessonPath } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { authScreens, expectHome, uidIn } from './auth-screens.ts'
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

    // The server beside the emulator costs more than a journey, so one worker starts it.
    if (provider.name === 'firebase') test.describe.configure({ mode: 'default' })
    test.skip(provider.missing !== undefined, provider.missing ?? '')
    test.beforeAll(async ({ server: own, servers }) => {
      server = await provider.start(own, servers)
    })
    test.afterAll(() => provider.stop(server))
    test.beforeEach(async ({ context, watch }) => {
      watch.expected.push(FAILED_REQUEST)
      await provider.standIn?.(context)
    })

    /** Asks for a code on the sign-in screen that is open, and types the newest code. */
    async function enterCode(page: Page, phone: string): Promise<string> {
      const at = authScreens(page)
      await at.askForCode(phone)
      const code = await provider.newestCode(server, phone)
      await at.code.fill(code)
      return code
    }

    /** Signs in by phone on the sign-in screen that is open, as a known person. */
    async function enterByPhone(page: Page, phone: string): Promise<void> {
      // The app asks nothing else: the sixth digit sends the code.
      await enterCode(page, phone)
      await expectHome(page)
    }

    /** Signs in by e-mail, starting at the sign-in screen for a phone. */
    async function enterByEmail(page: Page, credential: { email: string; password: string }): Promise<void> {
      const at = authScreens(page)
      await page.getByRole('link', { name: en.login.emailLink }).click()
      await at.fillIn(credential)
      await at.logIn()
      await expectHome(page)
    }

    test('Noura signs in with a new phone, stays signed in, signs out, and returns with the known phone', async ({
      page,
      context,
    }) => {
      const phone = newPhone()
      const at = authScreens(page)
      await page.clock.install()
      await page.goto(`${server.origin}/login?lang=en`)
      const newer = await test.step('of two codes only the newer is valid', async () => {
        await at.askForCode(phone)
        const older = await provider.newestCode(server, phone)
        await page.clock.runFor(31_000)
        await at.press(en.login.resend)
        await expect(page.getByRole('button', { name: /in 0:\d\d/ })).toBeVisible()
        await at.code.fill(older)
        await at.logIn()
        await expect(page.locator('#code-error')).toHaveText(en['FIREBASE_ERROR_invalid-verification-code'])
        const code = await provider.newestCode(server, phone)
        await at.code.fill(code)
        return code
      })
      const uid = await test.step('she gives a name, and has it from then on', async () => {
        await at.name.fill('نورة سالم')
        await at.logIn()
        await expectHomeOf(page, 'نورة سالم')
        return uidIn(page)
      })
      await test.step('an expired token is renewed without a question', async () => {
        await page.evaluate(() => {
          const session = JSON.parse(localStorage.getItem('sbs.session') as string)
          localStorage.setItem('sbs.session', JSON.stringify({ ...session, expiresAt: Date.now() - 1000 }))
        })
        await page.reload()
        await expectHome(page)
        const after = await page.evaluate(() => JSON.parse(localStorage.getItem('sbs.session') as string))
        expect(after.uid).toBe(uid)
        expect(after.expiresAt).toBeGreaterThan(Date.now())
      })
      await test.step('a sign-out in one tab signs out the other', async () => {
        const other = await context.newPage()
        await other.goto(`${server.origin}/?lang=en`)
        await expectHome(other)
        await signOut(page)
        await expect(other).toHaveURL(/\/login/)
        await expect(other.getByLabel(en.login.phone)).toBeVisible()
        await other.close()
      })
      await test.step('she returns with the known phone, and nothing more is asked', async () => {
        await at.askForCode(phone)
        await expect(page.getByRole('heading', { name: en.login.almost })).toBeVisible()
        for (const absent of [at.name, at.email, at.password, page.getByText(en.login.usedEmail)])
          await expect(absent).toHaveCount(0)
      })
      await test.step('the code of the first time is valid only once', async () => {
        await at.code.fill(newer)
        await expect(page.locator('#code-error')).toHaveText(en['FIREBASE_ERROR_invalid-verification-code'])
        await at.code.fill(await provider.newestCode(server, phone))
        await expectHome(page)
        expect(await uidIn(page)).toBe(uid)
      })
    })

    test('Noura adds a new phone to her old e-mail account, finds her progress, and can sign in with either', async ({
      page,
    }) => {
      const [phone, credential] = [newPhone(), { email: newEmail(), password: PASSWORD }]
      const noura = await provider.personByEmail(server, credential)
      await finishPage(noura, CUTS, 'pressure')
      const at = authScreens(page)
      await page.goto(`${server.origin}/login?lang=en`)
      const code = await enterCode(page, phone)
      await test.step('a wrong password of the old account does not sign in, and the code stays valid', async () => {
        await at.tellOldEmail({ ...credential, password: 'steps 1999' })
        await at.logIn()
        await expect(page.locator('#password-error')).toHaveText(en['FIREBASE_ERROR_wrong-password'])
        await expect(at.password).toBeFocused()
        await expect(at.code).toHaveValue(code)
        expect(await uidIn(page)).toBeUndefined()
      })
      await test.step('with the right one it is her account, with its progress', async () => {
        await at.password.fill(PASSWORD)
        await at.logIn()
        await expectHome(page)
        expect(await uidIn(page)).toBe(noura.session.uid)
        await page.goto(server.origin + lessonPath(CUTS).replace(/\/lessons.*/, ''))
        await expect(page.getByText(/You stopped at page/)).toBeVisible()
      })
      await test.step('the phone leads there, and so does the e-mail address', async () => {
        await signOut(page)
        await enterByPhone(page, phone)
        expect(await uidIn(page)).toBe(noura.session.uid)
        await signOut(page)
        await enterByEmail(page, credential)
        expect(await uidIn(page)).toBe(noura.session.uid)
      })
    })

    test('a new person corrects a number, an e-mail address and a password, without another code', async ({ page }) => {
      const at = authScreens(page)
      await page.goto(`${server.origin}/login?lang=en`)
      await test.step('a number that is changed meanwhile takes nothing from the one before', async () => {
        const credential = { email: newEmail(), password: PASSWORD }
        await provider.personByEmail(server, credential)
        await at.askForCode(newPhone())
        await at.code.fill('111111')
        await at.name.fill('Noura')
        await at.tellOldEmail(credential)
        await at.logIn()
        await expect(page.locator('#code-error')).toHaveText(en['FIREBASE_ERROR_invalid-verification-code'])
        await at.press(en.login.changePhone)
        const second = newPhone()
        await at.askForCode(second)
        await expect(at.code).toHaveValue('')
        await expect(at.name).toHaveValue('')
        await expect(at.email).toHaveCount(0)
        await expect(at.password).toHaveCount(0)
        await at.code.fill(await provider.newestCode(server, second))
      })
      await test.step('she can remove the e-mail address and continue with the phone alone', async () => {
        await at.tellOldEmail({ email: newEmail(), password: 'abc' })
        await at.logIn()
        await expect(page.locator('#password-error')).toBeVisible()
        await page.getByLabel(en.login.no, { exact: true }).check()
        await expect(at.password).toHaveCount(0)
        await at.logIn()
        await expectHome(page)
        await signOut(page)
      })
      await test.step('a password that is too weak for a new e-mail address can be corrected', async () => {
        const email = newEmail()
        await enterCode(page, newPhone())
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
        await enterByEmail(page, { email, password: PASSWORD })
        expect(await uidIn(page)).toBe(uid)
        await signOut(page)
      })
      await test.step('an unknown e-mail address becomes the second way into the account of the new phone', async () => {
        const credential = { email: newEmail(), password: PASSWORD }
        await enterCode(page, newPhone())
        await at.tellOldEmail(credential)
        await at.logIn()
        await expectHome(page)
        const uid = await uidIn(page)
        await signOut(page)
        await enterByEmail(page, credential)
        expect(await uidIn(page)).toBe(uid)
      })
    })

    test('Noura registers by e-mail, logs in again, and replaces a forgotten password', async ({ page }) => {
      const credential = { email: newEmail(), password: PASSWORD }
      const at = authScreens(page)
      await page.goto(`${server.origin}/register?lang=en`)
      const uid = await test.step('the name with which she registers stays', async () => {
        await at.name.fill('Noura Salem')
        await at.fillIn(credential)
        await at.press(en.register.create)
        await expectHomeOf(page, 'Noura Salem')
        return uidIn(page)
      })
      await test.step('she logs in again', async () => {
        await signOut(page)
        await enterByEmail(page, credential)
        expect(await uidIn(page)).toBe(uid)
        await signOut(page)
      })
      await test.step('a forgotten password is replaced by the link of a mail', async () => {
        await page.goto(`${server.origin}/forgot-password?lang=en&x=1`)
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
        expect(await uidIn(page)).toBe(uid)
      })
    })
  })
}

/** Expects the first screen with the person's name, also after a reload. */
async function expectHomeOf(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  await expectHome(page)
  await expect(heading).toContainText(name)
  await page.reload()
  await expect(heading).toContainText(name)
}
