import { expectGood } from '../good-screens.ts'
import { answer, cutsPath, mainButton, texts } from '../lessons/lesson-walk.ts'
import { test } from '../own-server.ts'
import { goInside } from '../study.ts'
import { expect, FAILED_REQUEST } from '../test.ts'
import { PoorNetwork } from './cut-network.ts'
import { atCourse, COURSE, cachedMediaNames, isDone, keep } from './keeping.ts'
import { hasAllScreens, untilSaved } from './saved.ts'

const t = texts.en

declare global {
  interface Window {
    /** An entry for each time that the page asked the browser to keep its storage: whether it asked during a press. */
    persistAsked: boolean[]
  }
}

/** Runs in the page: the person never answers the browser's question whether this site may keep its storage. */
function neverAllowed(): void {
  window.persistAsked = []
  // An empty page cannot use storage.
  if (!isSecureContext) return
  navigator.storage.persist = () => {
    window.persistAsked.push(navigator.userActivation.isActive)
    return new Promise(() => {})
  }
}

test('Noura keeps a course, is cut in the middle of a film, and goes on; then it plays without a server', async ({
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const network = new PoorNetwork(server, { cuts: /pressure-\w+-orig\.mp4/ })
  await network.start()
  const { noura, page } = await atCourse(context, server, network.origin)
  await page.getByRole('button', { name: t.course.keep }).click()
  await expect(page.getByRole('heading', { name: t.keep.title })).toBeVisible()
  await expectGood(page, 'the choice before a download')
  const keepButton = page.getByRole('dialog').getByRole('button', { name: /^Keep, / })
  const [promised] = (await keepButton.innerText()).match(/\d+\u00a0kB/) ?? []
  await keepButton.click()
  await expect(page.getByText(t.keeping.cut)).toBeVisible()
  await expect
    .poll(() => cachedMediaNames(page))
    .toContainEqual(expect.stringMatching(/pressure-\w+-orig\.mp4\?from=0$/))
  // The tab is closed, too.
  await page.close()

  const again = await context.newPage()
  await again.goto(network.origin + COURSE)
  await expect(again.getByRole('button', { name: t.keeping.title })).toBeVisible()
  await expect(again.getByText(/^\d+\skB, on this phone$/)).toBeVisible()
  await expect(again.getByRole('button', { name: t.keeping.title })).toHaveCount(0, { timeout: 30_000 })
  await expect(again.getByText(`${promised}, on this phone`), 'the promise was true').toBeVisible()
  expect(await cachedMediaNames(again)).not.toContainEqual(expect.stringContaining('?'))
  // Chromium's own cache may ask for one byte of the file once more.
  const [whole, ...rest] = network.ranges
  expect(whole).toBeUndefined()
  expect(rest.length).toBeGreaterThan(0)
  for (const range of rest) expect(range).toMatch(/^bytes=[1-9]\d{4,}-/)

  await untilSaved(again, noura)
  await again.close()
  network.stop()
  const last = await context.newPage()
  await last.goto(network.origin + cutsPath('en'))
  await mainButton(last).click()
  const video = last.locator('video')
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.duration)).toBeGreaterThan(7)
  await video.evaluate((film: HTMLVideoElement) => Object.assign(film, { currentTime: 5 }))
  await expect(last.getByText('Keep the hand raised above the heart.', { exact: true })).toBeVisible()
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.seeking)).toBe(false)
  await answer.pressure?.(last, 'en')

  await goInside(last, '/')
  await expect(last.getByRole('link', { name: /First aid at home.*All lessons/ })).toBeVisible()
  const later = last.locator('section', { hasText: t.off.needs })
  await expect(later.getByText('First steps')).toBeVisible()
  await expect(later.getByRole('link')).toHaveCount(0)
  await expectGood(last, 'home without a network, with a kept course')
  await goInside(last, '/courses/first-steps-en')
  await expect(last.getByText(t.off.notHere).first()).toBeVisible()
  await expect(last.locator('.path').getByRole('link')).toHaveCount(0)
  await expectGood(last, 'a course that is not on this phone')
  await goInside(last, '/courses/first-steps-en/lessons/first-steps-en-tour')
  await expect(last.getByRole('heading', { name: t.offline.title })).toBeVisible()
  await expect(last.getByRole('link', { name: /First aid at home/ })).toBeVisible()
  await expectGood(last, 'a lesson that is not on this phone')
})

test('a course is said to be kept once the code of its pages is here, too; Noura removes it, keeps it again in two tabs, and signs out', async ({
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const network = new PoorNetwork(server, { delays: /find-kept-film/ })
  await network.start()
  await context.addInitScript(neverAllowed)
  const { page } = await atCourse(context, server, network.origin)
  expect(await page.evaluate(() => window.persistAsked)).toEqual([])
  await keep(page)
  await isDone(page)
  await expect(page.getByRole('heading', { name: t.keeping.done }), 'the button to keep is gone').toBeFocused()
  expect(await page.evaluate(() => window.persistAsked), 'during the press, and nobody waits for the reply').toEqual([
    true,
  ])
  expect(await hasAllScreens(page)).toBe(true)
  expect((await cachedMediaNames(page)).length).toBeGreaterThan(8)
  await goInside(page, '/account')
  await page.getByRole('link', { name: t.page.phone }).click()
  await expect(page.getByRole('heading', { name: /kB on this phone$/ })).toBeVisible()
  await expectGood(page, 'on this phone')
  const remove = page.getByRole('button', { name: /^Remove .+First aid at home/ })
  await remove.click()
  await expect(page.getByRole('heading', { name: t.phone.none }), 'the row is gone').toBeFocused()
  await page.getByRole('button', { name: t.phone.undo }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await remove.click()
  await expect(page.getByRole('heading', { name: t.phone.none })).toBeVisible()
  await expect.poll(() => cachedMediaNames(page), { timeout: 30_000 }).toEqual([])

  await test.step('two tabs download once, and a sign-out leaves nothing of it', async () => {
    const requested: string[] = []
    context.on('request', request => request.url().includes('/media/') && requested.push(request.url()))
    await goInside(page, COURSE)
    const other = await context.newPage()
    await other.goto(network.origin + COURSE)
    await keep(page)
    await isDone(page)
    await expect(other.getByText(/^\d+\skB, on this phone$/)).toBeVisible()
    expect(requested.length).toBeGreaterThan(0)
    expect(requested.length).toBe(new Set(requested).size)
    await page.getByRole('button', { name: t.common.close }).first().click()
    await page.getByRole('button', { name: t.header.menu }).click()
    await page.getByRole('button', { name: t.page.logout }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect.poll(() => cachedMediaNames(page)).toEqual([])
  })
  network.stop()
})
