import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FrameLocator, Page } from '@playwright/test'
import { ffmpegProblem } from '../../api/courses/films/ffmpeg-problem.ts'
import { editDraft, getDraft } from '../../contract/organisation/drafts.ts'
import { expectGood, expectGoodOnBoth, sizes } from '../good-screens.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner, newAuthor, personOf } from '../people.ts'
import { expect } from '../test.ts'
import { courseWithPage } from './authors/course-with-page.ts'
import { movePage } from './authors/move-page.ts'

test.use({ viewport: sizes.phone })

test.beforeAll(async () => {
  const trouble = await ffmpegProblem()
  test.skip(trouble !== undefined, trouble)
})

/**
 * A film of six seconds, with five megabytes of empty bytes behind it: it is sent in three pieces, and needs little
 * work.
 */
function longFilm(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'author-film-'))
  const file = join(folder, 'film.mp4')
  const sources = ['-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=4', '-f', 'lavfi', '-i', 'sine=frequency=330']
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  execFileSync('ffmpeg', ['-v', 'error', ...sources, '-t', '6', ...codecs, file])
  const film = readFileSync(file)
  rmSync(folder, { recursive: true })
  const free = Buffer.concat([Buffer.alloc(8), randomBytes(5_000_000)])
  free.writeUInt32BE(free.length)
  free.write('free', 4)
  return Buffer.concat([film, free])
}

/** Holds the digest of the next file until the returned function has done its work. */
async function holdNextDigest(page: Page): Promise<(work: () => Promise<void>) => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = { isWaiting: false, goOn: resolve }
    const { subtle } = crypto
    subtle.digest = async (...given) => {
      Reflect.deleteProperty(subtle, 'digest')
      held.isWaiting = true
      await promise
      return subtle.digest(...given)
    }
    return held
  })
  return async work => {
    await expect.poll(() => held.evaluate(({ isWaiting }) => isWaiting)).toBe(true)
    await work()
    await held.evaluate(({ goOn }) => goOn())
  }
}

test('Reem sends a film over a line that is cut, captions and publishes it, and Noura watches it', async ({
  ownProcess: own,
  page,
  browser,
}) => {
  test.slow()
  const reem = await firstOwner(own)
  const value = { id: 'pour', type: 'video', alt: 'يُصبّ الشاي في الكوب' }
  const { params, lesson } = await courseWithPage(reem, value, { title: 'شاي', language: 'ar' })
  await bringIn(page, reem, 'ar')
  const editor = `${own.origin}/org/courses/${params.id}/edit/${lesson}/pour`
  await page.goto(editor)
  await expect(page.getByText('mp4 أو mov، حتّى غيغابايت واحد')).toBeVisible()
  const choice = page.locator('input[accept^="video/mp4"]')
  // The author learns that a file is no film before anything is sent.
  await choice.setInputFiles({ name: 'story.mp4', mimeType: 'video/mp4', buffer: Buffer.from('Not a film at all') })
  await expect(page.getByRole('alert')).toContainText('ليس فيلمًا')
  await expectGood(page, 'a page without its film')
  const film = longFilm()
  // Only the server notices that the end of a film is missing. Another film takes its place.
  await choice.setInputFiles({ name: 'cut.mp4', mimeType: 'video/mp4', buffer: film.subarray(0, 400) })
  await expect(page.getByRole('alert')).toContainText('جزء منه ناقص أو تالف')

  // The connection is cut in the second piece, and the page is closed. The film continues by itself at the next visit.
  const offsets: string[] = []
  await page.route('**/filmUploads/*', route => {
    const offset = new URL(route.request().url()).searchParams.get('offset')
    if (offset !== null) offsets.push(offset)
    return offset === null || offset === '0' ? route.continue() : route.abort('connectionreset')
  })
  await choice.setInputFiles({ name: 'VID_1642.mp4', mimeType: 'video/mp4', buffer: film })
  await expect(page.getByText('لا اتّصال بالخادم. يُتابَع الإرسال وحده.')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'جارٍ إرسال الفيلم' })).toHaveAttribute('value', '39')
  await page.getByRole('button', { name: 'إيقاف مؤقّت' }).click()
  await expectGoodOnBoth(page, 'a film that is cut off')
  await page.unroute('**/filmUploads/*')
  // Huda moves the film's page to another lesson: Reem's screen and her film follow it.
  const huda = await newAuthor(own)
  const second = `${params.id}-2`
  await movePage(huda, params, { page: 'pour', from: lesson, to: second })
  await expect(page).toHaveURL(`${own.origin}/org/courses/${params.id}/edit/${second}/pour`)
  await expect(page.getByRole('progressbar', { name: 'جارٍ إرسال الفيلم' })).toHaveAttribute('value', '39')
  // A part of the editor is lost on its way. It comes later, and the other fields stay.
  await page.route('**/assets/captions-box-*', route => route.abort('connectionreset'), { times: 1 })
  // Huda moves the page back while Reem's draft is closed.
  await page.goto(`${own.origin}/health`)
  await movePage(huda, params, { page: 'pour', from: second, to: lesson })
  await page.goto(editor)
  await page.getByRole('button', { name: 'متابعة' }).click()
  const sizesCard = page.getByRole('region', { name: 'فيلم' })
  await expect(sizesCard.getByText(/^vid-1642-[0-9a-f]{8}\.mp4$/)).toBeVisible()
  expect(offsets[0]).toBe('0')

  // The server is killed in the middle of its work. It continues after its start, while Reem writes the captions.
  await own.stop('SIGKILL')
  await own.start()
  const captions = page.getByRole('region', { name: 'الكلام مكتوبًا على الفيلم' })
  await expect(captions.getByRole('slider', { name: 'الموضع' })).toBeEnabled({ timeout: 60_000 })
  await captions.getByRole('button', { name: 'سطر عند ٠:٠٠' }).click()
  await page.keyboard.type('نصبّ الشاي')
  // Huda moves the page while this is being saved. Reem goes on writing at the same place.
  await expect(page.getByText('مسوّدة، محفوظة')).toBeHidden()
  await movePage(huda, params, { page: 'pour', from: lesson, to: second })
  await expect(page).toHaveURL(`${own.origin}/org/courses/${params.id}/edit/${second}/pour`)
  await page.keyboard.type(' على مهل.')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await captions.getByRole('button', { name: 'تمّ' }).click()
  await captions.getByRole('button', { name: 'سطر عند ٠:٠٢' }).click()
  const untilPause = await holdNextDigest(page)
  await page.keyboard.type('ثم ننتظر.')
  await untilPause(() => expectGood(page, 'writing captions'))
  // Undo removes only the letters of the last second, even while the letters before them are still being saved.
  const goOn = await holdNextDigest(page)
  await page.keyboard.type(' ساعة')
  await goOn(async () => {
    await page.keyboard.type(' أخرى')
    await page.keyboard.press('Control+z')
  })
  await expect(captions).not.toContainText('أخرى')
  await expect(captions).toContainText('ثم ننتظر. ساعة')
  await page.keyboard.press('Control+z')
  await expect(captions).not.toContainText('ساعة')
  await expect(captions).toContainText('ثم ننتظر.')
  await captions.getByRole('button', { name: /^تعديل السطر عند .٠:٠٢/ }).click()
  await captions.getByRole('button', { name: 'تمّ' }).click()
  await expect(captions.getByText('ينتهي بعد بداية السطر التالي.')).toBeVisible()
  // The course may have another language than the app.
  await expect(captions.locator('.error-text')).toHaveAttribute('lang', 'ar')
  await captions.getByRole('button', { name: /^تعديل السطر عند .٠:٠٠/ }).click()
  await captions.getByRole('textbox', { name: 'النهاية' }).fill('٠:٠١٫٨')
  await captions.getByRole('button', { name: 'تمّ' }).click()
  await expect(captions.getByText('ينتهي بعد بداية السطر التالي.')).toHaveCount(0)
  const saved = page.waitForEvent('download')
  await captions.getByRole('button', { name: 'حفظ SRT' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^vid-1642-[0-9a-f]{8}\.srt$/)
  await expect(page.getByText('مسوّدة، محفوظة')).toBeVisible({ timeout: 60_000 })

  // The preview plays the original at once, with the captions.
  await page.getByRole('button', { name: 'معاينة' }).click()
  const preview = page.frameLocator('.phone-frame iframe')
  await expectCaption(preview)
  await page.getByRole('button', { name: 'كتابة' }).click()

  await expect(sizesCard.getByText(/^جاهز بكلّ القياسات/)).toBeVisible({ timeout: 90_000 })
  await expectGoodOnBoth(page, 'a film with captions')
  // Huda takes the captions away while Reem writes in them: both stay, until one is chosen.
  const shown = (await huda.call(getDraft, { params })).data
  const path = ['lessons', second, 'pages', 'pour', 'captions']
  const from = shown.lessons.flatMap(({ pages }) => pages).find(({ key }) => key === 'pour')?.fields.captions
  await captions.getByRole('button', { name: /^تعديل السطر عند .٠:٠٢/ }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' معًا.')
  const removal = { id: 'without-captions', at: 1, change: { op: 'set' as const, path, from } }
  await huda.call(editDraft, { params, body: { since: shown.revision, edits: [removal] } })
  const both = page.getByRole('region', { name: 'كتب هنا شخصان' })
  await expect(both).toContainText('ثم ننتظر. معًا.')
  await expectGoodOnBoth(page, 'two captions of one film')
  // On a busy machine Huda's edit may reach the server after Reem's, so the two versions have no fixed order.
  const ofReem = both.locator('.card', { hasText: 'ثم ننتظر. معًا.' })
  await ofReem.getByRole('button', { name: 'إبقاء هذا' }).click()
  await expect(both).toHaveCount(0)
  await expect(captions).toContainText('ثم ننتظر. معًا.')

  await page.getByRole('button', { name: 'نشر…' }).click()
  await page.getByRole('button', { name: 'نشر للجميع' }).click()
  await expect(page.getByText('تمّ نشر النسخة ١.')).toBeVisible()

  const { files } = (await reem.call(getDraft, { params })).data
  expect(files.map(({ name }) => name.replace(/-[0-9a-f]{8}\./, '.')).toSorted()).toEqual([
    'media/vid-1642.mp4',
    'media/vid-1642.vtt',
    // This line was undone twice. Its file is kept, because redo would need it.
    'media/vid-1642.vtt',
    'media/vid-1642.vtt',
  ])
  const noura = await personOf(own)
  const phone = await browser.newPage({ viewport: sizes.phone })
  await bringIn(phone, noura, 'ar')
  await phone.goto(`${own.origin}/courses/${params.id}/lessons/${second}`)
  await expectCaption(phone)
  expect(await phone.locator('video').evaluate((video: HTMLVideoElement) => video.currentSrc)).toMatch(/-360\.webm$/)
  await phone.close()
})

/** Starts the film, and expects its first line. */
async function expectCaption(where: Page | FrameLocator): Promise<void> {
  await where.getByRole('button', { name: 'تشغيل' }).first().click()
  const video = where.locator('video')
  // The film is paused: on a busy machine the line could otherwise pass before the test looks.
  const showLine = (video: HTMLVideoElement) => {
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return false
    video.pause()
    video.currentTime = 1
    return true
  }
  await expect.poll(() => video.evaluate(showLine), { timeout: 60_000 }).toBe(true)
  await expect(where.locator('.caption')).toHaveText('نصبّ الشاي على مهل.')
}
