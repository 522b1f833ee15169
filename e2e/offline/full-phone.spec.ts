import { expectGood } from '../good-screens.ts'
import { cutsPath, mainButton, texts } from '../lessons/lesson-walk.ts'
import { test } from '../own-server.ts'
import { finishPage, goInside } from '../study.ts'
import { expect, FAILED_REQUEST } from '../test.ts'
import { atCourse, cachedMediaNames, isDone, keep } from './keeping.ts'
import { giveRoom, hasAllScreens } from './saved.ts'

const t = texts.en

declare global {
  interface Window {
    /** What the full disk has no room for. */
    isFullFor: 'files' | 'more than a plan' | 'all that a download writes' | 'everything' | 'the queue' | undefined
    /** How often the line about the full phone has disappeared. */
    lineGone: number
  }
}

/**
 * Runs in the page: Chromium's errors on a disk without room. Tests cannot fill a disk; these errors were seen on a
 * disk of 60 MB.
 */
function fullDisk(): void {
  if (!isSecureContext) return
  const { put } = Cache.prototype
  Cache.prototype.put = function (...args) {
    const isFull = window.isFullFor !== undefined
    return isFull
      ? Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'))
      : put.apply(this, args)
  }
  const { request: lock } = LockManager.prototype
  LockManager.prototype.request = function (this: LockManager, ...args: unknown[]) {
    const isFull = window.isFullFor === 'the queue' && args[0] === 'sbs.downloads'
    return isFull
      ? Promise.reject(new DOMException('Internal error.', 'UnknownError'))
      : Reflect.apply(lock, this, args)
  }
  const { put: write } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...args) {
    const request = write.apply(this, args)
    const { state, next } = args[0] ?? {}
    const isFull = {
      everything: true,
      'all that a download writes': state === 'full' || next !== undefined,
      'more than a plan': state === 'full',
    }[window.isFullFor as string]
    if (isFull) queueMicrotask(() => abort(this.transaction))
    return request
  }
  // As in the browser, the abort comes after the script that asked for it, and only once.
  function abort(transaction: IDBTransaction): void {
    try {
      transaction.abort()
    } catch {}
  }
}

/** Runs in the page: counts how often the line disappears. */
function watchLine(line: string): void {
  window.lineGone = 0
  const isShown = () => document.querySelector('dialog')?.textContent?.includes(line)
  new MutationObserver(() => isShown() || window.lineGone++).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  })
}

test('a phone without room for all lessons says so and keeps what fits; Noura gives up the lesson that she finished, and nothing that she wrote', async ({
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { noura, page } = await atCourse(context, server)
  await page.reload()
  await expect.poll(() => hasAllScreens(page)).toBe(true)
  await test.step('it keeps what fits, and goes on with sound only', async () => {
    await giveRoom(context, page, 150_000)
    await keep(page)
    await expect(page.getByText(/could not be kept/)).toBeVisible({ timeout: 30_000 })
    await expectGood(page, 'no room')
    const before = await cachedMediaNames(page)
    expect(before.some(name => name.includes('.mp4'))).toBe(false)
    await giveRoom(context, page, 400_000)
    await page.getByRole('button', { name: t.room.do }).click()
    await isDone(page)
    expect((await cachedMediaNames(page)).some(name => name.includes('.mp4'))).toBe(false)
  })
  await giveRoom(context, page, 1_000_000_000)
  await goInside(page, '/courses/first-steps-en')
  await keep(page)
  await isDone(page)
  await finishPage(noura, 'first-steps-en-welcome', 'menu')
  const kept = await cachedMediaNames(page)
  await page.goto(server.origin + cutsPath('en'))
  await expect(mainButton(page)).toBeVisible()
  await context.route('**/log', route => route.abort())
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/2$/)
  await page.goto(`${server.origin}/courses/first-aid-ar`)
  await giveRoom(context, page, 10_000)
  await keep(page)
  const offer = page.getByRole('radio', { name: new RegExp(t.room.done) })
  await expect(offer).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('label', { has: offer })).toContainText('How the app works')
  await expectGood(page, 'no room, and a finished lesson')
  await offer.check()
  await page.getByRole('button', { name: t.room.remove }).click()
  // The sound of the finished lesson is gone, and the lessons that she has not finished stay.
  await expect.poll(() => cachedMediaNames(page)).not.toContainEqual(expect.stringMatching(/hello-\w+\.mp3/))
  const unfinished = kept.filter(name => name.includes('path') || name.startsWith('first-aid-en.'))
  expect(await cachedMediaNames(page)).toEqual(expect.arrayContaining(unfinished))
  await expect(page.getByText('Waiting to be sent: 1 page')).toBeVisible()
})

test('a phone whose disk is full does not blame the network, and goes on when there is room', async ({
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await context.addInitScript(fullDisk)
  const { page } = await atCourse(context, server)
  await page.reload()
  await expect.poll(() => hasAllScreens(page)).toBe(true)
  const fill = (part: Window['isFullFor']) => page.evaluate(now => Object.assign(window, { isFullFor: now }), part)
  await fill('everything')
  await keep(page)
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(t.room.title)
  await expectGood(page, 'a disk without any room')
  await fill('files')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Keep, / })
    .click()
  await expect(page.getByText(/could not be kept/)).toBeVisible()
  await fill('the queue')
  await page.getByRole('button', { name: t.room.do }).click()
  await expect(page.getByText(t.keeping.full)).toBeVisible()
  await expectGood(page, 'a download that waits for room')
  await fill('all that a download writes')
  await page.evaluate(watchLine, t.keeping.full)
  await fill('more than a plan')
  const tried = page.waitForResponse(/\/media\//, { timeout: 20_000 })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await tried
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => window.lineGone), 'the line stays between two tries').toBe(0)
  await fill(undefined)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await isDone(page)
  await test.step('while one course is here, another one is refused, and the one that is here can be removed', async () => {
    await goInside(page, '/courses/first-steps-en')
    await fill('everything')
    await keep(page)
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(t.room.title)
    await page.getByRole('button', { name: t.common.close }).click()
    await goInside(page, '/phone')
    await page.getByRole('button', { name: /^Remove .+First aid at home/ }).click()
    await expect(page.getByRole('heading', { name: t.phone.none })).toBeVisible()
    await expect(page.getByText(/“.First aid at home.” removed/)).toBeVisible()
    await expect(page.getByRole('button', { name: t.phone.undo })).toHaveCount(0)
    await expect(page.getByText(t.phone.opened)).toHaveCount(0)
    await expectGood(page, 'a course that a full phone removed')
    await expect.poll(() => cachedMediaNames(page)).toEqual([])
  })
})
