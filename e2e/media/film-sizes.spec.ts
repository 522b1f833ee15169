import type { Page } from '@playwright/test'
import { ffmpegProblem } from '../../api/courses/films/ffmpeg-problem.ts'
import { expectGood, expectNoBarrier } from '../good-screens.ts'
import { mainButton, texts } from '../lessons/lesson-walk.ts'
import { cachedMediaNames } from '../offline/keeping.ts'
import { untilSaved } from '../offline/saved.ts'
import { bringIn, type Person, personOf, progressOf } from '../people.ts'
import type { Server } from '../server.ts'
import { settled } from '../settled.ts'
import { eventsOf, goInside, lessonPath, openPage, pagesOf, playToTheEnd, servePages } from '../study.ts'
import { expect, FAILED_REQUEST } from '../test.ts'
import { FILM_LESSON, test } from './small-film.ts'

// The journeys run in one worker, so that the film is made only once.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  const trouble = await ffmpegProblem()
  test.skip(trouble !== undefined, trouble)
})

const { en } = texts
const at = { lessonId: FILM_LESSON, pageId: 'pour' }
const overlay = (page: Page) => page.locator('.video .overlay')

/** The film files that a tab loads, without the hash in their names. */
function filmFilesOf(page: Page): string[] {
  const names: string[] = []
  page.on('request', request => {
    const [, name] = /\/media\/tea\.pour-[0-9a-f]{8}-(.+)$/.exec(request.url()) ?? []
    if (name && names.at(-1) !== name) names.push(name)
  })
  return names
}

function now(page: Page, name: 'currentTime' | 'currentSrc' | 'poster') {
  return page.locator('video').evaluate((video: HTMLVideoElement, of) => video[of], name)
}

async function expectPlaying(page: Page): Promise<void> {
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(2)
  await expect(overlay(page)).toHaveCount(0)
}

test('a window shows a film in the size that fits and loads no other, or the smallest, or the sound alone, if Noura saves data', async ({
  page,
  withFilm: server,
}) => {
  const noura = await personOf(server)
  const names = filmFilesOf(page)
  // The browser must not answer from its cache: each request goes to the server, as on another phone.
  await page.route('**/media/**', route => route.continue())
  // The other widths are tested in web/media/video/video-sources.test.ts.
  for (const [width, size] of [
    [360, 360],
    [1280, 480],
  ] as const)
    await test.step(`a window ${width} wide shows a film ${size} wide`, async () => {
      await page.setViewportSize({ width, height: 740 })
      names.length = 0
      await openPage(page, server, { ...at, person: noura })
      await expectPlaying(page)
      expect(await now(page, 'currentSrc')).toMatch(new RegExp(`-${size}\\.webm$`))
      expect(await now(page, 'poster')).toMatch(/-poster\.jpg$/)
      expect(names.toSorted()).toEqual([`${size}.webm`, 'poster.jpg'])
      const sources = page.locator('video source')
      expect(
        await sources.evaluateAll(all => all.map(source => [source.getAttribute('src'), source.getAttribute('type')])),
      ).toEqual([
        [expect.stringMatching(new RegExp(`^/media/tea\\.pour-[0-9a-f]{8}-${size}\\.webm$`)), 'video/webm'],
        [expect.stringMatching(new RegExp(`-${size}\\.mp4$`)), 'video/mp4'],
        [expect.stringMatching(/-orig\.mp4$/), 'video/mp4'],
      ])
    })

  await test.step('the smallest size is loaded on a press, and the lesson costs less', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    names.length = 0
    await goInside(page, '/courses/tea')
    const size = page.locator('.step small span')
    const before = Number.parseInt((await size.textContent()) ?? '', 10)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('switch', { name: 'Data saver' }).tap()
    expect(Number.parseInt((await size.textContent()) ?? '', 10)).toBeLessThan(before)
    await page.setViewportSize({ width: 1280, height: 800 })
    await openPage(page, server, { ...at, person: noura })
    const play = overlay(page).getByRole('button', { name: 'Play' })
    await expect(play).toBeVisible()
    await settled(page)
    expect(names).toEqual(['poster.jpg'])
    await expectNoBarrier(page, 'film, saving data')
    await play.click()
    await expect(overlay(page)).toHaveCount(0)
    expect(names).toEqual(['poster.jpg', '320.webm'])
  })

  await test.step('a person can play the sound alone, which also completes the page', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    names.length = 0
    await page.reload()
    await page.getByRole('button', { name: /^Sound only \(\d+\skB\)$/ }).tap()
    await expect(page.locator('video')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Show the video' })).toBeVisible()
    await expect(mainButton(page)).toBeDisabled()
    await playToTheEnd(page.locator('audio'))
    await expect(mainButton(page)).toBeEnabled()
    await expect.poll(async () => (await progressOf(noura, FILM_LESSON))?.status).toBe('complete')
    expect(names).toEqual(['poster.jpg', 'sound.mp3'])
    await page.getByRole('button', { name: 'Show the video' }).tap()
    await expect(page.locator('video')).toBeVisible()
    await page.evaluate(() => localStorage.setItem('sbs.data-saver', 'off'))
    await page.goto(server.origin + lessonPath(FILM_LESSON, 2))
    await expect(page.locator('video')).toBeVisible()
  })
})

test('a film of which not all sizes can be loaded plays all the same', async ({
  page,
  context,
  withFilm: server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const events = eventsOf(page)
  const media = /\/media\/.*\.(webm|mp4)$/
  await page.route(media, route => route.abort())
  const noura = await openPage(page, server, at)

  await test.step('the error is shown only after all three failed, and another try starts with the first', async () => {
    await expect(overlay(page).getByRole('alert')).toHaveText('Unable to load video')
    await expect
      .poll(() => events.map(({ params }) => params?.file_type))
      .toEqual(['video/webm', 'video/mp4', 'video/mp4'])
    await page.unroute(media)
    await overlay(page).getByRole('button', { name: 'Try again' }).click()
    await expectPlaying(page)
    expect(await now(page, 'currentSrc')).toMatch(/-360\.webm$/)
  })

  await test.step('a film that breaks off continues where it was, with the next file and after another try', async () => {
    const breakOff = () =>
      page.locator('video').evaluate((element: HTMLVideoElement) => {
        element.currentTime = 6
        element.dispatchEvent(new Event('error'))
      })
    await breakOff()
    await expect.poll(() => now(page, 'currentSrc')).toMatch(/-360\.mp4$/)
    await expectPlaying(page)
    expect(await now(page, 'currentTime')).toBeGreaterThanOrEqual(6)
    await page.route(media, route => route.abort())
    await breakOff()
    await expect(overlay(page).getByRole('alert')).toBeVisible()
    await page.unroute(media)
    await overlay(page).getByRole('button', { name: 'Try again' }).click()
    await expectPlaying(page)
    expect(await now(page, 'currentTime')).toBeGreaterThanOrEqual(6)
    await page.close()
  })

  await test.step('a size that cannot be loaded is reported, and the next one plays', async () => {
    const tab = await context.newPage()
    const events = eventsOf(tab)
    await tab.route('**/*-360.webm', route => route.abort())
    await tab.route('**/*-360.mp4', route => route.fulfill({ status: 404 }))
    await openPage(tab, server, { ...at, person: noura })
    await expectPlaying(tab)
    expect(await now(tab, 'currentSrc')).toMatch(/-orig\.mp4$/)
    // On a busy machine the film may also wait for its own data. That is reported, too, so it is left out here.
    const others = () => events.filter(({ name }) => name !== 'video_buffer')
    await expect
      .poll(() => others().map(({ name }) => name))
      .toEqual(['video_load_error', 'video_load_error', 'video_play'])
    expect(others().map(({ params }) => params?.file_type)).toEqual(['video/webm', 'video/mp4', undefined])
    await playToTheEnd(tab.locator('video'))
    await expect(mainButton(tab)).toBeEnabled()
    await expect.poll(async () => (await progressOf(noura, FILM_LESSON))?.status).toBe('complete')
    await tab.unrouteAll()

    await test.step('a film without sizes plays as the original, even if the course does not say so', async () => {
      // Courses that were imported before films had sizes do not have the note `originalOnly`.
      await servePages(tab, 'first-aid-en-cuts', own => own.map(({ originalOnly: _, ...one }) => one))
      expect((await pagesOf(noura, 'first-aid-en-cuts'))[1]).toMatchObject({ originalOnly: true })
      await openPage(tab, server, { lessonId: 'first-aid-en-cuts', pageId: 'pressure', person: noura })
      await expectPlaying(tab)
      expect(await now(tab, 'currentSrc')).toMatch(/-orig\.mp4$/)
    })
  })
})

/** Noura keeps the course with these films, loses the network, and is on the page with the film. */
async function atFilm(page: Page, server: Server, noura: Person, films: string): Promise<void> {
  await page.goto(`${server.origin}/courses/tea`)
  await untilSaved(page, noura)
  await page.getByRole('button', { name: en.course.keep }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('radio')).toHaveCount(3)
  await expectGood(page, 'the choice of films')
  await sheet.getByRole('radio', { name: films }).check()
  await sheet.getByRole('button', { name: /^Keep, / }).click()
  await expect(page.getByRole('heading', { name: en.keeping.done })).toBeVisible({ timeout: 30_000 })
  await page.context().setOffline(true)
  await page.goto(`${server.origin}/courses/tea/lessons/${FILM_LESSON}`)
  await mainButton(page).click()
}

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('without a network Noura hears a film of which she kept only the sound, and sees one that she kept with a small picture, also on a wide screen', async ({
    page,
    withFilm: server,
    watch,
  }) => {
    watch.expected.push(FAILED_REQUEST)
    const noura = await personOf(server)
    await bringIn(page, noura)
    await test.step('only the sound', async () => {
      await atFilm(page, server, noura, en.keep.sound)
      const sound = page.locator('audio')
      await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(11)
      await sound.evaluate((audio: HTMLAudioElement) => Object.assign(audio, { currentTime: 9 }))
      await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.seeking)).toBe(false)
    })
    await page.context().setOffline(false)
    await page.goto(`${server.origin}/phone`)
    await page.getByRole('button', { name: /^Remove / }).click()
    await expect(page.getByRole('heading', { name: en.phone.none })).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
    await test.step('a small picture, at once after the removal', async () => {
      await atFilm(page, server, noura, en.keep.small)
      expect((await cachedMediaNames(page)).filter(name => name.includes('-320.mp4'))).toHaveLength(1)
      const video = page.locator('video')
      await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.readyState)).toBeGreaterThan(2)
      expect(await video.evaluate((film: HTMLVideoElement) => film.currentSrc)).toMatch(/-320\.mp4$/)
      // A page that was opened before that asks for the size of its screen, and gets the kept size.
      const other = await page.evaluate(
        async url => {
          const film = document.createElement('video')
          film.src = url
          await new Promise((resolve, reject) => Object.assign(film, { onloadedmetadata: resolve, onerror: reject }))
          return film.duration
        },
        (await video.evaluate((film: HTMLVideoElement) => film.currentSrc)).replace('-320.mp4', '-480.webm'),
      )
      expect(other).toBeGreaterThan(11)
    })
  })
})
