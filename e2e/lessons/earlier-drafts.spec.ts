import type { Page } from '@playwright/test'
import { held } from '../held.ts'
import { recorderOn } from '../media/recorder.ts'
import { storeRecording } from '../messages/spoken.ts'
import { mentorWith, talk } from '../messages/talking.ts'
import { bringIn } from '../people.ts'
import type { Server } from '../server.ts'
import { storedRows } from '../stored-rows.ts'
import { finishPage, goInside, lessonPath, pagesOf, servePages } from '../study.ts'
import { expect, test } from '../test.ts'
import { cutsOf, mainButton, texts } from './lesson-walk.ts'

const CUTS = cutsOf('en')
const CALM = 'first-aid-en-calm'

/**
 * Stores the drafts of an earlier version of the app on a phone. The keys are written out here: they must not change,
 * or people lose their drafts when the app is updated.
 */
async function storeAsBefore(page: Page, { origin }: Server, drafts: Record<string, string | string[]>): Promise<void> {
  // Nothing of the app is loaded at this URL.
  await page.goto(`${origin}/icon.svg`)
  await page.evaluate(drafts => {
    for (const [key, draft] of Object.entries(drafts)) localStorage.setItem(key, JSON.stringify(draft))
  }, drafts)
}

test('what Noura wrote, heard and recorded in the version before is there after the update, and so are her oldest answers', async ({
  page,
  server,
}) => {
  const { mentor, learner: noura } = await mentorWith(server)
  const { uid } = noura.session
  const [, sound] = await pagesOf(noura, CALM)
  const box = page.getByRole('textbox', { name: texts.en.lesson.answer })
  await bringIn(page, noura)
  await storeAsBefore(page, server, {
    [`sbs.draft ["${uid}","${CUTS}","last-time","text-response"]`]: 'I helped my brother',
    [`sbs.draft ["${uid}","${CALM}","three-steps media"]`]: [String(sound?.avFilename)],
    [`sbs.draft ["${uid}","home","last-opened"]`]: CUTS,
    [`sbs.draft ["${uid}","messages","mentor"]`]: 'My neighbour fell',
    [`sbs.draft ["${mentor.session.uid}","messages","${uid}"]`]: 'Wash it first',
  })
  const mp3 = Buffer.from([0xff, 0xfb, 0xa0, 0xc4])
  await storeRecording(page, uid, ['messages', 'mentor'], mp3)
  await storeRecording(page, uid, [CUTS, 'last-time'], mp3)

  await test.step('the lesson that she opened last', async () => {
    await finishPage(noura, CALM, 'start')
    await finishPage(noura, CUTS, 'pressure')
    await page.goto(server.origin)
    await expect(page.locator('.go-on')).toContainText('Lesson 2, page 3 of 9')
  })

  await test.step('a recorded answer, and the text below it', async () => {
    await finishPage(noura, CUTS, 'kit', 'gauze|Plasters')
    await finishPage(noura, CUTS, 'kinds', 'scrape|A clean, straight cut')
    await finishPage(noura, CUTS, 'first-step', 'Press firmly and leave the cloth in place')
    await finishPage(noura, CUTS, 'kit-this-year')
    await page.goto(server.origin + lessonPath(CUTS, 9))
    await expect(recorderOn(page).delete).toBeVisible()
    await expect(mainButton(page)).toBeEnabled()
    await recorderOn(page).delete.click()
    await expect(box).toHaveValue('I helped my brother')
  })

  await test.step('a draft is there after a reload', async () => {
    await box.fill('Half a sent')
    await page.reload()
    await expect(box).toHaveValue('Half a sent')
    await expect(mainButton(page)).toBeEnabled()
  })

  await test.step('lists joined by a bar, and answers named by their texts, are read', async () => {
    await goInside(page, lessonPath(CUTS, 3))
    await expect(page.getByRole('radio', { name: /Press firmly/ })).toBeChecked()
    await mainButton(page).click()
    for (const name of ['Sterile gauze', 'Plasters']) await expect(page.getByLabel(name)).toBeChecked()
    await mainButton(page).click()
    await expect(page.locator('.explore.is-open')).toHaveCount(2)
  })

  await test.step('a sound that was heard', async () => {
    await page.goto(server.origin + lessonPath(CALM, 2))
    await expect(page.getByRole('group', { name: 'Sound' })).toBeVisible()
    await expect(mainButton(page)).toBeEnabled()
  })

  await test.step('a choice on an open page that becomes a question to write about is not taken for a text', async () => {
    const chosen = page.getByRole('radio', { checked: true })
    await mainButton(page).click()
    await page.getByText('help him to his feet').click()
    await expect(chosen).toBeVisible()
    const saved = { kind: 'lesson', key: JSON.stringify(['lesson', uid, CALM]) }
    await expect
      .poll(() => storedRows(page, 'step-by-step-data', 'queries'))
      .toContainEqual(expect.objectContaining(saved))
    await servePages(page, CALM, pages =>
      pages.map(own => (own.type === 'multichoice' ? { ...own, type: 'text-response', options: {} } : own)),
    )
    const letGo = await held(page, `**/lessons/${CALM}`)
    await page.reload()
    await expect(chosen, 'the saved lesson, with what she chose').toBeVisible()
    letGo()
    await expect(box).toHaveValue('')
    await expect(mainButton(page)).toBeDisabled()
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('a message, and a voice for the mentor', async () => {
    await goInside(page, '/messages')
    await expect(talk(page).box).toHaveValue('My neighbour fell')
    await expect(recorderOn(page).delete).toBeVisible()
  })

  await test.step('a mentor’s reply, in the list and in its conversation', async () => {
    await bringIn(page, mentor)
    await page.goto(`${server.origin}/messages`)
    await expect(page.getByText('Wash it first')).toBeVisible()
    await goInside(page, `/messages/${uid}`)
    await expect(talk(page).box).toHaveValue('Wash it first')
  })
})
