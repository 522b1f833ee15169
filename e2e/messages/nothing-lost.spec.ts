import type { Page } from '@playwright/test'
import { mergeUser } from '../../contract/account.ts'
import { logPage } from '../../contract/lessons.ts'
import { getUpdates, listMessages } from '../../contract/messages.ts'
import { decodeText } from '../../contract/text/encoded-text.ts'
import { expectGood } from '../good-screens.ts'
import { answer, cutsPath, mainButton, texts } from '../lessons/lesson-walk.ts'
import { bringIn, codeSentTo, type Person, personByPhone, personOf, progressOf, registered } from '../people.ts'
import type { Server } from '../server.ts'
import { storedRows } from '../stored-rows.ts'
import { fetchedAhead, lessonPath, openPage } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { mentorWith, talk } from './talking.ts'

const LESSON = 'first-aid-en-cuts'

test('Noura’s answers without a network are shown, survive a closed tab, and arrive once when the network is back', async ({
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  const page = await context.newPage()
  await bringIn(page, noura)
  for (const [number, pageId] of [
    [1, 'start'],
    [2, 'pressure'],
    [3, 'first-step'],
  ] as const) {
    const body = { userId: noura.session.uid, pageId, pageNumber: number, ...(number === 3 ? { answer: 'press' } : {}) }
    await noura.call(logPage, { params: { lessonId: LESSON }, body })
  }
  await page.goto(`${server.origin}${cutsPath('en')}/4`)
  await expect(mainButton(page)).toBeVisible()
  await fetchedAhead(page)
  await context.setOffline(true)
  await answer.kit?.(page, 'en')
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/5$/)
  await expect(page.getByText('Waiting to be sent: 1 answer')).toBeVisible()
  await answer.kinds?.(page, 'en')
  await mainButton(page).click()
  await expect(page.getByText('Waiting to be sent: 2 answers')).toBeVisible()
  await page.close()
  expect((await progressOf(noura, LESSON))?.lastCompleted).toBe(3)

  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`${server.origin}/courses/first-aid-en`)
  await expect(again.getByText('You stopped at page 6 of 9')).toBeVisible()
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(5)
  expect((await progressOf(noura, LESSON))?.answers).toMatchObject({
    kit: [expect.any(String)],
    kinds: [expect.any(String)],
  })
  await expect(again.getByText('Waiting to be sent')).toHaveCount(0)
})

test('answers of Noura wait for Noura, also while Yousef uses her phone', async ({ page, context, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const [noura, yousef] = [await personOf(server), await personOf(server)]
  const sent: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/log')) sent.push(request.postDataJSON().userId)
  })
  await bringIn(page, noura)
  await page.goto(server.origin + cutsPath('en'))
  await expect(mainButton(page)).toBeVisible()
  await page.route('**/log', route => route.abort())
  await mainButton(page).click()
  await expect(page.getByText('Waiting to be sent: 1 page')).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('sbs.session'))

  const other = await context.newPage()
  await bringIn(other, yousef)
  other.on('request', request => {
    if (request.url().endsWith('/log')) sent.push(request.postDataJSON().userId)
  })
  await page.close()
  // Before, her own tab may have tried again.
  sent.length = 0
  await other.goto(`${server.origin}/courses/first-aid-en`)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await other.waitForTimeout(1500)
  expect(sent).toEqual([])
  expect(await progressOf(yousef, LESSON)).toBeUndefined()
  await other.close()

  const back = await context.newPage()
  await bringIn(back, noura)
  await back.goto(`${server.origin}/courses/first-aid-en`)
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(1)
})

test('a session that ends in the middle of a lesson keeps the answer for the next sign-in', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  await bringIn(page, noura)
  await page.goto(server.origin + cutsPath('en'))
  await expect(mainButton(page)).toBeVisible()
  await page.route('**/log', route =>
    route.fulfill({ status: 401, json: { success: false, error: { code: 'auth/unauthorized', message: '' } } }),
  )
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.close()

  const again = await context.newPage()
  await bringIn(again, noura)
  await again.goto(server.origin)
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(1)
})

test('a server that dies and restarts has every answer once', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  await bringIn(page, noura)
  await page.goto(server.origin + cutsPath('en'))
  await expect(mainButton(page)).toBeVisible()
  await fetchedAhead(page)
  await server.stop('SIGKILL')
  await mainButton(page).click()
  await expect(page.getByText('Waiting to be sent: 1 page')).toBeVisible()
  await server.start()
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted, { timeout: 30_000 }).toBe(1)
  await expect(page.getByText('Waiting to be sent')).toHaveCount(0, { timeout: 30_000 })
})

test('Noura looks at what waits, closes the phone in the middle of a lesson, and continues where she stopped', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  await bringIn(page, noura)
  await page.goto(server.origin + cutsPath('en'))
  await expect(mainButton(page)).toBeVisible()

  await test.step('she looks at what waits, and reads there that nothing does any more', async () => {
    await page.route('**/log', route => route.abort())
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/2$/)
    await page.locator('.unsaved').getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('dialog', { name: 'Waiting to be sent' }).getByText('Finished page')).toBeVisible()
    await page.unroute('**/log')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const empty = page.getByRole('dialog', { name: 'Nothing is waiting' })
    await expect(empty.getByText('Everything has been sent.')).toBeVisible({ timeout: 30_000 })
  })

  await test.step('she continues where she stopped', async () => {
    await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(1)
    await page.goto(`${server.origin}/courses/first-aid-en`)
    await expect(page.getByText('You stopped at page 2 of 9')).toBeVisible()
    await page.getByRole('link', { name: /Cuts and small bleeds/ }).click()
    await expect(page).toHaveURL(`${server.origin}${cutsPath('en')}/2`)
  })
})

test('two tabs send one outbox item once', async ({ context, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  const [first, second] = [await context.newPage(), await context.newPage()]
  let sent = 0
  context.on('response', response => {
    if (response.url().endsWith('/log')) sent += 1
  })
  await bringIn(first, noura)
  await first.goto(server.origin + cutsPath('en'))
  await second.goto(`${server.origin}/courses/first-aid-en`)
  await expect(mainButton(first)).toBeVisible()
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  for (const tab of [first, second]) await fetchedAhead(tab)
  await context.setOffline(true)
  await mainButton(first).click()
  await expect(second.getByText('Waiting to be sent: 1 page')).toBeVisible()
  await expect(second.getByText('You stopped at page 2 of 9')).toBeVisible()
  await context.setOffline(false)
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(1)
  for (const tab of [first, second]) await expect(tab.getByText('Waiting to be sent')).toHaveCount(0)
  // The browser may report it a moment after the screen shows it.
  await expect.poll(() => sent).toBe(1)
})

test("Noura's answers without a network arrive once after she merged her accounts on another device, from two tabs", async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const byPhone = await personByPhone(server)
  const { person: byEmail } = await registered(server)
  await bringIn(page, byPhone)
  await page.goto(`${server.origin}${cutsPath('en')}`)
  await expect(mainButton(page)).toBeVisible()
  await fetchedAhead(page)
  await context.setOffline(true)
  await mainButton(page).click()
  await expect(page.getByText('Waiting to be sent: 1 page')).toBeVisible()
  await page.close()

  await byEmail.call(
    mergeUser,
    {
      params: { uid: byEmail.session.uid },
      body: { phoneUid: byPhone.session.uid, phoneNumber: byPhone.phone },
    },
    { headers: { 'X-Merge-Proof': byPhone.session.idToken } },
  )
  const noura = await personByPhone(server, byPhone.phone)
  expect(noura.session.uid).toBe(byEmail.session.uid)
  const sent: string[] = []
  context.on('request', request => {
    if (request.url().endsWith('/log')) sent.push(request.postDataJSON().userId)
  })
  await context.setOffline(false)
  const tabs = [await context.newPage(), await context.newPage()]
  for (const tab of tabs) await bringIn(tab, noura)
  await Promise.all(tabs.map(tab => tab.goto(`${server.origin}/courses/first-aid-en`)))
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(1)
  for (const tab of tabs) await expect(tab.getByText('You stopped at page 2 of 9')).toBeVisible()
  expect(sent).toEqual([noura.session.uid])
})

test('two devices: the further page and the later answer win', async ({ browser, server }) => {
  const noura = await personOf(server)
  const [phone, tablet] = await Promise.all([browser.newContext(), browser.newContext()])
  const [onPhone, onTablet] = [await phone.newPage(), await tablet.newPage()]
  await bringIn(onPhone, noura)
  await bringIn(onTablet, noura)
  await onPhone.goto(server.origin + cutsPath('en'))
  await onTablet.goto(server.origin + cutsPath('en'))
  await mainButton(onPhone).click()
  await expect(onPhone).toHaveURL(/\/2$/)
  await mainButton(onTablet).click()
  await expect(onTablet).toHaveURL(/\/2$/)
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(1)
  await phone.close()
  await tablet.close()
})

test('a phone whose clock is a day behind stays signed in, and its new answer replaces the old one', async ({
  page,
  server,
  watch,
}) => {
  const noura = await personByPhone(server)
  for (const [number, pageId] of [
    [1, 'start'],
    [2, 'pressure'],
    [3, 'first-step'],
    [4, 'kit'],
  ] as const) {
    const body = {
      userId: noura.session.uid,
      pageId,
      pageNumber: number,
      ...(number === 4 ? { answer: ['gloves'] } : {}),
    }
    await noura.call(logPage, { params: { lessonId: LESSON }, body })
  }
  await page.clock.setSystemTime(Date.now() - 24 * 60 * 60 * 1000)
  await page.goto(`${server.origin}/login?lang=en`)
  await page.getByLabel('Phone number').fill(noura.phone)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  const code = page.getByLabel('Verification code')
  await expect(code).toBeFocused()
  await code.fill(codeSentTo(server, noura.phone))
  await expect(page.locator('.course').first()).toBeVisible()

  await page.goto(`${server.origin}${cutsPath('en')}/4`)
  await expect(page.getByRole('checkbox', { name: 'Gloves' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Plasters' }).check()
  // Her token is over, which a phone whose clock was set back meanwhile does not notice.
  watch.expected.push(FAILED_REQUEST)
  const error = { code: 'auth/unauthorized', message: 'Please login again' }
  const over = { status: 401, json: { success: false, error } }
  await page.route('**/log', route => route.fulfill(over), { times: 1 })
  await mainButton(page).click()
  await expect.poll(async () => (await progressOf(noura, LESSON))?.answers.kit).toHaveLength(2)
  await expect(page).toHaveURL(/\/5$/)
})

/**
 * Opens another page of the app that locks the storage of the phone, like a page that a browser froze. Returns a
 * function that unlocks it.
 */
async function holdStorage(page: Page, server: Server): Promise<() => Promise<void>> {
  await page.goto(`${server.origin}/icon.svg`)
  await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('step-by-step-outbox')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const letters = db.transaction(['letters', 'enclosures'], 'readwrite').objectStore('letters')
    const hold = () => {
      if (!('isFree' in window)) letters.count().onsuccess = hold
    }
    hold()
  })
  return () => page.evaluate(() => void Object.assign(window, { isFree: true }))
}

/** Moves the clock by the time that the app gives to the storage, until the storage is used. */
async function afterPatience(page: Page, holds: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(4000)
    await holds()
  }).toPass()
}

test('a phone whose storage does not answer shows the lesson, sends at once, and shows what could not be saved', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await page.clock.install()
  const noura = await openPage(page, server, { lessonId: LESSON, pageId: 'first-step' })
  await expect(page.getByRole('radio').nth(1)).toBeVisible()
  const letGo = await holdStorage(await context.newPage(), server)
  await page.reload()
  await afterPatience(page, () => expect(page.getByRole('radio').nth(1)).toBeVisible({ timeout: 1000 }))
  await answer['first-step']?.(page, 'en')
  await mainButton(page).click()
  await afterPatience(page, () => expect(page).toHaveURL(/\/4$/, { timeout: 1000 }))
  expect((await progressOf(noura, LESSON))?.lastCompleted).toBe(3)

  await page.route('**/log', route => route.abort())
  await answer.kit?.(page, 'en')
  await mainButton(page).click()
  await afterPatience(page, () => expect(page.getByText(/could not be saved yet/)).toBeVisible({ timeout: 1000 }))
  await page.unroute('**/log')
  await letGo()
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/5$/)
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(4)
})

test('a message without a response from storage or network is there once after it is sent again', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { learner: noura } = await mentorWith(server)
  await page.clock.install()
  await bringIn(page, noura)
  await page.goto(`${server.origin}/messages`)
  const { box, send, bubble } = talk(page)
  await expect(box).toBeVisible()
  const letGo = await holdStorage(await context.newPage(), server)
  // The server has it, and its response is lost.
  await page.route('**/messenger/v2/send', async route => {
    await route.fetch()
    await route.abort()
  })
  await box.fill('Is honey good for a burn?')
  await send.click()
  await afterPatience(page, async () => expect((await noura.call(listMessages, { query: {} })).data).toHaveLength(1))
  await expect(box).toHaveValue('Is honey good for a burn?')
  await page.unroute('**/messenger/v2/send')
  await letGo()
  await send.click()
  await expect(box).toHaveValue('')
  await expect(bubble('Is honey good for a burn?')).toHaveCount(1)
  expect((await noura.call(listMessages, { query: {} })).data).toHaveLength(1)
})

/** The server does not know the page, as after an author removed it from a course. */
async function failLogs(page: Page): Promise<void> {
  const json = { success: false, error: { code: 'not-found', message: '' } }
  await page.route('**/log', route => route.fulfill({ status: 404, json }))
}

test(`an answer that the server refused can be read, copied, deleted and restored`, async ({
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
})

test('answers that an earlier version of the app stored as refused are sent at the next visit; a page without an answer leaves no note', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await openPage(page, server, { lessonId: LESSON, pageId: 'start' })
  await failLogs(page)
  await mainButton(page).click()
  await expect.poll(() => refusedPages(page)).toEqual(['start'])
  await setAside(page, noura.session.uid, { pageId: 'last-time', pageNumber: 9, answer: 'written last week' })
  await page.goto(`${server.origin}/courses/first-aid-en`)
  // Refused again, the answer has a note that can be closed; the page has none.
  const note = page.getByText('1 answer was not accepted')
  await expect(note).toBeVisible()
  await page.locator('.unsaved').getByRole('button', { name: 'Close' }).click()
  await expect(note).toHaveCount(0)
  // It is on its page, before and after the server accepts it.
  await page.goto(server.origin + lessonPath(LESSON, 9))
  await expect(page.getByRole('textbox')).toHaveValue('written last week')
  // A card above it says why it waits. The card of a removed page is shown in its place, and the answer can be deleted
  // and restored.
  await setAside(page, noura.session.uid, { pageId: 'was-here', pageNumber: 12, answer: 'to a question that is gone' })
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
  // It arrives while the request for the server's data is still running.
  await page.route('**/user/*', async route => {
    const response = await route.fetch()
    await expect.poll(() => waitingIn(page)).toEqual([])
    await route.fulfill({ response })
  })
  await page.reload()
  await expect(page.getByRole('textbox')).toHaveValue('written last week')
  await expect.poll(async () => (await progressOf(noura, LESSON))?.answers['last-time']).toBe('written last week')
})

async function messagesTo({ call }: Person): Promise<string[]> {
  return (await call(getUpdates, { query: {} })).data.messages.map(({ content }) => decodeText(content))
}

/** Page ids of the refused answers in this browser. */
async function refusedPages(page: Page): Promise<string[]> {
  const letters = await waitingIn(page)
  return letters.flatMap(({ refusedAs, pageId }) => (refusedAs ? [pageId] : []))
}

/** All pages that the server does not have yet. */
async function waitingIn(page: Page): Promise<{ pageId: string; refusedAs?: string }[]> {
  type Letter = { refusedAs?: string; content: { entry: { pageId: string } } }
  const letters = await storedRows<Letter>(page, 'step-by-step-outbox', 'letters')
  return letters.map(({ refusedAs, content }) => ({
    ...(refusedAs ? { refusedAs } : {}),
    pageId: content.entry.pageId,
  }))
}

/** A refused answer in the format of version 4.4.3 of the app. */
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
  await page.evaluate(async letter => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>(resolve => (request.onsuccess = () => resolve(request.result)))
    const db = await done(indexedDB.open('step-by-step-outbox'))
    await done(db.transaction('letters', 'readwrite').objectStore('letters').add(letter))
    db.close()
  }, letter)
}
