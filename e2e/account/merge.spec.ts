import type { Page } from '@playwright/test'
import { held, heldReplies } from '../held.ts'
import { type Language, mainButton, texts } from '../lessons/lesson-walk.ts'
import { keptPieces, recorderOn } from '../media/recorder.ts'
import { newEmail, newPhone, PASSWORD, personByEmail, personByPhone, progressOf } from '../people.ts'
import type { Server } from '../server.ts'
import { authScreens, uidIn } from '../sign-in/auth-screens.ts'
import { type Credential, providers } from '../sign-in/providers.ts'
import { addRow, storedRows } from '../stored-rows.ts'
import { eventsOf, finishPage, goInside, lessonPath, tabTo } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { openProfile, percentOf } from './profile.ts'

const [CALM, CUTS] = ['first-aid-en-calm', 'first-aid-en-cuts']
/** The page of `CALM` where Noura writes or records. */
const STORY_PAGE = 8
/** Where the app stores unsent recordings. */
const RECORDINGS = 'step-by-step-recordings'
const en = texts.en

/** Opens the dialog, and returns it. */
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
  const at = authScreens(page, language)
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

    // The server beside the emulator costs more than a journey, so one worker starts it.
    if (provider.name === 'firebase') test.describe.configure({ mode: 'default' })
    test.skip(provider.missing !== undefined, provider.missing ?? '')
    test.beforeAll(async ({ server: own, servers }) => {
      // The emulator is slow while other journeys need the processor.
      test.setTimeout(120_000)
      server = await provider.start(own, servers)
    })
    test.afterAll(() => provider.stop(server))
    test.beforeEach(async ({ context, watch }) => {
      watch.expected.push(FAILED_REQUEST)
      await provider.standIn?.(context)
    })

    /** Noura learned by e-mail last year and has forgotten that account; since last week she learns by phone. */
    async function nouraTwice() {
      const [phone, credential] = [newPhone(), { email: newEmail(), password: PASSWORD }]
      const byEmail = await provider.personByEmail(server, credential)
      const byPhone = await provider.personByPhone(server, phone)
      await finishPage(byEmail, CALM, 'own-story', 'My mother was calm')
      await finishPage(byPhone, CUTS, 'pressure')
      return { phone, credential, byEmail, byPhone, oldUid: byEmail.session.uid, uid: byPhone.session.uid }
    }

    test('an older account is merged, with the progress of both', async ({ page }) => {
      const language = provider.name === 'embedded' ? 'ar' : 'en'
      const t = texts[language]
      const { phone, credential, byPhone, oldUid } = await nouraTwice()
      const events = eventsOf(page)
      await openProfile(page, server, byPhone, language)
      await expect(percentOf(page, 'First aid at home')).toHaveAttribute('value', '13')
      const calls = callsOf(page)
      const goOn = await held(page, '**/merge')
      const dialog = await merge(page, credential, language)
      await test.step('meanwhile the dialog cannot be closed and nothing is sent twice', async () => {
        const button = dialog.getByRole('button', { name: t.merge.merging })
        await expect(button).toHaveAttribute('aria-busy', 'true')
        await button.click({ force: true })
        await authScreens(page, language).email.press('Enter')
        for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
        await dialog.getByRole('button', { name: t.common.close }).click({ force: true })
        await page.mouse.click(5, 5)
        await expect(dialog).toBeVisible()
        goOn()
      })
      await test.step('afterwards both have been loaded once, and the profile shows them', async () => {
        await expect(page.getByText(t.account.merged)).toBeVisible()
        await expect(dialog).toBeHidden()
        // The pressed button is gone, so the focus moves to the new name for screen readers.
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
        expect(calls.slice(0, 2)).toEqual(['signInByEmail', 'merge'])
        expect(calls.slice(2).sort(), 'both are loaded once').toEqual(['step-by-step', `user/${oldUid}`])
        await expect(page.locator('.facts dt')).toHaveText([t.account.email, t.account.phone])
        await expect(page.locator('.facts dd').first()).toHaveText(credential.email)
        await expect(percentOf(page, 'First aid at home')).toHaveAttribute('value', '38')
        await expect(page.getByRole('button', { name: t.merge.title })).toHaveCount(0)
        expect(await uidIn(page)).toBe(oldUid)
        await expect.poll(() => events).toEqual([{ name: 'account_link', params: { method: 'email' } }])
      })
      await test.step('it stays so, and the phone opens it', async () => {
        await page.reload()
        await expect(page.locator('.facts dd').first()).toHaveText(credential.email)
        await expect(page.getByRole('button', { name: t.merge.title })).toHaveCount(0)
        expect((await provider.personByPhone(server, phone)).session.uid).toBe(oldUid)
      })
    })

    test('Noura merges at last, after each mistake and each error of the server; then her account takes over no other phone', async ({
      page,
    }) => {
      const { credential, byPhone, oldUid, uid } = await nouraTwice()
      const events = eventsOf(page)
      await openProfile(page, server, byPhone)
      const calls = callsOf(page)
      const at = authScreens(page)
      let dialog = await openDialog(page)
      await test.step('an empty form shows what is missing', async () => {
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
      await test.step('errors are shown in the dialog, and the phone account stays signed in', async () => {
        await at.fillIn({ ...credential, password: 'not this 1' })
        await at.press(en.merge.submit)
        await expect(dialog.getByRole('alert')).toHaveText(en['FIREBASE_ERROR_wrong-password'])
        await expect.poll(() => events).toEqual([{ name: 'authError', params: { code: 'wrong-password' } }])
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
      await test.step('a merge that the server refuses changes nothing', async () => {
        const failed = 'Could not merge user'
        for (const [status, answer, sentence] of [
          [200, { success: false }, failed],
          [500, { success: false, error: { code: 'internal', message: '' } }, failed],
          [400, { success: false, error: { code: 'x/y', message: 'Not on Fridays' } }, 'Not on Fridays'],
          [403, { success: false, error: { code: 'auth/merge-proof-required', message: '' } }, failed],
        ] as const) {
          await page.route('**/merge', route => route.fulfill({ status, json: answer }))
          dialog = await merge(page, credential)
          await expect(dialog.getByRole('alert')).toHaveText(sentence)
          await page.unroute('**/merge')
          await page.keyboard.press('Escape')
          await expect(dialog).toBeHidden()
        }
        await page.reload()
        await expect(page.getByRole('button', { name: en.merge.title })).toBeVisible()
        expect(await uidIn(page)).toBe(uid)
        expect((await progressOf(byPhone, CUTS))?.lastCompleted).toBe(2)
      })
      await test.step('one whose response is lost succeeds at the next try, even if nothing can be loaded afterwards', async () => {
        await page.route('**/merge', async route => {
          await route.fetch()
          await route.abort()
        })
        dialog = await merge(page, credential)
        await expect(dialog.getByRole('alert')).toHaveText('A network error has occurred')
        await page.unroute('**/merge')
        await page.route(`**/user/${oldUid}`, route => route.abort())
        await at.press(en.merge.submit)
        await expect(page.getByText(en.account.merged)).toBeVisible()
        expect(await uidIn(page)).toBe(oldUid)
        await expect(page.getByText(en.offline.body)).toBeVisible()
        await page.unroute(`**/user/${oldUid}`)
        // Other parts of the screen may have loaded the data already. Then the button is gone.
        await page
          .getByRole('button', { name: en.common.tryAgain })
          .click({ timeout: 3000 })
          .catch(() => {})
        await expect(page.locator('.facts dd').first()).toHaveText(credential.email)
        await expect(page.locator('.facts dt')).toHaveText([en.account.email, en.account.phone])
      })
      await test.step('an account that has a phone takes over no other one, and both stay as they are', async () => {
        const another = await provider.personByPhone(server, newPhone())
        await finishPage(another, CUTS, 'pressure')
        await openProfile(page, server, another)
        dialog = await merge(page, credential)
        await expect(dialog.getByRole('alert')).toHaveText('The email address is already used by another account')
        expect(await uidIn(page)).toBe(another.session.uid)
        expect((await progressOf(another, CUTS))?.lastCompleted).toBe(2)
      })
    })

    test('Noura merges with the keyboard only: another tab follows without a request for the ended account, and what waits on the phone is not lost', async ({
      page,
      context,
    }) => {
      const { credential, byEmail, byPhone, oldUid, uid } = await nouraTwice()
      await finishPage(byPhone, CALM, 'own-story', 'I was calm')
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
      await context.route('**/log', route => route.abort())
      await page.goto(server.origin + lessonPath(CUTS, 3))
      await page.getByRole('radio').nth(1).check()
      await mainButton(page).click()
      await expect(page).toHaveURL(/\/4$/)
      await page.getByRole('checkbox', { name: 'Gloves' }).check()
      await goInside(page, lessonPath(CALM, STORY_PAGE))
      const recorder = recorderOn(page)
      await expect(recorder.start).toBeVisible()
      await expect.poll(() => storedRows(page, RECORDINGS, 'pieces')).toEqual([])
      for (const [recordedAt, owner] of [oldUid, uid].entries()) {
        const place = JSON.stringify([CALM, 'own-story'])
        const row = { uid: owner, place, mp3: new Uint8Array(10), seconds: recordedAt + 1, recordedAt }
        await addRow(page, RECORDINGS, 'pieces', row)
      }
      await goInside(page, '/')
      await expect(other.locator('.facts dt')).toHaveText([en.account.phone])
      const letGo = await heldReplies(page, '**/merge')
      const merged = page.waitForRequest('**/merge')
      await test.step('with the keyboard only: the menu, the profile, and the dialog', async () => {
        await tabTo(page, page.getByRole('button', { name: en.header.menu }))
        await page.keyboard.press('Enter')
        await tabTo(page, page.getByRole('dialog').getByRole('link', { name: en.page.profile }))
        await page.keyboard.press('Enter')
        await tabTo(page, page.getByRole('button', { name: en.merge.title }))
        await page.keyboard.press('Enter')
        const at = authScreens(page)
        await tabTo(page, at.email)
        await page.keyboard.type(credential.email)
        await tabTo(page, at.password)
        await page.keyboard.type(credential.password)
        await page.keyboard.press('Enter')
      })
      await test.step('the other tab shows the merged account, and no tab sends a request for the ended one', async () => {
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
        await other.close()
      })
      await test.step('with the keyboard only: merged', async () => {
        await expect(page.getByText(en.account.merged)).toBeVisible()
        await tabTo(page, page.getByRole('button', { name: en.common.ok }))
        await page.keyboard.press('Enter')
        await expect(page.getByText(en.account.merged)).toBeHidden()
        await expect(page.getByRole('heading', { level: 1 }), 'the button is gone').toBeFocused()
      })
      await test.step('waiting items and drafts of the phone account are in the merged account', async () => {
        await context.unroute('**/log')
        await page.evaluate(() => dispatchEvent(new Event('online')))
        await expect.poll(async () => (await progressOf(byEmail, CUTS))?.lastCompleted).toBe(3)
        await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
        await goInside(page, lessonPath(CUTS, 4))
        await expect(page.getByRole('checkbox', { name: 'Gloves' })).toBeChecked()
      })
      await test.step('of two unsent recordings on one page, the second is there when the first was deleted', async () => {
        const open = () => page.goto(server.origin + lessonPath(CALM, STORY_PAGE))
        const uids = async () => (await keptPieces(page)).map(piece => piece.uid)
        await open()
        expect(await uids()).toEqual([oldUid, oldUid])
        await recorder.delete.click()
        await expect.poll(uids).toEqual([oldUid])
        await recorder.undo.click()
        await expect.poll(uids).toEqual([oldUid, oldUid])
        await recorder.delete.click()
        await expect.poll(uids).toEqual([oldUid])
        await open()
        await expect(recorder.delete).toBeVisible()
      })
    })
  })
}

test('the sign-in of a failed merge is ended; the note about one that succeeds is shown long enough', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const credential = { email: newEmail(), password: PASSWORD }
  await personByEmail(server, credential)
  await openProfile(page, server, await personByPhone(server))
  await test.step('the sign-in of a failed merge is ended', async () => {
    const calls = callsOf(page)
    await page.route('**/merge', route => route.fulfill({ status: 400, json: { success: false } }))
    const signedOut = page.waitForRequest('**/signOut')
    const dialog = await merge(page, credential)
    await expect(dialog.getByRole('alert')).toBeVisible()
    const bearer = (await signedOut).headers().authorization ?? ''
    expect(JSON.parse(atob(bearer.split('.')[1] ?? '')).email).toBe(credential.email)
    expect(calls).toEqual(['signInByEmail', 'merge', 'signOut'])
    await page.unroute('**/merge')
  })
  await test.step('the note about the merge is shown for five seconds after the last key', async () => {
    // The clock stops, so a slow machine has time to look.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    await authScreens(page).press(en.merge.submit)
    const note = page.getByRole('status').getByText(en.account.merged)
    await expect(note).toBeVisible()
    await page.clock.runFor(4000)
    await expect(note).toBeVisible()
    // A person is on the way to the note's button with the Tab key.
    await page.keyboard.press('Tab')
    await page.clock.runFor(4000)
    await expect(note).toBeVisible()
    await page.clock.runFor(2000)
    await expect(note).toBeHidden()
  })
})
