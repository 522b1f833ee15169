import type { Page } from '@playwright/test'
import { doubleLetters } from '../good-screens.ts'
import { held } from '../held.ts'
import { bringIn, personOf, progressOf } from '../people.ts'
import { withServer } from '../server.ts'
import { SharedServer } from '../shared-process.ts'
import {
  eventsOf,
  finishPage,
  goInside,
  lessonPath,
  logsOf,
  openPage,
  pagesOf,
  playToTheEnd,
  servePages,
  tabTo,
} from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { answer, CUTS, cutsOf, cutsPath, mainButton } from './lesson-walk.ts'

const LESSON = 'first-aid-en-cuts'
const overlay = (page: Page) => page.locator('.video .overlay')

const SOUND = { lessonId: 'first-aid-en-calm', pageId: 'three-steps' }
const FILM = { lessonId: LESSON, pageId: 'pressure' }

test('Noura, Yousef and Rania listen in one tab', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const [yousef, rania] = [await personOf(server), await personOf(server)]
  await openPage(page, server, SOUND)

  await test.step('a sound must play to its end before the button is enabled, and that is remembered', async () => {
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
    const arrive = await held(page, '**/*.mp3')
    await page.reload()
    await expect(page.locator('audio')).toHaveCount(1)
    await expect(mainButton(page)).toBeEnabled()
    // While the sound has to load, the button shows that.
    await expect(player.getByRole('button', { name: 'Pause' }).locator('.spin')).toBeVisible()
    arrive()
    await expect(player.getByRole('button', { name: 'Pause' }).locator('.icon')).toBeVisible()
  })

  await test.step('played media are remembered for one person only, and not after a sign-out', async () => {
    expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('three-steps')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('three-steps')
    await openPage(page, server, { ...SOUND, person: yousef })
    await expect(page.getByText('Listen to the end to go on')).toBeVisible()
  })

  await test.step('a sound that cannot be loaded shows an error, and plays after another try', async () => {
    await page.route('**/*.mp3', route => route.abort())
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText('Unable to load the sound')
    await expect(page.getByText('Try again, now or later, to go on')).toBeVisible()
    await page.unroute('**/*.mp3')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Listen to the end to go on')).toBeVisible()
    await playToTheEnd(page.locator('audio'))
    await expect(mainButton(page)).toBeEnabled()
  })

  await test.step('a sound that could not be loaded is there without a press when the network is back', async () => {
    await page.route('**/*.mp3', route => route.abort())
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText('Unable to load the sound')
    await page.unroute('**/*.mp3')
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    // The sound does not start by itself when the network is back.
    await expect(page.getByRole('group', { name: 'Sound' }).getByRole('button', { name: 'Play' })).toBeVisible()
    await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
  })

  await test.step('the speed is chosen once, for every sound and film', async () => {
    const speed = page.getByRole('combobox', { name: 'Speed' })
    await expect(speed.getByRole('option')).toHaveText(['0.75×', '1×', '1.25×', '1.5×'])
    await speed.selectOption('1.5×')
    expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5)
    await openPage(page, server, { ...FILM, person: yousef })
    await expect(page.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.5')
    const rate = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate)
    await expect.poll(rate).toBe(1.5)
  })

  await test.step('on a completed page a sound blocks nobody', async () => {
    await finishPage(rania, SOUND.lessonId, SOUND.pageId)
    await bringIn(page, rania)
    await page.goto(`${server.origin}/courses/first-aid-en/lessons/first-aid-en-calm/2`)
    await expect(page.getByRole('group', { name: 'Sound' })).toBeVisible()
    await expect(mainButton(page)).toBeEnabled()
  })

  await test.step('with text twice as large each player shows all its controls', async () => {
    const reader = await personOf(server)
    await finishPage(reader, 'first-aid-ar-calm', 'start')
    await openPage(page, server, { ...FILM, lessonId: 'first-aid-ar-cuts', language: 'ar', person: reader })
    await expect(page.locator('.tools')).toBeVisible()
    await page.setViewportSize({ width: 740, height: 360 })
    // A film as wide as the screen would be higher than a phone in landscape.
    await expect.poll(() => heightAbove(page, '.bottom-bar', '.video-bar')).toBeGreaterThan(40)
    await page.setViewportSize({ width: 360, height: 740 })
    await doubleLetters(page)
    await expect(page.locator('.tools')).toBeVisible()
    expect(await controlsOutside(page)).toEqual([])
    await expect(page.locator('.caption')).toBeVisible()
    expect(await heightAbove(page, '.caption span', '.video')).toBeGreaterThanOrEqual(0)
    await goInside(page, lessonPath('first-aid-ar-calm', 2))
    await expect(page.locator('.video-bar')).toHaveCount(0)
    await expect(page.locator('.tools')).toBeVisible()
    expect(await controlsOutside(page)).toEqual([])
  })
})

/** How far the first element of the lower selector begins below that of the upper one. */
async function heightAbove(page: Page, lower: string, upper: string): Promise<number> {
  const top = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(part => part.getBoundingClientRect().top)
  return (await top(lower)) - (await top(upper))
}

/** The controls of a player that are not on the screen. */
function controlsOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll('.player > *, .video-bar > *, .tools > *')]
    const boxes = parts.map(part => ({ name: part.outerHTML.slice(0, 60), ...part.getBoundingClientRect().toJSON() }))
    return boxes.filter(({ left, right }) => left < 0 || right > innerWidth).map(({ name }) => name)
  })
}

test('any type of page can have a sound, and waits for its end', async ({ page, server }) => {
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

test('Noura watches a film', async ({ page, server }) => {
  const [logs, events] = [logsOf(page), eventsOf(page)]
  const arrive = await held(page, '**/*-orig.mp4')
  const noura = await openPage(page, server, FILM)
  const video = page.locator('video')

  await test.step('a film loads, plays by itself, pauses, and reports it', async () => {
    await expect(overlay(page).getByRole('status', { name: 'Loading the video' })).toBeVisible()
    await expect(mainButton(page)).toHaveAttribute('disabled', '')
    arrive()
    await expect(overlay(page)).toHaveCount(0)
    await video.click({ position: { x: 40, y: 40 } })
    await expect(overlay(page).getByRole('button', { name: 'Play' })).toBeVisible()
    await overlay(page).getByRole('button', { name: 'Play' }).tap()
    await expect(overlay(page)).toHaveCount(0)
    await video.dispatchEvent('waiting')
    await expect(overlay(page).getByRole('status')).toBeVisible()
    await expect
      .poll(() => events.map(({ name }) => name))
      .toEqual(['video_play', 'video_pause', 'video_play', 'video_buffer'])
    expect(events[0]?.params).toEqual({ lesson_id: LESSON, page_id: 2, file: expect.stringMatching(/-orig\.mp4$/) })
  })

  await test.step('captions are shown until a person turns them off, and stay off', async () => {
    await page.reload()
    await expect(page.locator('.caption')).toContainText('clean cloth')
    const captions = page.getByRole('button', { name: 'Captions' })
    await expect(captions).toHaveAttribute('aria-pressed', 'true')
    await captions.tap()
    await expect(page.locator('.caption')).toHaveCount(0)
    // The screen shows a loaded part of the app with a short delay. So this file comes after the film.
    await page.route('**/assets/pages-*.js', async route => {
      await new Promise(resolve => setTimeout(resolve, 60))
      await route.continue()
    })
    await page.reload()
    await expect(captions).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('a film that is loaded before its player knows its length all the same', async () => {
    await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
    await page.unrouteAll()
  })

  await test.step('the keys of a player work wherever the focus is inside it, also with an Arabic keyboard', async () => {
    const now = (of: 'paused' | 'muted' | 'currentTime') =>
      video.evaluate((element: HTMLVideoElement, name) => element[name], of)
    // On a busy machine the film would end before the last key.
    await video.evaluate((element: HTMLVideoElement) => {
      element.loop = true
    })
    await expect(overlay(page)).toHaveCount(0)
    await tabTo(page, page.getByRole('slider', { name: 'Position' }))
    await page.keyboard.press('k')
    expect(await now('paused')).toBe(true)
    // Until the screen shows it, the slider may be at 0 while the film is a moment further. Then Home would move
    // nothing.
    await expect(overlay(page).getByRole('button', { name: 'Play' })).toBeVisible()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    expect(await now('currentTime')).toBe(5)
    await page.keyboard.press('ArrowLeft')
    expect(await now('currentTime')).toBe(0)
    await page.keyboard.press('Space')
    await expect.poll(() => now('paused')).toBe(false)
    await page
      .getByRole('slider', { name: 'Position' })
      .dispatchEvent('keydown', { key: 'ن', code: 'KeyK', bubbles: true })
    await expect.poll(() => now('paused')).toBe(true)
    await page.keyboard.press('m')
    expect(await now('muted')).toBe(true)
    await page.getByRole('button', { name: 'Turn the sound on' }).click()
    expect(await now('muted')).toBe(false)
    await page.locator('.video-bar').getByRole('button', { name: 'Play' }).focus()
    await page.keyboard.press('Space')
    await expect.poll(() => now('paused')).toBe(false)
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe('video')
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
    await page.keyboard.press('Control+k')
    expect(await now('paused')).toBe(false)
  })

  await test.step('a finished film completes its page, which stays open', async () => {
    await video.evaluate((element: HTMLVideoElement) => {
      element.loop = false
    })
    await playToTheEnd(video)
    await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(2)
    await expect(mainButton(page)).toBeEnabled()
    await expect(page).toHaveURL(/\/2$/)
    await page.reload()
    await expect(mainButton(page)).toBeEnabled()
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/3$/)
    expect(logs.splice(0).map(({ pageId }) => pageId)).toEqual(['pressure'])
  })

  await test.step('if the course says so, the end of a film turns the page', async () => {
    await openPage(page, server, { lessonId: 'first-aid-en-burns', pageId: 'cooling', person: noura })
    await page.getByText('Read the words').click()
    await expect(page.getByText('No ice, no toothpaste.')).toBeVisible()
    await playToTheEnd(page.locator('video'))
    await expect(page).toHaveURL(/\/4$/)
    await expect.poll(() => logs).toMatchObject([{ pageId: 'cooling', pageNumber: 3 }])
  })
})

test('Yousef has trouble with his films', async ({ page, server, servers, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const events = eventsOf(page)
  await page.route('**/*-orig.mp4', route => route.abort())
  await openPage(page, server, FILM)

  await test.step('a film that cannot be loaded shows an error, reports which file, and plays after another try', async () => {
    await expect(overlay(page).getByRole('alert')).toHaveText('Unable to load video')
    await expect(page.getByText('Try again, now or later, to go on')).toBeVisible()
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

  await test.step('a film and its captions that could not be loaded come without a press when the network is back', async () => {
    const lost = /-orig\.mp4$|\.vtt$/
    await page.route(lost, route => route.abort())
    await page.reload()
    await expect(overlay(page).getByRole('alert')).toBeVisible()
    await page.unroute(lost)
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    // The film does not start by itself when the network is back.
    await overlay(page).getByRole('button', { name: 'Play' }).click()
    await expect(page.locator('.caption')).toContainText('clean cloth')
  })

  await test.step('a press in the moment in which the film ends turns the page', async () => {
    await openPage(page, server, FILM)
    await expect(mainButton(page)).toBeDisabled()
    await mainButton(page).evaluate((button: HTMLButtonElement) => {
      const press = () => button.disabled || button.click()
      new MutationObserver(press).observe(button, { attributeFilter: ['disabled'] })
    })
    await playToTheEnd(page.locator('video'))
    await expect(page).toHaveURL(/\/3$/)
  })

  await test.step('a page for reading can have a film', async () => {
    await servePages(page, LESSON, ([start, film]) => [
      { ...start, rank: 2, textContent: '<h1>Read this</h1>', avFilename: film?.avFilename, originalOnly: true },
    ])
    await openPage(page, server, { lessonId: LESSON, pageId: 'start' })
    await expect(page.locator('main.lesson-page-rich-text video')).toBeVisible()
    await expect(page.locator('main')).not.toHaveClass(/media-page/)
    await expect(mainButton(page)).toBeDisabled()
    await playToTheEnd(page.locator('video'))
    await expect(mainButton(page)).toBeEnabled()
    await page.unrouteAll()
  })

  await test.step('media come from the host that the server names, captions too', async () => {
    const elsewhere = `${server.origin}/media`
    await withServer(new SharedServer(servers, { MEDIA_BASE_URL: elsewhere }), async school => {
      const tab = await page.context().newPage()
      await openPage(tab, school, { lessonId: LESSON, pageId: 'pressure' })
      await expect(tab.locator('.caption')).toContainText('clean cloth')
      const source = await tab.locator('video').evaluate((video: HTMLVideoElement) => video.currentSrc)
      expect(source).toMatch(new RegExp(`^${elsewhere}/[^/]+-orig\\.mp4$`))
      // Closing waits for the last requests of the tab, which would fail after the server has stopped.
      await tab.close()
    })
  })

  await test.step('a browser that blocks autoplay shows the film paused', async () => {
    await page.addInitScript(() => {
      HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('Not without a tap', 'NotAllowedError'))
    })
    await openPage(page, server, FILM)
    await expect(overlay(page).getByRole('button', { name: 'Play' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
