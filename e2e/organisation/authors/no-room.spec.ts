import type { JSHandle, Page } from '@playwright/test'
import { getDraft } from '../../../contract/organisation/drafts.ts'
import { writeSound } from '../../engines/author-files.ts'
import { expectGoodOnBoth, sizes } from '../../good-screens.ts'
import { bringIn, newAuthor, type Person } from '../../people.ts'
import type { Server } from '../../server.ts'
import { storedRows } from '../../stored-rows.ts'
import { goInside } from '../../study.ts'
import { expect, FAILED_REQUEST, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

/** Two seconds after its screen was left, a stored draft is closed. This is longer. */
const LONGER_THAN_OPEN_MS = 2500

/** The stores that have no room at the moment, and whether the device reports that late. */
type Full = { refused: string[]; isSlow: boolean }

test('Reem writes and brings a sound with a full phone and without a network: she reads that nothing is stored, and loses nothing', async ({
  server,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const reem = await newAuthor(server)
  await bringIn(page, reem)
  await page.addInitScript(fillPhone)
  await test.step('her text is not stored: she copies it out, and it is sent later', () => copyOut(page, reem, server))
  await test.step('a sound is not kept, until the phone has room', () => uploadSound(page, reem, server))
  await test.step('she is asked before a sign-out, and her text waits until she is back', () => signOut(page, reem))
})

/** Runs in the page: the phone has no room for drafts. */
function fillPhone(): void {
  const full: Full = { refused: [], isSlow: true }
  Object.assign(window, { full })
  const { put } = IDBObjectStore.prototype
  const { transaction } = IDBDatabase.prototype
  IDBObjectStore.prototype.put = function (...given: Parameters<typeof put>) {
    if (full.refused.includes(this.name)) throw new DOMException('full', 'QuotaExceededError')
    const request = put.apply(this, given)
    if (full.isSlow && this.transaction.db.name === 'step-by-step-course-drafts') refuse(this)
    return request
  }
  /** Aborts the transaction after all its writes. */
  function refuse(store: IDBObjectStore): void {
    store.count().onsuccess = () => {
      store.count().onsuccess = () => store.transaction.abort()
    }
  }
  // A slow device reports that it has no room only after the app has tried to send.
  IDBDatabase.prototype.transaction = function (...given: Parameters<typeof transaction>) {
    const begun = transaction.apply(this, given)
    begun.addEventListener('abort', event => {
      if (!event.isTrusted) return
      event.stopImmediatePropagation()
      setTimeout(() => begun.dispatchEvent(new Event('abort')), 2500)
    })
    return begun
  }
}

function refuseAtOnce(page: Page, ...refused: string[]): Promise<void> {
  return page.evaluate(refused => {
    const { full } = window as unknown as { full: Full }
    Object.assign(full, { refused, isSlow: false })
  }, refused)
}

async function copyOut(page: Page, reem: Person, server: Server): Promise<void> {
  const value = {
    id: 'cups',
    type: 'multichoice',
    textContent: '# How many cups?',
    options: { answers: [{ id: 'one', text: 'One cup' }] },
  }
  const { id, params, lesson } = await courseWithPage(reem, value)
  await page.goto(`${server.origin}/org/courses/${id}/edit/${lesson}/cups`)
  const answer = page.getByRole('textbox', { name: 'Answer 1', exact: true })
  await expect(answer).toBeVisible()
  await page.context().setOffline(true)
  const lineTexts = await textsOfLine(page)
  await answer.fill('Two cups')
  await expect(page.getByText(/^Neither sent nor kept/)).toBeVisible()
  await refuseAtOnce(page, 'bases', 'edits', 'files')
  await answer.fill('Two cups of tea')
  // The line does not say for a moment that the phone has the text.
  expect(await lineTexts.jsonValue()).not.toContainEqual(expect.stringMatching(/^Offline: kept/))
  await page.getByRole('button', { name: 'Copy my text' }).click()
  await expect(page.getByRole('textbox', { name: 'Your text' })).toHaveValue('Two cups of tea')
  await expectGoodOnBoth(page, 'a text that is stored nowhere')
  await page.context().setOffline(false)
  await expect(page.getByText('Draft, saved')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('button', { name: 'Copy my text' })).toHaveCount(0)
  const { lessons } = (await reem.call(getDraft, { params })).data
  expect(JSON.stringify(lessons)).toContain('Two cups of tea')
}

async function uploadSound(page: Page, reem: Person, server: Server): Promise<void> {
  const { id, params, lesson } = await courseWithPage(reem, { id: 'kettle', type: 'rich-text' })
  await refuseAtOnce(page, 'files')
  await page.route('**/assets/film-uploads-*', route => route.abort('connectionreset'))
  await goInside(page, `/org/courses/${id}/edit/${lesson}/kettle`)
  const lost = page.waitForEvent('requestfailed', request => request.url().includes('film-uploads'))
  await page.getByText('More on this page').click()
  await lost
  await page.context().setOffline(true)
  // If a part of the app cannot be loaded, her fields stay where they are.
  const words = page.getByRole('textbox', { name: /^Words on the button/ })
  await words.fill('Pour')
  await expect(page.getByText(/^Offline: kept on this device/)).toBeVisible()
  const lineTexts = await textsOfLine(page)
  await page.locator('input[type=file][accept*=audio]').setInputFiles(writeSound(server.dataDir))
  const isStuck = page.getByText(/^A file is neither sent nor kept on this device/)
  await expect(isStuck).toBeVisible()
  await expectGoodOnBoth(page, 'a file that is stored nowhere')

  await test.step('room for her text is no room for the file', async () => {
    await refuseAtOnce(page, 'files', 'edits')
    await words.fill('Pour it')
    await expect(page.getByText(/^Neither sent nor kept/)).toBeVisible()
    await refuseAtOnce(page, 'files')
    await words.fill('Pour it now')
    await expect(isStuck).toBeVisible()
    expect(await lineTexts.jsonValue()).not.toContainEqual(expect.stringMatching(/kept on this device \(|^Kept on/))
  })
  await test.step('the browser asks before a reload, and the draft stays open behind another screen', async () => {
    const question = page.waitForEvent('dialog')
    await page.evaluate(() => void setTimeout(() => location.reload()))
    const dialog = await question
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await page.getByRole('link', { name: 'Close the draft' }).click()
    await expect(isStuck).toHaveCount(0)
    await page.waitForTimeout(LONGER_THAN_OPEN_MS)
    await page.goBack()
    await expect(isStuck).toBeVisible()
  })
  const laterLineTexts = await textsOfLine(page)
  await refuseAtOnce(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText(/^Offline: kept on this device/)).toBeVisible()
  // The line does not say for a moment that the server is busy.
  expect(await laterLineTexts.jsonValue()).not.toContainEqual(expect.stringMatching(/^Kept on/))
  const files = await storedRows<{ blob: object }>(page, 'step-by-step-course-drafts', 'files')
  expect(files).toEqual([expect.objectContaining({ blob: expect.anything() })])
  await page.context().setOffline(false)
  await expect(page.getByText('Draft, saved')).toBeVisible({ timeout: 40_000 })
  const draft = (await reem.call(getDraft, { params })).data
  expect(draft.files.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^media\/hello-\w+\.mp3$/))
}

async function signOut(page: Page, reem: Person): Promise<void> {
  const value = { id: 'cups', type: 'rich-text', textContent: '# How many cups?', buttonText: 'One' }
  const { id, params, lesson } = await courseWithPage(reem, value)
  await refuseAtOnce(page, 'edits')
  await goInside(page, '/account')
  await expect(page.getByRole('button', { name: 'Somebody new' })).toBeVisible()
  await goInside(page, `/org/courses/${id}/edit/${lesson}/cups`)
  const words = page.getByRole('textbox', { name: /^Words on the button/ })
  await expect(words).toHaveValue('One')
  await page.context().setOffline(true)
  await words.fill('Two cups')
  await expect(page.getByText(/^Neither sent nor kept/)).toBeVisible()
  await page.getByRole('link', { name: 'Close the draft' }).click()

  await page.getByRole('banner').getByRole('button', { name: /^Menu/ }).click()
  const logOut = page.getByRole('button', { name: 'Log out' })
  const sheet = page.getByRole('dialog', { name: 'Something here is not sent' })
  await logOut.click()
  await expect(sheet).toContainText('“\u2068Tea\u2069” has something that is neither sent nor kept')
  await expectGoodOnBoth(page, 'the question before a sign-out')
  await sheet.getByRole('button', { name: 'Stay' }).click()
  await expect(logOut).toHaveAttribute('aria-busy', 'false')
  await test.step('so is she before somebody else is added to this phone', async () => {
    await page.keyboard.press('Escape')
    await goInside(page, '/account')
    const add = page.getByRole('button', { name: 'Somebody new' })
    await add.click()
    await expect(sheet).toContainText('neither sent nor kept')
    await sheet.getByRole('button', { name: 'Stay' }).click()
    await expect(add).toHaveAttribute('aria-busy', 'false')
    await page.getByRole('banner').getByRole('button', { name: /^Menu/ }).click()
  })
  await logOut.click()
  await sheet.getByRole('button', { name: 'Leave all the same' }).click()
  await expect(page).toHaveURL(/\/login/)

  // The text stays in this tab, longer than a stored draft is open.
  await page.waitForTimeout(LONGER_THAN_OPEN_MS)
  await page.context().setOffline(false)
  await page.evaluate(session => {
    localStorage.setItem('sbs.session', session)
    dispatchEvent(new StorageEvent('storage', { key: 'sbs.session' }))
  }, JSON.stringify(reem.session))
  await expect
    .poll(async () => JSON.stringify((await reem.call(getDraft, { params })).data.lessons), { timeout: 40_000 })
    .toContain('Two cups')
}

/** Collects the texts of the line that says where her text is stored. */
function textsOfLine(page: Page): Promise<JSHandle<string[]>> {
  return page.evaluateHandle(() => {
    const texts: string[] = []
    const line = document.querySelector('.ed-bar [role=status]') as Element
    const observer = new MutationObserver(() => texts.push(line.textContent ?? ''))
    observer.observe(line, { childList: true, characterData: true, subtree: true })
    return texts
  })
}
