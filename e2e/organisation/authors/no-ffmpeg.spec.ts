import { readFileSync } from 'node:fs'
import { expectGoodOnBoth, sizes } from '../../good-screens.ts'
import { testWithoutWorker as test } from '../../own-server.ts'
import { bringIn, firstOwner, personByPhone } from '../../people.ts'
import { expect } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

// The server finds no ffmpeg on this path.
test.use({ viewport: sizes.phone, settings: { PATH: '/nowhere' } })

test('on a server without ffmpeg Reem reads that her film stays as it came, publishes it, and Noura watches it', async ({
  ownProcess: own,
  page,
}) => {
  test.slow()
  const reem = await firstOwner(own)
  const value = { id: 'pour', type: 'video', textContent: '# صبّ الشاي' }
  const { id, lesson, lessonId } = await courseWithPage(reem, value, { title: 'شاي', language: 'ar' })
  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org/courses/${id}/edit/${lesson}/pour`)
  const choice = page.locator('input[accept^="video/mp4"]')
  const sent: string[] = []
  page.on('request', request => /filmUploads/.test(request.url()) && sent.push(request.method()))

  // A film that this browser cannot play may not play on learners' phones. She decides before anything is sent.
  await choice.setInputFiles({ name: 'IMG_0001.MOV', mimeType: 'video/quicktime', buffer: withOtherCodec() })
  await expect(page.getByRole('alert')).toContainText('لا يستطيع هذا المتصفّح تشغيل هذا الفيلم')
  await expectGoodOnBoth(page, 'a film that this browser cannot play')
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'إرساله مع ذلك' }).click()
  await expect(page.getByText(/^img-0001-[0-9a-f]{8}\.mp4$/)).toBeVisible()
  await page.getByRole('button', { name: 'إزالة الفيلم' }).click()

  await test.step('a film whose page she deletes meanwhile is not lost: she reads where it is', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/filmUploads/*', async route => {
      await released
      await route.continue()
    })
    await choice.setInputFiles('courses/first-steps-ar/media/path.mp4')
    await expect(page.getByRole('progressbar', { name: 'جارٍ إرسال الفيلم' })).toBeVisible()
    await page.getByRole('button', { name: 'حذف الصفحة' }).click()
    release()
    const arrived = page.getByText(/^وصل الفيلم .path-[0-9a-f]{8}\.mp4.، ولم تعد صفحته هنا/)
    await expect(arrived).toBeVisible()
    await page.unroute('**/filmUploads/*')
    await expectGoodOnBoth(page, 'a film without its page')
    await page.locator('.ed-bar').getByRole('button', { name: 'تراجع' }).click()
    await page.goto(`${own.origin}/org/courses/${id}/edit/${lesson}/pour`)
    await page.getByRole('button', { name: 'حسنًا' }).click()
    await expect(arrived).toHaveCount(0)
  })
  await page.getByRole('combobox', { name: 'الفيلم' }).press('End')
  const card = page.getByRole('region', { name: 'فيلم' })
  await expect(card.getByText(/^يصل إلى المتعلّمين كما هو: .* لأنّ برنامج ffmpeg غير موجود عليه\.$/)).toBeVisible()
  // The app does not offer what the server cannot do.
  await expect(card.getByRole('button', { name: 'تصغيره' })).toHaveCount(0)
  await expectGoodOnBoth(page, 'a film as it came')
  await expect(page.getByText('مسوّدة، محفوظة')).toBeVisible()
  await page.getByRole('button', { name: 'نشر…' }).click()
  await page.getByRole('radio', { name: /لمجموعة التجربة/ }).check()
  await expect(page.getByText(/^لا أحد لديه ذلك بعد، فلن تظهر الدورة لأحد/)).toBeVisible()
  await expectGoodOnBoth(page, 'publishing for a trial group of nobody')
  await page.getByRole('radio', { name: /للجميع/ }).check()
  await page.getByRole('button', { name: 'نشر للجميع' }).click()
  await expect(page.getByText('تمّ نشر النسخة ١.')).toBeVisible()

  const noura = await personByPhone(own)
  await bringIn(page, noura, 'ar')
  await page.goto(`${own.origin}/courses/${id}/lessons/${lessonId}`)
  // The film starts by itself: a press at that moment would pause it.
  const video = page.locator('video')
  await expect
    .poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime), { timeout: 30_000 })
    .toBeGreaterThan(0.2)
  expect(await video.evaluate((film: HTMLVideoElement) => film.currentSrc)).toMatch(/-orig\.mp4$/)
})

/** A film whose picture this browser cannot show, like the films of many phones. It can play the sound. */
function withOtherCodec(): Buffer {
  const film = readFileSync('courses/first-steps-ar/media/path.mp4')
  film.write('none', film.lastIndexOf('avc1'), 'latin1')
  return film
}
