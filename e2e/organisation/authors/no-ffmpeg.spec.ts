import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCourse } from '../../../contract/organisation/courses.ts'
import { editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import { becomeFirstOwner } from '../../../contract/organisation/team.ts'
import { expectGoodOnBoth, sizes } from '../../good-screens.ts'
import { testWithoutWorker as test } from '../../own-server.ts'
import { bringIn, personByPhone } from '../../people.ts'
import { expect } from '../../test.ts'

test.use({ viewport: sizes.phone })

test('on a server without ffmpeg Reem reads that her film stays as it came, publishes it, and Noura watches it', async ({
  own,
  page,
}) => {
  test.slow()
  // A folder without programs.
  await own.restartWith({ PATH: mkdtempSync(join(tmpdir(), 'no-programs-')) })
  const reem = await personByPhone(own)
  await reem.call(becomeFirstOwner, {})
  const { id } = (await reem.call(createCourse, { body: { title: 'شاي', language: 'ar' } })).data
  const params = { id }
  const draft = (await reem.call(getDraft, { params })).data
  const lesson = draft.lessons[0]?.key ?? ''
  const value = { id: 'pour', type: 'video', textContent: '# صبّ الشاي' }
  const change = { op: 'insert' as const, path: ['lessons', lesson, 'pages'], value, after: null }
  await reem.call(editDraft, { params, body: { since: 0, edits: [{ id: 'first-page', at: 1, change }] } })
  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org/courses/${id}/edit/${lesson}/pour`)
  await page.locator('input[accept^="video/mp4"]').setInputFiles('courses/first-steps-ar/media/path.mp4')
  const card = page.getByRole('region', { name: 'فيلم' })
  await expect(card.getByText(/^يصل إلى المتعلّمين كما هو: .* لأنّ برنامج ffmpeg غير موجود عليه\.$/)).toBeVisible()
  // Nothing offers what the server cannot do.
  await expect(card.getByRole('button', { name: 'تصغيره' })).toHaveCount(0)
  await expectGoodOnBoth(page, 'a film as it came')
  await expect(page.getByText('مسوّدة، محفوظة')).toBeVisible()
  await page.getByRole('button', { name: 'نشر…' }).click()
  await page.getByRole('button', { name: 'نشر للجميع' }).click()
  await expect(page.getByText('تمّ نشر النسخة ١.')).toBeVisible()

  const noura = await personByPhone(own)
  await bringIn(page, noura, 'ar')
  await page.goto(`${own.origin}/courses/${id}/lessons/${draft.lessons[0]?.fields.id}`)
  await page.getByRole('button', { name: 'تشغيل' }).first().click()
  const video = page.locator('video')
  await expect
    .poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime), { timeout: 30_000 })
    .toBeGreaterThan(0.2)
  expect(await video.evaluate((film: HTMLVideoElement) => film.currentSrc)).toMatch(/-orig\.mp4$/)
})
