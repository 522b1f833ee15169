import type { Page } from '@playwright/test'
import { ffmpegTrouble } from '../../api/courses/films/ffmpeg-trouble.ts'
import { expectGood } from '../good-screens.ts'
import { mainButton, texts } from '../lessons/lesson-walk.ts'
import { test as base, FILM_LESSON } from '../media/small-film.ts'
import { bringIn, type Person, personOf } from '../people.ts'
import type { Server } from '../server.ts'
import { expect, FAILED_REQUEST } from '../test.ts'
import { cachedMediaNames } from './keeping.ts'
import { untilSaved } from './saved.ts'

const test = base.extend({ serviceWorkers: 'allow' })

test.beforeAll(async () => {
  const trouble = await ffmpegTrouble()
  test.skip(trouble !== undefined, trouble)
})

const t = texts.en

/** Noura keeps the course with these films, has no network any more, and is on the page with the film. */
async function atFilm(page: Page, server: Server, noura: Person, films: string): Promise<void> {
  await page.goto(`${server.origin}/courses/tea`)
  await untilSaved(page, noura)
  await page.getByRole('button', { name: t.course.keep }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('radio')).toHaveCount(3)
  await expectGood(page, 'the choice of films')
  await sheet.getByRole('radio', { name: films }).check()
  await sheet.getByRole('button', { name: /^Keep, / }).click()
  await expect(page.getByRole('heading', { name: t.keeping.done })).toBeVisible({ timeout: 30_000 })
  await page.context().setOffline(true)
  await page.goto(`${server.origin}/courses/tea/lessons/${FILM_LESSON}`)
  await mainButton(page).click()
}

test('without a network Noura hears a film of which she kept only the sound, and sees one that she kept with a small picture, also on a wide screen', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  await bringIn(page, noura)
  await test.step('only the sound', async () => {
    await atFilm(page, server, noura, t.keep.sound)
    const sound = page.locator('audio')
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(11)
    await sound.evaluate((audio: HTMLAudioElement) => Object.assign(audio, { currentTime: 9 }))
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.seeking)).toBe(false)
  })
  await page.context().setOffline(false)
  await page.goto(`${server.origin}/phone`)
  await page.getByRole('button', { name: /^Remove / }).click()
  await expect(page.getByRole('heading', { name: t.phone.none })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await test.step('a small picture, at once after the removal', async () => {
    await atFilm(page, server, noura, t.keep.small)
    expect((await cachedMediaNames(page)).filter(name => name.includes('-320.mp4'))).toHaveLength(1)
    const video = page.locator('video')
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.readyState)).toBeGreaterThan(2)
    expect(await video.evaluate((film: HTMLVideoElement) => film.currentSrc)).toMatch(/-320\.mp4$/)
    // A page that was opened before asks for the size of its screen.
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
