import { createCourse } from '../../contract/organisation/courses.ts'
import { getDraft } from '../../contract/organisation/drafts.ts'
import { expectGood, sizes } from '../good-screens.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner } from '../people.ts'
import { expect, FAILED_REQUEST } from '../test.ts'
import { movePage } from './authors/move-page.ts'

test.use({ permissions: ['microphone'], viewport: sizes.phone })

test('Reem records the sound of a page with a pause, loses the page, cuts both ends and uses it', async ({
  own,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const reem = await firstOwner(own)
  const { data } = await reem.call(createCourse, { body: { title: 'Tea', language: 'en' } })
  await bringIn(page, reem, 'en')
  await page.goto(`${own.origin}/org/courses/${data.id}/edit`)
  await page.locator('.ed-bottom button').nth(1).click()
  await page.getByRole('button', { name: /^New page in/ }).click()
  await page.getByRole('button', { name: /^To read or hear/ }).click()
  await page.getByText('More on this page').click()

  // If the server refuses a sound, the field says so once, with the reason.
  const buffer = Buffer.from('Not a sound at all')
  await page.locator('input[accept^=".mp3"]').setInputFiles({ name: 'voice.mp3', mimeType: 'audio/mpeg', buffer })
  await expect(page.getByRole('alert')).toContainText('This sound cannot be used')
  await expect(page.getByText(/voice.* is not in/)).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Sound or film' }).selectOption('')

  const box = page.getByRole('group', { name: 'Record a sound' })
  const secondsLeft = async () => {
    const [, minutes, seconds] = /(\d+):(\d\d) left/.exec((await box.textContent()) ?? '') ?? []
    return 60 * Number(minutes) + Number(seconds)
  }
  await page.getByRole('button', { name: 'Record a sound' }).click()
  await expect(box.getByRole('button', { name: 'Record a sound' })).toBeFocused()
  await box.getByRole('button', { name: 'Record a sound' }).click()
  await expect.poll(secondsLeft).toBeLessThanOrEqual(598)
  await expectGood(page, 'recording a sound')
  await box.getByRole('button', { name: 'Pause' }).click()
  await expect(box.getByRole('button', { name: 'Use this sound' })).toBeVisible()

  // Another author moves the page. The recording stays with the page, also after a reload.
  const params = { id: data.id }
  const [lesson] = (await reem.call(getDraft, { params })).data.lessons
  const [first, key] = [lesson?.key ?? '', lesson?.pages.at(-1)?.key ?? '']
  const second = `${data.id}-2`
  await movePage(reem, params, { page: key, from: first, to: second })
  await expect(page).toHaveURL(`${own.origin}/org/courses/${data.id}/edit/${second}/${key}`)
  await expect(box.getByRole('button', { name: 'Use this sound' })).toBeVisible()
  // When the tab is loaded again, nothing is lost: the recorder is open again, and continues at the same second.
  await page.reload()
  await page.getByText('More on this page').click()
  await box.getByRole('button', { name: 'Go on recording' }).click()
  await expect.poll(secondsLeft).toBeLessThanOrEqual(596)
  await box.getByRole('button', { name: 'Pause' }).click()
  const end = box.getByRole('slider', { name: 'End at' })
  const whole = Number(await end.inputValue())
  expect(whole).toBeGreaterThan(3.5)
  await box.getByRole('slider', { name: 'Begin at' }).focus()
  for (let at = 0; at < 5; at++) await page.keyboard.press('ArrowRight')
  await end.focus()
  for (let at = 0; at < 10; at++) await page.keyboard.press('ArrowLeft')
  // Until the cut sound is made, its button is pale.
  const length = box.getByRole('slider', { name: 'Position' })
  await expect.poll(async () => Math.abs(Number(await length.getAttribute('max')) - (whole - 1.5))).toBeLessThan(0.2)
  await expectGood(page, 'cutting a sound')
  await box.getByRole('button', { name: 'Use this sound' }).click()

  // The sound is sent once, and the file for learners is much smaller.
  await expect(page.getByRole('combobox', { name: 'Sound or film' })).toHaveValue(/^sound-[0-9a-f]{8}\.mp3$/)
  // ffmpeg makes the sound equally loud, which takes long on a busy machine.
  await expect(page.getByText(/for the learner/)).toBeVisible({ timeout: 60_000 })
  await expectGood(page, 'a page with a sound')
  await expect(page.getByText('Draft, saved')).toBeVisible()
  const { files, lessons } = (await reem.call(getDraft, { params: { id: data.id } })).data
  expect(files).toHaveLength(1)
  expect(lessons[1]?.pages.at(-1)?.fields.avFilename).toBe(files[0]?.name.replace('media/', ''))
  expect(Math.abs((files[0]?.bytes ?? 0) / 7000 - (whole - 1.5))).toBeLessThan(0.6)
  await expect(page.getByText(/^This page costs a learner \d+\skB\.$/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Use this sound' })).toHaveCount(0)
  // The author can play the sound beside its name.
  const player = page.getByRole('group', { name: 'Sound', exact: true })
  await player.getByRole('button', { name: 'Play' }).click()
  const heard = () => player.locator('audio').evaluate((sound: HTMLAudioElement) => sound.currentTime)
  await expect.poll(heard).toBeGreaterThan(0.2)
  await expectGood(page, 'a sound that plays')
  await page.getByRole('button', { name: 'Preview' }).click()
  const sound = page.frameLocator('.phone-frame iframe').locator('audio')
  await expect(sound).toHaveAttribute('src', /^blob:/)
  await expect(sound).toHaveJSProperty('error', null)
})
