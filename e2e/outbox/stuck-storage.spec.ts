import type { Page } from '@playwright/test'
import { listMessages } from '../../contract/messages.ts'
import { held } from '../held.ts'
import { answer, mainButton } from '../lessons/lesson-walk.ts'
import { mentorWith, storedTexts, talk } from '../messages/talking.ts'
import { progressOf } from '../people.ts'
import type { Server } from '../server.ts'
import { openPage } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

const LESSON = 'first-aid-en-cuts'
const question = 'Is honey good for a burn?'

/**
 * Opens another page of the app that locks the storage of the phone, like a page that a browser froze. Returns a
 * function that unlocks it.
 */
async function holdStorage(page: Page, server: Server): Promise<() => Promise<void>> {
  await page.goto(`${server.origin}/icon.svg`)
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  // On a busy machine the app makes the database late. If this page opened it first, it would have no stores.
  await expect.poll(names).toContain('step-by-step-outbox')
  await page.evaluate(async holder => {
    const worker = new Worker(URL.createObjectURL(new Blob([holder])))
    await new Promise(resolve => {
      worker.onmessage = resolve
    })
    Object.assign(window, { worker })
  }, `(${keepLocked})()`)
  return () => page.evaluate(() => (window as unknown as { worker: Worker }).worker.terminate())
}

/**
 * Runs in a worker: locks the storage, and keeps the lock by one request after another. It sleeps in between, because
 * requests without a pause cost more than the rest of the journey.
 */
function keepLocked(): void {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
  const sleeper = new Int32Array(memory.buffer)
  indexedDB.open('step-by-step-outbox').onsuccess = ({ target }) => {
    const { result: db } = target as IDBOpenDBRequest
    const letters = db.transaction(['letters', 'enclosures'], 'readwrite').objectStore('letters')
    const hold = () => {
      Atomics.wait(sleeper, 0, 0, 50)
      letters.count().onsuccess = hold
    }
    letters.count().onsuccess = () => {
      postMessage('locked')
      hold()
    }
  }
}

/** Moves the clock by the time for which the app waits for the storage, until `holds` succeeds. */
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
  const { learner: noura } = await mentorWith(server)
  await openPage(page, server, { lessonId: LESSON, pageId: 'first-step', person: noura })
  await expect(page.getByRole('radio').nth(1)).toBeVisible()
  const holder = await context.newPage()
  const letGo = await holdStorage(holder, server)
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

  await test.step('what she changes while her answer is on its way stays on the page, to be sent', async () => {
    const sendLog = await held(page, '**/log')
    let isAsked = false
    page.once('request', () => {
      isAsked = true
    })
    await mainButton(page).click()
    await afterPatience(page, () => expect.poll(() => isAsked, { timeout: 1000 }).toBe(true))
    await page.getByRole('checkbox', { checked: false }).first().check()
    const chosen = await page.getByRole('checkbox', { checked: true }).count()
    sendLog()
    await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(4)
    await expect(mainButton(page)).toHaveAttribute('aria-busy', 'false')
    await expect(page).toHaveURL(/\/4$/)
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(chosen)
    await letGo()
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/5$/)
    const sent = async () => (await progressOf(noura, LESSON))?.answers.kit
    await expect.poll(sent).toHaveLength(chosen)
  })

  await test.step('a question about a page without a response from storage or network is there once, with its page, after a reload and another press', async () => {
    await page.getByRole('link', { name: 'Ask my mentor about this page' }).click()
    const { box, send, bubble } = talk(page)
    const chip = page.locator('.chip-about').getByText(/page 5/)
    const stored = async () => (await noura.call(listMessages, { query: {} })).data
    await expect(box).toBeVisible()
    const letGo = await holdStorage(holder, server)
    // The server has the message, but its response is lost.
    await page.route('**/messenger/v2/send', async route => {
      await route.fetch()
      await route.abort()
    })
    await box.fill(question)
    await send.click()
    await expect(chip).toHaveCount(0)
    await afterPatience(page, async () => expect(await stored()).toHaveLength(1))
    await expect(box).toHaveValue(question)
    await expect(chip).toBeVisible()
    await page.reload()
    await afterPatience(page, () => expect(box).toHaveValue(question, { timeout: 1000 }))
    await expect(chip).toBeVisible()
    await page.unroute('**/messenger/v2/send')
    await letGo()
    await send.click()
    await expect(box).toHaveValue('')
    await expect(bubble(question)).toHaveCount(1)
    expect(await stored()).toEqual([expect.objectContaining({ about: expect.objectContaining({ pageNumber: 5 }) })])
    await expect(chip).toHaveCount(0)
    // The outbox has the message now: otherwise the next step may lock the storage too early.
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain(question)
  })

  await test.step('messages that could not be stored come back in their order, and each arrives once after a reload', async () => {
    const { box, send } = talk(page)
    const letGo = await holdStorage(holder, server)
    // The server gets each message that reaches it, but its response is lost.
    await page.route('**/messenger/v2/send', async route => {
      await route.fetch()
      await route.abort()
    })
    const written = ['First I cooled it.', 'Then I covered it.', 'Was that right?', 'Thank you']
    for (const text of written.slice(0, 2)) {
      await box.fill(text)
      await send.click()
      await expect(box).toHaveValue('')
    }
    await box.fill('Was that right?')
    await page.reload()
    const all = written.slice(0, 3).join('\n')
    await afterPatience(page, () => expect(box).toHaveValue(all, { timeout: 1000 }))
    await send.click()
    await box.fill('Thank you')
    await send.click()
    await expect(box).toHaveValue('')
    await afterPatience(page, () => expect(box).toHaveValue(`${all}\nThank you`, { timeout: 1000 }))
    expect(await storedTexts(noura)).toContain('First I cooled it.')
    await page.reload()
    await afterPatience(page, () => expect(box).toHaveValue(`${all}\nThank you`, { timeout: 1000 }))
    await page.unroute('**/messenger/v2/send')
    await letGo()
    await send.click()
    await expect(box).toHaveValue('')
    await expect.poll(() => storedTexts(noura)).toEqual([question, ...written])
  })
})
