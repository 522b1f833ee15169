import type { Page } from '@playwright/test'
import { mergeUser } from '../../contract/account.ts'
import { held } from '../held.ts'
import { answer, mainButton, texts } from '../lessons/lesson-walk.ts'
import {
  answerOf,
  arrived,
  broughtTo,
  FRAME_BYTES,
  give,
  givenOn,
  heardBy,
  leaveRecording,
  leaveWaiting,
  lessonOf,
  loseRecordings,
  mp3Of,
  openSpoken,
  PAGE_ID,
  PAGE_NUMBER,
  say,
  sendingsOf,
  spokenPath,
} from '../messages/spoken.ts'
import { testWithoutWorker } from '../own-server.ts'
import { bringIn, personByPhone, personOf, progressOf, registered } from '../people.ts'
import type { Server } from '../server.ts'
import { fetchedAhead, openPage } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { keptPieces, recorderOn } from './recorder.ts'

test.use({ permissions: ['microphone'] })

const { lesson, recorder } = texts.en
const TWO_MINUTES = mp3Of(120)

/**
 * Leaves the phone no space for a second recording. The quota of Chromium's tools is not exact, so this aborts the
 * transaction as a full phone does.
 */
async function fillUp(page: Page) {
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype
    IDBObjectStore.prototype.add = function (value, key) {
      const request = add.call(this, value, key)
      const parts = [value, ...Object.values(value)]
      if (parts.some(part => (part?.size ?? part?.byteLength ?? 0) > 1_000_000)) this.transaction.abort()
      return request
    }
  })
}

/** Opens the page with a recording that is not submitted yet. */
async function openRecorded(page: Page, server: Server, mp3: Buffer) {
  const noura = await personOf(server)
  // Nothing of the app is loaded at this URL.
  await page.goto(`${server.origin}/icon.svg`)
  await leaveRecording(page, noura, mp3)
  await openSpoken(page, server, { person: noura })
  await expect(recorderOn(page).delete).toBeVisible()
  await fetchedAhead(page)
  return noura
}

const unsent = (page: Page) => page.getByText('Waiting to be sent: 1 answer')

testWithoutWorker(
  'a recording arrives once and complete, whatever happens on its way',
  async ({ page, context, ownProcess: server }) => {
    const noura = await openRecorded(page, server, mp3Of(3))
    let filename = ''
    /** Stores another recording, and opens its page again. */
    const openAnother = async (mp3: Buffer) => {
      await leaveRecording(page, noura, mp3)
      await page.goto(server.origin + spokenPath())
      await expect(recorderOn(page).delete).toBeVisible()
    }

    await test.step('a server that dies after it got the recording has it once, and its page, as soon as it is back', async () => {
      const sent = sendingsOf(page)
      // The server has the recording, but its response is lost.
      let isFirst = true
      const killed = Promise.withResolvers<void>()
      await page.route('**/saveAudio', async route => {
        if (!isFirst) return route.continue()
        isFirst = false
        await route.fetch()
        await server.stop('SIGKILL')
        await route.abort()
        killed.resolve()
      })
      await give(page)
      await expect(unsent(page)).toBeVisible()
      await killed.promise
      await server.start()
      filename = await arrived(noura)
      expect(sent.recordings).toBeGreaterThan(1)
      expect((await progressOf(noura, lessonOf()))?.lastCompleted).toBe(PAGE_NUMBER)
      await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
      expect((await heardBy(server, noura, filename)).equals(mp3Of(3))).toBe(true)
      await expect(heardBy(server, noura, filename.replace('.mp3', '-2.mp3'))).rejects.toMatchObject({
        code: 'not-found',
      })
    })

    await test.step('reloaded between its two steps, it continues with the second', async () => {
      await openAnother(mp3Of(3))
      const sent = sendingsOf(page)
      await page.route('**/log', route => route.abort())
      await give(page)
      await expect.poll(() => sent).toMatchObject({ recordings: 1, logs: [{ pageId: PAGE_ID }] })
      await page.reload()
      await page.unroute('**/log')
      filename = await arrived(noura, 'en', filename)
      expect(sent.recordings).toBe(1)
    })

    await test.step('with Retry-After, it waits that long', async () => {
      await openAnother(mp3Of(1))
      const times: number[] = []
      const json = { success: false, error: { code: 'auth/quota-exceeded', message: '' } }
      await page.route('**/saveAudio', route => {
        times.push(Date.now())
        if (times.length > 1) return route.continue()
        return route.fulfill({ status: 429, headers: { 'Retry-After': '6' }, json })
      })
      await give(page)
      await expect(unsent(page)).toBeVisible()
      // The recording of two megabytes is not sent again, neither when the network comes nor when the person returns.
      await page.evaluate(() => dispatchEvent(new Event('online')))
      filename = await arrived(noura, 'en', filename)
      await page.unroute('**/saveAudio')
      expect(times).toHaveLength(2)
      expect((times[1] as number) - (times[0] as number)).toBeGreaterThanOrEqual(6000)
    })

    await test.step('a slow upload shows its progress, and no percents are read aloud', async () => {
      await openAnother(mp3Of(15))
      const slow = await context.newCDPSession(page)
      const line = { offline: false, latency: 0, downloadThroughput: -1 }
      await slow.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 60_000 })
      await give(page)
      const note = page.locator('.unsaved')
      await expect(note.getByRole('status')).toHaveText('A recording is being sent')
      await expect(note.getByRole('progressbar', { name: 'A recording is being sent' })).toBeVisible()
      await page.goBack()
      const bar = givenOn(page).card.getByRole('progressbar', { name: recorder.submitted.sending })
      const first = Number(await bar.getAttribute('value'))
      await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(first)
      await expect(page.locator('[role=status], [aria-live]').filter({ hasText: '%' })).toHaveCount(0)
      await arrived(noura, 'en', filename)
      await expect(bar).toHaveCount(0)
    })
  },
)

test('a recording that the server will never accept, or that the browser deleted, is reported and replaced by the next', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const note = page.getByText('1 answer could not be sent')
  await test.step('one that the server refused with 413 or 415 can be played', async () => {
    const noura = await openRecorded(page, server, mp3Of(1))
    let mp3: Buffer | undefined
    for (const [status, code, words] of [
      [413, 'too-large', recorder.submitted.tooLarge],
      [415, 'unsupported-media-type', recorder.submitted.damaged],
    ] as const) {
      const json = { success: false, error: { code, message: '' } }
      await page.route('**/saveAudio', route => route.fulfill({ status, json }))
      await give(page)
      await expect(note).toBeVisible()
      await page.goto(server.origin + spokenPath())
      await expect(givenOn(page).alert).toContainText(recorder.submitted.refused)
      await expect(givenOn(page).alert).toContainText(words)
      await expect(givenOn(page).sound).toHaveAttribute('src', /^blob:/)
      await expect(mainButton(page)).toBeDisabled()
      await page.unroute('**/saveAudio')
      mp3 = await say(page)
    }
    await give(page)
    expect((await heardBy(server, noura, await arrived(noura))).equals(mp3 as Buffer)).toBe(true)
    await expect(note).toHaveCount(0)
  })

  await test.step('one that the browser deleted before it was sent is called lost, not refused', async () => {
    const noura = await openRecorded(page, server, mp3Of(1))
    await context.setOffline(true)
    await give(page)
    await expect(unsent(page)).toBeVisible()
    await loseRecordings(page)
    await context.setOffline(false)
    await page.goto(`${server.origin}/courses`)
    await expect(page.getByText('1 answer could not be sent')).toBeVisible()
    await page.getByRole('button', { name: texts.en.outbox.show }).click()
    const list = page.getByRole('dialog')
    await expect(list).toContainText(texts.en.refusedAnswers.leadLost)
    await expect(list).not.toContainText(texts.en.refusedAnswers.retry)
    await page.goto(server.origin + spokenPath())
    await expect(givenOn(page).alert).toContainText(recorder.submitted.lost)
    await expect(givenOn(page).alert).not.toContainText(recorder.submitted.refused)
    await expect(givenOn(page).sound).toHaveCount(0)
    await expect(givenOn(page).card.locator('.player')).toHaveCount(0)
    const mp3 = await say(page)
    await give(page)
    expect((await heardBy(server, noura, await arrived(noura))).equals(mp3)).toBe(true)
  })
})

test('a phone without space says so, and sends what was said or written when the network is back', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await test.step('a text in place of the recording is sent as a text', async () => {
    const noura = await openRecorded(page, server, TWO_MINUTES)
    await fillUp(page)
    await context.setOffline(true)
    await mainButton(page).click()
    await page.getByRole('textbox', { name: lesson.answer }).fill('In words, then')
    await give(page)
    await context.setOffline(false)
    await expect.poll(() => answerOf(noura)).toBe('In words, then')
  })

  await test.step('the recording stays on the screen, and is sent later', async () => {
    const noura = await openRecorded(page, server, TWO_MINUTES)
    await fillUp(page)
    const box = page.getByRole('textbox', { name: lesson.answer })
    await context.setOffline(true)
    const warning = page.getByRole('alert').filter({ hasText: recorder.submitted.noRoom })
    for (let tries = 0; tries < 3; tries++) {
      await mainButton(page).click()
      await expect(warning).toBeVisible()
      await expect(recorderOn(page).delete).toBeVisible()
      await expect(box).toBeVisible()
    }
    // A person who writes instead can send that text, and return to the recording.
    await box.fill('In words, then')
    await expect(warning).toHaveCount(0)
    await box.fill('')
    await expect(box).toBeHidden()
    await context.setOffline(false)
    await give(page)
    expect((await heardBy(server, noura, await arrived(noura))).equals(TWO_MINUTES)).toBe(true)
    await page.goBack()
    await expect(givenOn(page).card).toBeVisible()
    await expect(recorderOn(page).delete).toHaveCount(0)
  })

  await test.step('a recording that she makes while the one before is being sent stays, and is the next answer', async () => {
    const noura = await openRecorded(page, server, TWO_MINUTES)
    await fillUp(page)
    const letGo = await held(page, '**/saveAudio')
    const isSending = page.waitForRequest('**/saveAudio')
    await mainButton(page).click()
    await isSending
    await recorderOn(page).delete.click()
    const kept = await say(page)
    letGo()
    const first = await arrived(noura)
    await expect(mainButton(page)).toHaveAttribute('aria-busy', 'false')
    await expect(recorderOn(page).delete).toBeVisible()
    await give(page)
    const heard = await heardBy(server, noura, await arrived(noura, 'en', first))
    // The phone has a recording of another person before these pieces.
    expect(heard.equals(kept.subarray(-heard.length))).toBe(true)
  })

  await test.step('a sign-out deletes unsubmitted recordings, and submitted ones arrive at the next sign-in', async () => {
    const noura = await openRecorded(page, server, mp3Of(2))
    await context.setOffline(true)
    await give(page)
    await expect(unsent(page)).toBeVisible()
    await leaveRecording(page, noura, mp3Of(1))
    await page.getByRole('dialog').getByRole('link').last().click()
    await page.getByRole('button', { name: texts.en.header.menu }).click()
    // The sheet that asks cannot be loaded, so the browser asks instead.
    page.once('dialog', question => void question.accept())
    await page.getByRole('button', { name: texts.en.page.logout }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect.poll(() => keptPieces(page)).toEqual([])
    await page.close()
    await context.setOffline(false)
    const again = await context.newPage()
    await bringIn(again, noura)
    await again.goto(`${server.origin}/courses`)
    expect((await heardBy(server, noura, await arrived(noura))).equals(mp3Of(2))).toBe(true)
  })
})

test('answers and a first recording without a network arrive once after Noura merged her accounts on another device, from two tabs', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const byPhone = await personByPhone(server)
  const { person: byEmail } = await registered(server)
  await openPage(page, server, { lessonId: lessonOf(), pageId: 'kit-this-year', person: byPhone })
  await fetchedAhead(page, 'encoder', 'capture-processor', 'mp3')
  await context.setOffline(true)
  await answer['kit-this-year']?.(page, 'en')
  await mainButton(page).click()
  const mp3 = await say(page)
  await give(page)
  await expect(page.getByText('Waiting to be sent: 2 answers')).toBeVisible()
  await page.close()

  const { uid } = byEmail.session
  const body = { phoneUid: byPhone.session.uid, phoneNumber: byPhone.phone }
  const headers = { 'X-Merge-Proof': byPhone.session.idToken }
  await byEmail.call(mergeUser, { params: { uid }, body }, { headers })
  const noura = await personByPhone(server, byPhone.phone)
  expect(noura.session.uid).toBe(uid)
  const sent = sendingsOf(context)
  await context.setOffline(false)
  const tabs = [await context.newPage(), await context.newPage()]
  for (const tab of tabs) await bringIn(tab, noura)
  await Promise.all(tabs.map(tab => tab.goto(`${server.origin}/courses/first-aid-en`)))
  const filename = await arrived(noura)
  expect(filename.startsWith(`${uid}-`)).toBe(true)
  expect((await heardBy(server, noura, filename)).equals(mp3)).toBe(true)
  for (const tab of tabs) await expect(tab.locator('.step.is-complete')).toHaveCount(1)
  expect(sent).toMatchObject({
    recordings: 1,
    logs: [
      { pageId: 'kit-this-year', userId: uid },
      { pageId: PAGE_ID, userId: uid },
    ],
  })
})

test('twenty recordings of two minutes wait, can be played meanwhile, survive a closed tab, and all arrive complete, each for its page', async ({
  context,
  server,
  watch,
}) => {
  test.slow()
  watch.expected.push(FAILED_REQUEST)
  const page = await context.newPage()
  const noura = await openRecorded(page, server, TWO_MINUTES)
  const noise = await broughtTo(page, mp3Of(121))
  await context.setOffline(true)
  await give(page)
  await expect(unsent(page)).toBeVisible()
  /** The same as mp3Of(120, count), cut on the phone. */
  const cut = (count: number) => {
    const range = [count * FRAME_BYTES, count * FRAME_BYTES + TWO_MINUTES.length]
    return noise.evaluateHandle((bytes, range) => bytes.slice(...range), range)
  }
  for (const count of [2, 20]) {
    // To record one on the screen takes two seconds of the processor, so most are stored directly.
    if (count === 20) for (let other = 3; other < 20; other++) await leaveWaiting(page, await cut(other))
    await leaveRecording(page, noura, await cut(count))
    await page.goBack()
    await expect(givenOn(page).card).toBeVisible()
    await expect(recorderOn(page).delete).toBeVisible()
    if (count === 2) await expectWaiting(page)
    await give(page)
  }
  await expect(page.getByText('Waiting to be sent: 20 answers')).toBeVisible()
  await page.close()
  expect(await answerOf(noura)).toBeUndefined()
  await context.setOffline(false)
  const sent = sendingsOf(context)
  const again = await context.newPage()
  await again.goto(`${server.origin}/courses`)
  await expect.poll(() => sent.logs.length, { timeout: 120_000 }).toBe(20)
  expect(sent.recordings).toBe(20)
  expect(sent.logs).toMatchObject(Array(20).fill({ pageId: PAGE_ID }))
  const filename = await arrived(noura)
  expect((await heardBy(server, noura, filename)).equals(mp3Of(120, 20))).toBe(true)
  await expect(again.getByText('Waiting to be sent')).toHaveCount(0)
})

/** Expects that a recording of two minutes waits on its page, and can be played there. */
async function expectWaiting(page: Page): Promise<void> {
  const { card, sound } = givenOn(page)
  await expect(card).toContainText(recorder.submitted.waiting)
  await expect(sound).toHaveAttribute('src', /^blob:/)
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(119)
}
