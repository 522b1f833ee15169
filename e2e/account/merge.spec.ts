import type { Page } from '@playwright/test'
import { type Language, mainButton, texts } from '../lessons/lesson-walk.ts'
import { bringIn, newEmail, newPhone, PASSWORD, personByEmail, personByPhone, progressOf } from '../people.ts'
import type { Server } from '../server.ts'
import { doors, uidIn } from '../sign-in/auth-screens.ts'
import { type Credential, providers } from '../sign-in/providers.ts'
import { eventsOf, finishPage, lessonPath, tabTo } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { openProfile, percentOf } from './profile.ts'

const [CALM, CUTS] = ['first-aid-en-calm', 'first-aid-en-cuts']
const en = texts.en

/** The dialog after it was opened. */
async function openDialog(page: Page, language: Language = 'en') {
  const name = texts[language].merge.title
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByRole('heading', { name })).toBeFocused()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  return dialog
}

async function merge(page: Page, credential: Credential, language: Language = 'en') {
  const dialog = await openDialog(page, language)
  const at = doors(page, language)
  await at.fillIn(credential)
  await at.press(texts[language].merge.submit)
  return dialog
}

/** The calls of a tab that sign in, sign out, merge and load, in their order. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    const [, call] = /(signInByEmail|signInWithPassword|signOut|merge|step-by-step|user\/\w+)$/.exec(pathname) ?? []
    if (call && request.method() !== 'OPTIONS') calls.push(call.replace('signInWithPassword', 'signInByEmail'))
  })
  return calls
}

for (const provider of providers) {
  test.describe(`with ${provider.name} sign-in`, () => {
    let server: Server

    test.skip(provider.missing !== undefined, provider.missing ?? '')
    test.beforeAll(async ({ server: own }) => {
      // The emulator is slow while other journeys need the processor.
      test.setTimeout(120_000)
      server = await provider.start(own)
    })
    test.afterAll(() => provider.stop(server))
    test.beforeEach(async ({ context }) => provider.standIn?.(context))

    /** Noura learned by e-mail last year and has forgotten it; since last week she learns by phone. */
    async function nouraTwice() {
      const [phone, credential] = [newPhone(), { email: newEmail(), password: PASSWORD }]
      const byEmail = await provider.personByEmail(server, credential)
      const byPhone = await provider.personByPhone(server, phone)
      await finishPage(byEmail, CALM, 'own-story', 'My mother was calm')
      await finishPage(byPhone, CUTS, 'pressure')
      return { phone, credential, byEmail, byPhone, oldUid: byEmail.session.uid, uid: byPhone.session.uid }
    }

    test(`an older account is merged, with the progress of both`, async ({ page }) => {
      const language = provider.name === 'embedded' ? 'ar' : 'en'
      const t = texts[language]
      const { phone, credential, byPhone, oldUid } = await nouraTwice()
      const events = eventsOf(page)
      await openProfile(page, server, byPhone, language)
      await expect(percentOf(page, 'First aid at home')).toHaveAttribute('value', '13')
      const calls = callsOf(page)
      const dialog = await merge(page, credential, language)
      await expect(page.getByText(t.account.merged)).toBeVisible()
      await expect(dialog).toBeHidden()
      // The pressed button is gone; the focus moves to the new name for screen readers.
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      expect(calls.slice(0, 2)).toEqual(['signInByEmail', 'merge'])
      expect(calls.slice(2).sort(), 'both are loaded once').toEqual(['step-by-step', `user/${oldUid}`])
      await expect(page.locator('.facts dt')).toHaveText([t.account.email, t.account.phone])
      await expect(page.locator('.facts dd').first()).toHaveText(credential.email)
      await expect(percentOf(page, 'First aid at home')).toHaveAttribute('value', '38')
      await expect(page.getByRole('button', { name: t.merge.title })).toHaveCount(0)
      expect(await uidIn(page)).toBe(oldUid)
      await expect.poll(() => events).toEqual([{ name: 'account_link', params: { method: 'email' } }])
      await page.reload()
      await expect(page.locator('.facts dd').first()).toHaveText(credential.email)
      await expect(page.getByRole('button', { name: t.merge.title })).toHaveCount(0)
      expect((await provider.personByPhone(server, phone)).session.uid, 'the phone opens it').toBe(oldUid)
    })

    test('an empty form shows what is missing', async ({ page }) => {
      await openProfile(page, server, await provider.personByPhone(server, newPhone()))
      const calls = callsOf(page)
      const dialog = await openDialog(page)
      const at = doors(page)
      await expect(dialog).toContainText(en.merge.explained)
      await expect(at.email).toHaveAttribute('autocomplete', 'username')
      await expect(at.password).toHaveAttribute('autocomplete', 'current-password')
      await at.press(en.merge.submit)
      await expect(dialog.getByRole('alert')).toHaveText(['Required', 'Required'])
      await expect(at.email).toBeFocused()
      await at.fillIn({ email: 'foo', password: 'x' })
      await at.press(en.merge.submit)
      await expect(dialog.getByRole('alert')).toHaveText(['Invalid email'])
      expect(calls).toEqual([])
      await expect(dialog).toBeVisible()
    })

    test('errors are shown in the dialog, and the phone account stays signed in', async ({ page, watch }) => {
      watch.expected.push(FAILED_REQUEST)
      const { credential, byPhone, uid } = await nouraTwice()
      const events = eventsOf(page)
      await openProfile(page, server, byPhone)
      const dialog = await merge(page, { ...credential, password: 'not this 1' })
      await expect(dialog.getByRole('alert')).toHaveText(en['FIREBASE_ERROR_wrong-password'])
      await expect.poll(() => events).toEqual([{ name: 'authError', params: { code: 'wrong-password' } }])
      const at = doors(page)
      await at.email.fill(newEmail())
      await at.press(en.merge.submit)
      await expect(dialog.getByRole('alert')).toHaveText(en['FIREBASE_ERROR_user-not-found'])
      expect(await uidIn(page)).toBe(uid)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: en.merge.title })).toBeFocused()
      await page.reload()
      await expect(page.getByRole('button', { name: en.merge.title })).toBeVisible()
    })

    test('an account that already has a phone cannot take over another', async ({ page, context, watch }) => {
      watch.expected.push(FAILED_REQUEST)
      const { credential, byPhone, uid } = await nouraTwice()
      await openProfile(page, server, await provider.personByPhone(server, newPhone()))
      await merge(page, credential)
      await expect(page.locator('.facts dt')).toHaveText([en.account.email, en.account.phone])
      await page.close()
      const nourasPage = await context.newPage()
      await openProfile(nourasPage, server, byPhone)
      const dialog = await merge(nourasPage, credential)
      await expect(dialog.getByRole('alert')).toHaveText('The email address is already used by another account')
      expect(await uidIn(nourasPage)).toBe(uid)
      expect((await progressOf(byPhone, CUTS))?.lastCompleted).toBe(2)
    })

    test('a merge that the server refuses changes nothing', async ({ page, watch }) => {
      watch.expected.push(FAILED_REQUEST)
      const { credential, byPhone, uid } = await nouraTwice()
      await openProfile(page, server, byPhone)
      const failed = 'Could not merge user'
      for (const [status, answer, said] of [
        [200, { success: false }, failed],
        [500, { success: false, error: { code: 'internal', message: '' } }, failed],
        [400, { success: false, error: { code: 'x/y', message: 'Not on Fridays' } }, 'Not on Fridays'],
        [403, { success: false, error: { code: 'auth/merge-proof-required', message: '' } }, failed],
      ] as const) {
        await page.route('**/merge', route => route.fulfill({ status, json: answer }))
        const dialog = await merge(page, credential)
        await expect(dialog.getByRole('alert')).toHaveText(said)
        await page.unroute('**/merge')
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
      await page.reload()
      await expect(page.getByRole('button', { name: en.merge.title })).toBeVisible()
      expect(await uidIn(page)).toBe(uid)
      expect((await progressOf(byPhone, CUTS))?.lastCompleted).toBe(2)
    })

    test('a merge whose response is lost on the way succeeds at the next try', async ({ page, watch }) => {
      watch.expected.push(FAILED_REQUEST)
      const { credential, byPhone, oldUid } = await nouraTwice()
      await openProfile(page, server, byPhone)
      await page.route('**/merge', async route => {
        await route.fetch()
        await route.abort()
      })
      const dialog = await merge(page, credential)
      await expect(dialog.getByRole('alert')).toHaveText('A network error has occurred')
      await page.unroute('**/merge')
      await doors(page).press(en.merge.submit)
      await expect(page.getByText(en.account.merged)).toBeVisible()
      expect(await uidIn(page)).toBe(oldUid)
    })

    test('a merge succeeds even if nothing can be loaded afterwards', async ({ page, watch }) => {
      watch.expected.push(FAILED_REQUEST)
      const { credential, byPhone, oldUid } = await nouraTwice()
      await openProfile(page, server, byPhone)
      await page.route(`**/user/${oldUid}`, route => route.abort())
      await merge(page, credential)
      await expect(page.getByText(en.account.merged)).toBeVisible()
      await expect(page.getByText(en.offline.body)).toBeVisible()
      await page.unroute(`**/user/${oldUid}`)
      // Other parts of the screen may have loaded it already; then the button is gone.
      await page
        .getByRole('button', { name: en.common.tryAgain })
        .click({ timeout: 3000 })
        .catch(() => {})
      await expect(page.locator('.facts dd').first()).toHaveText(credential.email)
    })

    test('during a merge the dialog cannot be closed and nothing is sent twice', async ({ page }) => {
      const { credential, byPhone } = await nouraTwice()
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
      const dialog = await merge(page, credential)
      const button = dialog.getByRole('button', { name: en.merge.merging })
      await expect(button).toHaveAttribute('aria-busy', 'true')
      await button.click({ force: true })
      await doors(page).email.press('Enter')
      for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: en.common.close }).click({ force: true })
      await page.mouse.click(5, 5)
      await expect(dialog).toBeVisible()
      goOn()
      await expect(page.getByText(en.account.merged)).toBeVisible()
      expect(calls.filter(name => /merge|signIn/.test(name))).toEqual(['signInByEmail', 'merge'])
    })

    test('another tab shows the merged account, too, and sends no request for the ended one', async ({
      page,
      context,
    }) => {
      const { credential, byPhone } = await nouraTwice()
      const other = await context.newPage()
      const refused: string[] = []
      for (const tab of [page, other]) {
        tab.on('response', response => {
          if (response.status() === 401) refused.push(response.url())
        })
      }
      // The tab that was opened first does the polling.
      const longPoll = other.waitForRequest(request => /wait=[1-9]/.test(request.headers().prefer ?? ''))
      await openProfile(other, server, byPhone)
      await longPoll
      await page.goto(`${server.origin}/account?lang=en`)
      await expect(other.locator('.facts dt')).toHaveText([en.account.phone])
      let letGo = () => {}
      const isLetGo = new Promise<void>(resolve => (letGo = resolve))
      await page.route('**/merge', async route => {
        const response = await route.fetch()
        await isLetGo
        await route.fulfill({ response })
      })
      const merged = page.waitForRequest('**/merge')
      await merge(page, credential)
      await merged
      // The server has ended the phone account, and no tab knows it yet.
      await expect
        .poll(() =>
          progressOf(byPhone, CUTS).then(
            () => false,
            () => true,
          ),
        )
        .toBe(true)
      letGo()
      await expect(other.locator('.facts dt')).toHaveText([en.account.email, en.account.phone])
      await expect(percentOf(other, 'First aid at home')).toHaveAttribute('value', '38')
      expect(refused).toEqual([])
    })

    test('waiting items and drafts of the phone account are in the merged account', async ({ page, watch }) => {
      watch.expected.push(FAILED_REQUEST)
      const { credential, byEmail, byPhone } = await nouraTwice()
      await bringIn(page, byPhone)
      await page.route('**/log', route => route.abort())
      await page.goto(server.origin + lessonPath(CUTS, 3))
      await page.getByRole('radio').nth(1).check()
      await mainButton(page).click()
      await expect(page).toHaveURL(/\/4$/)
      await page.getByRole('checkbox', { name: 'Gloves' }).check()
      await page.goto(`${server.origin}/account`)
      await merge(page, credential)
      await expect(page.getByText(en.account.merged)).toBeVisible()
      await page.unroute('**/log')
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect.poll(async () => (await progressOf(byEmail, CUTS))?.lastCompleted).toBe(3)
      await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
      await page.goto(server.origin + lessonPath(CUTS, 4))
      await expect(page.getByRole('checkbox', { name: 'Gloves' })).toBeChecked()
    })

    test('with the keyboard only: the menu, the profile, the dialog, and merged', async ({ page }) => {
      const { credential, byPhone } = await nouraTwice()
      await bringIn(page, byPhone)
      await page.goto(server.origin)
      await tabTo(page, page.getByRole('button', { name: en.header.menu }))
      await page.keyboard.press('Enter')
      await tabTo(page, page.getByRole('dialog').getByRole('link', { name: en.page.profile }))
      await page.keyboard.press('Enter')
      await tabTo(page, page.getByRole('button', { name: en.merge.title }))
      await page.keyboard.press('Enter')
      const at = doors(page)
      await tabTo(page, at.email)
      await page.keyboard.type(credential.email)
      await tabTo(page, at.password)
      await page.keyboard.type(credential.password)
      await page.keyboard.press('Enter')
      await expect(page.getByText(en.account.merged)).toBeVisible()
      await tabTo(page, page.getByRole('button', { name: en.common.ok }))
      await page.keyboard.press('Enter')
      await expect(page.getByText(en.account.merged)).toBeHidden()
    })
  })
}

test('the note about the merge is shown for five seconds after the last key', async ({ page, server }) => {
  const credential = { email: newEmail(), password: PASSWORD }
  await personByEmail(server, credential)
  await openProfile(page, server, await personByPhone(server))
  // The clock stops, so a slow machine has time to look.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await merge(page, credential)
  const said = page.getByRole('status').getByText(en.account.merged)
  await expect(said).toBeVisible()
  await page.clock.runFor(4000)
  await expect(said).toBeVisible()
  // Somebody is on the way to its button.
  await page.keyboard.press('Tab')
  await page.clock.runFor(4000)
  await expect(said).toBeVisible()
  await page.clock.runFor(2000)
  await expect(said).toBeHidden()
})

test('the sign-in of a failed merge is ended', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const credential = { email: newEmail(), password: PASSWORD }
  await personByEmail(server, credential)
  await openProfile(page, server, await personByPhone(server))
  const calls = callsOf(page)
  await page.route('**/merge', route => route.fulfill({ status: 400, json: { success: false } }))
  const signedOut = page.waitForRequest('**/signOut')
  const dialog = await merge(page, credential)
  await expect(dialog.getByRole('alert')).toBeVisible()
  const bearer = (await signedOut).headers().authorization ?? ''
  expect(JSON.parse(atob(bearer.split('.')[1] ?? '')).email).toBe(credential.email)
  expect(calls).toEqual(['signInByEmail', 'merge', 'signOut'])
})
