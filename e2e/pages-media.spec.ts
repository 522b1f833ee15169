import type { Page } from '@playwright/test'
import { answer, CUTS, cutsOf, cutsPath, mainButton } from './lesson-walk.ts'
import { bringIn, personOf, progressOf } from './people.ts'
import { eventsOf, finishPage, logsOf, openPage, pagesOf, playToTheEnd, servePages } from './study.ts'
import { expect, FAILED_REQUEST, test } from './test.ts'

const LESSON = 'first-aid-en-cuts'
const overlay = (page: Page) => page.locator('.video .overlay')

test('a sound is heard to the end before the way opens, and that is remembered', async ({ page, server }) => {
  await openPage(page, server, { lessonId: 'first-aid-en-calm', pageId: 'three-steps' })
  await expect(page.locator('main')).toHaveClass(/media-page/)
  await expect(mainButton(page)).toHaveAttribute('disabled', '')
  await expect(page.getByText('Listen to the end to go on')).toBeVisible()
  const player = page.getByRole('group', { name: 'Sound' })
  await player.getByRole('button', { name: 'Pause' }).click()
  await player.getByRole('button', { name: 'Play' }).click()
  await playToTheEnd(page.locator('audio'))
  await expect(mainButton(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.locator('audio')).toHaveCount(0)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.locator('audio')).toHaveCount(1)
  await expect(mainButton(page)).toBeEnabled()
})

test('on a page that was done before, a sound holds nobody up', async ({ page, server }) => {
  const noura = await personOf(server)
  await finishPage(noura, 'first-aid-en-calm', 'three-steps')
  await bringIn(page, noura)
  await page.goto(`${server.origin}/courses/first-aid-en/lessons/first-aid-en-calm/2`)
  await expect(page.getByRole('group', { name: 'Sound' })).toBeVisible()
  await expect(mainButton(page)).toBeEnabled()
})

test('any kind of page may carry a sound, and waits for its end', async ({ page, server }) => {
  const noura = await personOf(server)
  const [, { avFilename } = {}] = await pagesOf(noura, 'first-aid-en-calm')
  await servePages(page, LESSON, own => own.map(one => (one.type === 'video' ? one : { ...one, avFilename })))
  await bringIn(page, noura)
  await page.goto(server.origin + cutsPath('en'))
  for (const [index, pageId] of CUTS.entries()) {
    await expect(page.getByRole('progressbar', { name: `Page ${index + 1} of 9` })).toBeVisible()
    await answer[pageId]?.(page, 'en')
    if (pageId !== 'pressure') {
      await expect(page.locator('main')).toHaveClass(/media-page/)
      await expect(page.getByText('Listen to the end to go on')).toBeAttached()
      await expect(mainButton(page), `${pageId} waits`).toBeDisabled()
      await playToTheEnd(page.locator('audio').first())
    }
    await expect(mainButton(page), `${pageId} is open`).toBeEnabled()
    await mainButton(page).click()
  }
  await expect.poll(async () => (await progressOf(noura, cutsOf('en')))?.status).toBe('complete')
})

test('a sound that cannot be had says so, and comes with another try', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  await page.route('**/*.mp3', route => route.abort())
  await openPage(page, server, { lessonId: 'first-aid-en-calm', pageId: 'three-steps' })
  await expect(page.getByRole('alert')).toHaveText('Unable to load the sound')
  await expect(page.getByText('Check your connection, then try again')).toBeVisible()
  await page.unroute('**/*.mp3')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Listen to the end to go on')).toBeVisible()
  await playToTheEnd(page.locator('audio'))
  await expect(mainButton(page)).toBeEnabled()
})

test('a film loads, plays by itself, pauses, and tells of it', async ({ page, server }) => {
  const events = eventsOf(page)
  let arrive = () => {}
  const held = new Promise<void>(resolve => (arrive = resolve))
  await page.route('**/*-orig.mp4', async route => {
    await held
    await route.continue()
  })
  await openPage(page, server, { lessonId: LESSON, pageId: 'pressure' })
  await expect(overlay(page).getByRole('status', { name: 'Loading the video' })).toBeVisible()
  await expect(mainButton(page)).toHaveAttribute('disabled', '')
  arrive()
  await expect(overlay(page)).toHaveCount(0)
  await page.locator('video').click({ position: { x: 40, y: 40 } })
  await expect(overlay(page).getByRole('button', { name: 'Play' })).toBeVisible()
  await overlay(page).getByRole('button', { name: 'Play' }).tap()
  await expect(overlay(page)).toHaveCount(0)
  await page.locator('video').dispatchEvent('waiting')
  await expect(overlay(page).getByRole('status')).toBeVisible()
  await expect
    .poll(() => events.map(({ name }) => name))
    .toEqual(['video_play', 'video_pause', 'video_play', 'video_buffer'])
  expect(events[0]?.params).toEqual({ lesson_id: LESSON, page_id: 2 })
})

test('a film that is here before its player knows its length all the same', async ({ page, server }) => {
  // What waits for a part of the app shortly is not shown at once when that has come: the film is faster then.
  await page.route('**/assets/video-player*.js', async route => {
    await new Promise(resolve => setTimeout(resolve, 60))
    await route.continue()
  })
  await openPage(page, server, { lessonId: LESSON, pageId: 'pressure' })
  await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
})

test('a film that has ended completes its page, which stays', async ({ page, server }) => {
  const logs = logsOf(page)
  const noura = await openPage(page, server, { lessonId: LESSON, pageId: 'pressure' })
  await playToTheEnd(page.locator('video'))
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(2)
  await expect(mainButton(page)).toBeEnabled()
  await expect(page).toHaveURL(/\/2$/)
  await page.reload()
  await expect(mainButton(page)).toBeEnabled()
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/3$/)
  expect(logs.map(({ pageId }) => pageId)).toEqual(['pressure'])
})

test('where the course wants it, the end of a film turns the page', async ({ page, server }) => {
  const logs = logsOf(page)
  await openPage(page, server, { lessonId: 'first-aid-en-burns', pageId: 'cooling' })
  await page.getByText('Read instead of listening').click()
  await expect(page.getByText('No ice, no toothpaste.')).toBeVisible()
  await playToTheEnd(page.locator('video'))
  await expect(page).toHaveURL(/\/4$/)
  await expect.poll(() => logs).toMatchObject([{ pageId: 'cooling', pageNumber: 3 }])
})

test('a film that cannot be had says so, tells which file, and comes with another try', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const events = eventsOf(page)
  await page.route('**/*-orig.mp4', route => route.abort())
  await openPage(page, server, { lessonId: LESSON, pageId: 'pressure' })
  await expect(overlay(page).getByRole('alert')).toHaveText('Unable to load video')
  await expect(page.getByText('Check your connection, then try again')).toBeVisible()
  await expect(mainButton(page)).toBeDisabled()
  await expect.poll(() => events.map(({ name }) => name)).toEqual(['video_load_error'])
  expect(events[0]?.params).toMatchObject({
    lesson_id: LESSON,
    page_id: 2,
    file: expect.stringMatching(/-orig\.mp4$/),
    file_type: 'video/mp4',
  })
  await page.unroute('**/*-orig.mp4')
  await overlay(page).getByRole('button', { name: 'Try again' }).click()
  await expect(overlay(page)).toHaveCount(0)
  await playToTheEnd(page.locator('video'))
  await expect(mainButton(page)).toBeEnabled()
})

test('a browser that lets nothing play by itself shows the film paused', async ({ page, server }) => {
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('Not without a tap', 'NotAllowedError'))
  })
  await openPage(page, server, { lessonId: LESSON, pageId: 'pressure' })
  await expect(overlay(page).getByRole('button', { name: 'Play' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a page to read may carry a film', async ({ page, server }) => {
  await servePages(page, LESSON, ([start, film]) => [
    { ...start, rank: 2, textContent: '<h1>Read this</h1>', avFilename: film?.avFilename },
  ])
  await openPage(page, server, { lessonId: LESSON, pageId: 'start' })
  await expect(page.locator('main.lesson-page-rich-text video')).toBeVisible()
  await expect(page.locator('main')).not.toHaveClass(/media-page/)
  await expect(mainButton(page)).toBeDisabled()
  await playToTheEnd(page.locator('video'))
  await expect(mainButton(page)).toBeEnabled()
})
