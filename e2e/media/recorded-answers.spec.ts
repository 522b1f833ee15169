import { logPage } from '../../contract/lessons.ts'
import { expectNoBarrier } from '../good-screens.ts'
import { mainButton, texts } from '../lessons/lesson-walk.ts'
import {
  answerOf,
  arrived,
  give,
  givenOn,
  heardBy,
  lessonOf,
  openSpoken,
  PAGE_ID,
  PAGE_NUMBER,
  say,
  sendingsOf,
  spokenPath,
} from '../messages/spoken.ts'
import { mentorWith } from '../messages/talking.ts'
import { bringIn, personOf } from '../people.ts'
import { storedRows } from '../stored-rows.ts'
import { playToTheEnd, servePages, tabTo } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { keepPieces, keptPieces, recorderOn } from './recorder.ts'

test.use({ permissions: ['microphone'] })

const { lesson, recorder } = texts.en
const SOUND_FILE = 'courses/first-aid-en/media/baby.mp3'
const SOUND = 'calm-breath.mp3'

test('Noura answers by voice, with the keyboard only: it arrives complete, and only she and Salma can play it', async ({
  page,
  context,
  server,
}) => {
  const t = texts.ar
  const { mentor: salma, learner: noura } = await mentorWith(server)
  const yousef = await personOf(server)
  const sent = sendingsOf(page)
  const begun = minuteNow()
  const { start, stop } = recorderOn(page, 'ar')
  await openSpoken(page, server, { language: 'ar', person: noura })

  await test.step('she records', async () => {
    await expect(mainButton(page)).toBeDisabled()
    await expect(page.getByText(t.lesson.missing['write-or-record'])).toBeVisible()
    await tabTo(page, start)
    await page.keyboard.press('Enter')
    await expect(stop).toBeFocused()
    await page.waitForTimeout(1000)
    await page.keyboard.press('Enter')
    await expect(mainButton(page)).toBeEnabled()
  })
  const mp3 = Buffer.concat((await keptPieces(page)).map(piece => Buffer.from(piece.mp3, 'base64')))

  await test.step('on the same phone Yousef sees no recording of hers', async () => {
    const body = { userId: yousef.session.uid, pageId: 'kit-this-year', pageNumber: 8 }
    await yousef.call(logPage, { params: { lessonId: lessonOf('ar') }, body })
    const other = await context.newPage()
    await bringIn(other, yousef, 'ar')
    await other.goto(server.origin + spokenPath('ar'))
    await expect(recorderOn(other, 'ar').start).toBeVisible()
    await expect(givenOn(other).card).toHaveCount(0)
    await expect(mainButton(other)).toBeDisabled()
    expect((await keptPieces(other)).every(({ uid }) => uid === noura.session.uid)).toBe(true)
    await other.close()
  })

  const filename = await test.step('she sends, and only her mentor and she can play it', async () => {
    // Yousef's tab has replaced her session, so it is stored again.
    await page.evaluate(session => localStorage.setItem('sbs.session', JSON.stringify(session)), noura.session)
    await page.goto(server.origin + spokenPath('ar'))
    await expect(mainButton(page)).toBeEnabled()
    await keepPieces(page)
    await tabTo(page, mainButton(page))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/courses\/first-aid-ar$/)
    const filename = await arrived(noura, 'ar')
    const [, minute = ''] = filename.match(/-(\d{12})\.mp3$/) ?? []
    expect(filename).toBe(`${noura.session.uid}-${lessonOf('ar')}-${PAGE_NUMBER}-${minute}.mp3`)
    expect([minute >= begun, minute <= minuteNow()]).toEqual([true, true])
    for (const listener of [noura, salma])
      expect((await heardBy(server, listener, filename, 'ar')).equals(mp3)).toBe(true)
    await expect(heardBy(server, yousef, filename, 'ar')).rejects.toMatchObject({ code: 'not-found' })
    expect(sent).toMatchObject({ recordings: 1, logs: [{ answer: `audio:${filename}` }] })
    return filename
  })

  await test.step('a reload just before the recorder deleted it shows it again, and sent again it is stored once', async () => {
    await expect.poll(() => storedRows(page, 'step-by-step-outbox', 'letters')).toEqual([])
    await page.goto(server.origin + spokenPath('ar'))
    await expect(recorderOn(page, 'ar').delete).toBeVisible()
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/courses\/first-aid-ar$/)
    await expect.poll(() => sent.logs.length).toBe(2)
    expect(sent.logs[1]).toMatchObject({ answer: `audio:${filename}` })
  })

  await test.step('she returns and listens', async () => {
    // Until the phone knows that the recording arrived, the page plays the phone's own copy.
    await expect.poll(() => storedRows(page, 'step-by-step-outbox', 'letters')).toEqual([])
    await page.goto(server.origin + spokenPath('ar'))
    const { play, sound } = givenOn(page)
    await expect(sound).toHaveAttribute('src', new RegExp(`^/[\\w-]+/user-content/${filename}\\?`))
    await expectNoBarrier(page, 'on return')
    await tabTo(page, play)
    await page.keyboard.press('Enter')
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.ended)).toBe(true)
    await expect(start).toBeHidden()
    const again = page.getByRole('button', { name: t.recorder.submitted.again })
    await tabTo(page, again)
    await page.keyboard.press('Enter')
    await expect(again).toHaveAttribute('aria-expanded', 'true')
    await expect(start).toBeVisible()
    await expectNoBarrier(page, 'answering again')
  })
})

test('Yousef writes, records instead, and records once more', async ({ page, server, watch }) => {
  // A text may look like the name of a recording. The browser reports that this recording is missing.
  watch.expected.push(FAILED_REQUEST)
  await servePages(page, lessonOf(), own => own.map(({ buttonText, ...one }) => one))
  const yousef = await openSpoken(page, server)
  const box = page.getByRole('textbox', { name: lesson.answer })
  const again = page.getByRole('button', { name: recorder.submitted.again })

  await test.step('a recording replaces the typed text, and the text returns when the recording is deleted', async () => {
    await expect(mainButton(page)).toHaveText(lesson.send)
    await box.fill('I helped my brother')
    await say(page)
    await expect(box).toBeHidden()
    await page.reload()
    await expect(recorderOn(page).delete).toBeVisible()
    await expect(box).toBeHidden()
    await recorderOn(page).delete.click()
    await expect(box).toHaveValue('I helped my brother')
    await give(page)
    await expect.poll(() => answerOf(yousef)).toBe('I helped my brother')
    await page.goto(server.origin + spokenPath())
    await expect(box).toHaveValue('I helped my brother')
    await box.fill('')
    await page.reload()
    await expect(box, 'an emptied box does not hide what was sent').toHaveValue('I helped my brother')
    await box.fill('I helped')
    await box.fill('I helped my brother')
    const drafts = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.endsWith('"text-response"]')))
    expect(await drafts(), 'the sent text is no draft').toEqual([])
  })

  await test.step('a text that begins with “audio:” stays a text, even if it looks like the name of a recording', async () => {
    for (const text of [
      'audio: I heard it on the radio',
      `audio:${yousef.session.uid}-${lessonOf()}-9-202611211230.mp3`,
    ]) {
      await box.fill(text)
      await give(page)
      await expect.poll(() => answerOf(yousef)).toBe(text)
      for (const back of [() => page.goBack(), () => page.reload()]) {
        await back()
        await expect(box).toHaveValue(text)
        await expect(givenOn(page).card).toHaveCount(0)
      }
    }
  })

  await page.clock.setFixedTime(new Date())
  const sent = sendingsOf(page)
  await box.fill('I helped my sister')
  const before = await say(page)
  await give(page)

  await test.step('a person who returns to the page at once sees the recording submitted', async () => {
    await page.goBack()
    await expect(givenOn(page).card).toBeVisible()
    await expect(recorderOn(page).delete).toHaveCount(0)
    await arrived(yousef)
    await expect(givenOn(page).card).toBeVisible()
    await expect(recorderOn(page).delete).toHaveCount(0)
    expect(sent.recordings).toBe(1)
  })

  await test.step('a submitted recording cannot be sent again, until there is a new answer', async () => {
    await expect(mainButton(page)).toHaveText(lesson.next)
    await again.click()
    await box.fill('In words this time')
    await expect(mainButton(page)).toHaveText(lesson.send)
    await box.fill('')
  })

  await test.step('two recordings of one minute are both stored, and the later one is the answer', async () => {
    const after = await say(page)
    await give(page)
    await expect.poll(() => answerOf(yousef), { timeout: 60_000 }).toMatch(/-2\.mp3$/)
    const filename = await arrived(yousef)
    expect((await heardBy(server, yousef, filename)).equals(after)).toBe(true)
    expect((await heardBy(server, yousef, filename.replace('-2.mp3', '.mp3'))).equals(before)).toBe(true)
    // The open app knows the name that the server gave to the recording.
    await page.goBack()
    await expect(givenOn(page).sound).toHaveAttribute('src', new RegExp(filename))
  })
})

test('Rania hears the page, answers, and plays her answer after its URL has expired', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await servePages(page, lessonOf(), own => own.map(one => (one.id === PAGE_ID ? { ...one, avFilename: SOUND } : one)))
  await page.route(`**/${SOUND}`, route => route.fulfill({ path: SOUND_FILE }))
  const rania = await openSpoken(page, server)

  await test.step('the sound of the page must play before a recording can be sent', async () => {
    await say(page)
    await expect(page.getByText(lesson.missing.listen)).toBeVisible()
    await expect(mainButton(page)).toBeDisabled()
    await playToTheEnd(page.locator('main > .stack audio').first())
    await expect(mainButton(page)).toBeEnabled()
    await page.unrouteAll()
  })

  await test.step('a person who presses play after the URL has expired hears it all the same', async () => {
    await give(page)
    await arrived(rania)
    const urls: string[] = []
    await page.route('**/recordings/*', async route => {
      const answer = await (await route.fetch()).json()
      // The first URL expires before it is used.
      if (urls.length === 0) answer.data = { url: answer.data.url.replace(/expires=\d+/, 'expires=1'), expiresAt: 1 }
      urls.push(answer.data.url)
      await route.fulfill({ json: answer })
    })
    await page.goto(server.origin + spokenPath())
    const { sound } = givenOn(page)
    await expect.poll(() => urls.length).toBe(2)
    await expect(sound).toHaveAttribute('src', urls[1] as string)
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.ended)).toBe(true)
  })
})

/** The format in file names: YYYYMMDDHHmm in UTC. */
function minuteNow(): string {
  return new Date().toISOString().replace(/\D/g, '').slice(0, 12)
}
