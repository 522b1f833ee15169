import type { Page } from '@playwright/test'
import { getUpdates } from '../../contract/messages.ts'
import { decodeText } from '../../contract/text/encoded-text.ts'
import { expectGood } from '../good-screens.ts'
import { answer, mainButton, texts } from '../lessons/lesson-walk.ts'
import { mentorWith } from '../messages/talking.ts'
import { type Person, progressOf } from '../people.ts'
import { addRow, storedRows } from '../stored-rows.ts'
import { lessonPath, openPage } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

const LESSON = 'first-aid-en-cuts'

/** The server does not know the page, as after an author removed it from a course. */
async function failLogs(page: Page): Promise<void> {
  const json = { success: false, error: { code: 'not-found', message: '' } }
  await page.route('**/log', route => route.fulfill({ status: 404, json }))
}

test('an answer that the server refused can be read, copied, deleted and restored, and those of an earlier version of the app are sent', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const t = texts.ar
  const lessonId = `first-aid-ar-cuts`
  const { mentor, learner } = await mentorWith(server)
  await openPage(page, server, { lessonId, pageId: 'last-time', language: 'ar', person: learner })
  await failLogs(page)
  await answer['last-time']?.(page, 'ar')
  const words = await page.getByRole('textbox').inputValue()
  await mainButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: t.course.backToCourse }).click()
  await page.getByRole('button', { name: t.outbox.show }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: t.refusedAnswers.all })).toBeFocused()
  await expect(dialog.getByRole('heading', { name: t.refusedAnswers.title })).toBeVisible()
  await expect(dialog.locator('blockquote')).toHaveText(words)
  await expectGood(page, 'refused answers')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: t.refusedAnswers.copy }).click()
  await expect(dialog.getByText(t.refusedAnswers.copied)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(words)
  await dialog.getByRole('button', { name: t.refusedAnswers.dismiss }).click()
  await expect(page.locator('.unsaved')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: t.refusedAnswers.undo })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: t.refusedAnswers.copy })).toBeFocused()
  await dialog.getByRole('button', { name: t.refusedAnswers.send }).click()
  await expect(dialog.getByText(t.refusedAnswers.sent)).toBeVisible()
  await expect(dialog.getByRole('region')).toBeFocused()
  await expect.poll(() => messagesTo(mentor)).toEqual([expect.stringContaining(words)])
  await dialog.getByRole('button', { name: t.common.close }).click()
  await expect(page.locator('.unsaved')).toHaveCount(0)
  await page.unroute('**/log')

  await test.step('an answer that is too long for one message is sent in two, and another press after a cut between them sends none twice', async () => {
    const { session } = learner
    const long = `1${'🙂'.repeat(6000)}`
    await setAside(page, session.uid, { pageId: 'was-long', pageNumber: 9, answer: long })
    await page.reload()
    await page.locator('.unsaved').getByRole('button', { name: t.outbox.show }).click()
    await page.route('**/messenger/v2/send', route => route.abort())
    await failSecondMessage(page)
    const send = dialog.getByRole('button', { name: t.refusedAnswers.send })
    await send.click()
    await expect(dialog.getByText(t.refusedAnswers.failed)).toBeVisible()
    await page.unroute('**/messenger/v2/send')
    await send.click()
    await expect(dialog.getByText(t.refusedAnswers.sent)).toBeVisible()
    await expect
      .poll(async () => (await messagesTo(mentor)).slice(1).map(({ length }) => length))
      .toEqual([9_999, 2_002])
    await dialog.getByRole('button', { name: t.common.close }).click()
  })

  await test.step('answers that an earlier version stored as refused are sent at the next visit; a page without an answer leaves no note', async () => {
    const noura = await openPage(page, server, { lessonId: LESSON, pageId: 'start' })
    await failLogs(page)
    await mainButton(page).click()
    await expect.poll(() => refusedPages(page)).toEqual(['start'])
    await setAside(page, noura.session.uid, { pageId: 'last-time', pageNumber: 9, answer: 'written last week' })
    await page.goto(`${server.origin}/courses/first-aid-en`)
    // When the answer is refused again, it has a note that can be closed. The page without an answer has no note.
    const note = page.getByText('1 answer could not be sent')
    await expect(note).toBeVisible()
    await page.locator('.unsaved').getByRole('button', { name: 'Close' }).click()
    await expect(note).toHaveCount(0)
    // The answer is shown on its page, before and after the server accepts it.
    await page.goto(server.origin + lessonPath(LESSON, 9))
    await expect(page.getByRole('textbox')).toHaveValue('written last week')
    // A card above the answer says why it waits. If the page was removed, its card is shown at its place, and the
    // answer can be deleted and restored.
    await setAside(page, noura.session.uid, {
      pageId: 'was-here',
      pageNumber: 12,
      answer: 'to a question that is gone',
    })
    await page.reload()
    const { refusedAnswers } = texts.en
    await expect(page.getByRole('region', { name: refusedAnswers.titleOther }).locator('blockquote')).toHaveText(
      'written last week',
    )
    const ofGone = page.getByRole('region', { name: refusedAnswers.title })
    await expect(ofGone.locator('blockquote')).toHaveText('to a question that is gone')
    await expectGood(page, 'refused answers at their page')
    await ofGone.getByRole('button', { name: refusedAnswers.dismiss }).click()
    await ofGone.getByRole('button', { name: refusedAnswers.undo }).click()
    await expect(ofGone.locator('blockquote')).toBeVisible()
    await ofGone.getByRole('button', { name: refusedAnswers.dismiss }).click()
    await expect(ofGone.getByText(refusedAnswers.dismissed)).toBeVisible()
    await page.unroute('**/log')
    // The answer arrives while the request for the server's data is still running.
    await page.route('**/user/*', async route => {
      const response = await route.fetch()
      await expect.poll(() => waitingIn(page)).toEqual([])
      await route.fulfill({ response })
    })
    await page.reload()
    await expect(page.getByRole('textbox')).toHaveValue('written last week')
    await expect.poll(async () => (await progressOf(noura, LESSON))?.answers['last-time']).toBe('written last week')
  })
})

/** The browser has no room for the second message that is stored from now on. Afterwards it has room again. */
async function failSecondMessage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype
    let messages = 0
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...args: Parameters<typeof add>) {
      if (args[0]?.kind === 'message') messages += 1
      if (messages < 2) return add.apply(this, args)
      IDBObjectStore.prototype.add = add
      throw new DOMException('No room', 'QuotaExceededError')
    }
  })
}

async function messagesTo({ call }: Person): Promise<string[]> {
  return (await call(getUpdates, { query: {} })).data.messages.map(({ content }) => decodeText(content))
}

/** Page ids of the refused answers in this browser. */
async function refusedPages(page: Page): Promise<string[]> {
  const letters = await waitingIn(page)
  return letters.flatMap(({ refusedAs, pageId }) => (refusedAs ? [pageId] : []))
}

/** All pages that wait to be sent to the server. */
async function waitingIn(page: Page): Promise<{ pageId: string; refusedAs?: string }[]> {
  type Letter = { refusedAs?: string; content: { entry: { pageId: string } } }
  const letters = await storedRows<Letter>(page, 'step-by-step-outbox', 'letters')
  return letters.map(({ refusedAs, content }) => ({
    ...(refusedAs ? { refusedAs } : {}),
    pageId: content.entry.pageId,
  }))
}

/** Stores a refused answer in the format of version 4.4.3 of the app. */
async function setAside(page: Page, uid: string, entry: { pageId: string; [field: string]: unknown }): Promise<void> {
  const letter = {
    id: crypto.randomUUID(),
    uid,
    kind: 'page-log',
    lane: LESSON,
    about: `last week ${entry.pageId}`,
    writtenAt: Date.now() - 7 * 86_400_000,
    tries: 1,
    refusedAs: 'bad-request',
    content: { lessonId: LESSON, entry: { userId: uid, totalPages: 9, ...entry } },
  }
  await addRow(page, 'step-by-step-outbox', 'letters', letter)
}
