import { expectGoodOnBoth } from '../good-screens.ts'
import { answer, CUTS, cutsOf, cutsPath, mainButton, shown, texts } from '../lessons/lesson-walk.ts'
import { recorderOn } from '../media/recorder.ts'
import { mentorWith, storedTexts, talk } from '../messages/talking.ts'
import { test } from '../own-server.ts'
import { bringIn, progressOf } from '../people.ts'
import { goInside } from '../study.ts'
import { expect } from '../test.ts'
import { hasAllScreens, keepSounds, savedFiles, untilSaved } from './saved.ts'

test.use({ permissions: ['microphone'] })

test('a lesson that Noura opened once is whole without a network: nine kinds of page, her voice, a message', async ({
  context,
  server,
  network,
}) => {
  const { learner: noura } = await mentorWith(server)
  const first = await context.newPage()
  await bringIn(first, noura)
  await first.goto(network.origin + cutsPath('en'))
  await mainButton(first).click()
  await expect(first).toHaveURL(/\/2$/)
  await untilSaved(first, noura)
  // Turning a page saves the recorder and the messages, although the start of this lesson does not need them.
  await expect.poll(() => hasAllScreens(first)).toBe(true)
  // The mentor's screens are not saved on a learner's phone.
  expect((await savedFiles(first)).filter(url => url.includes('inbox'))).toEqual([])
  await keepSounds(first, noura, cutsOf('en'))
  // The browser may have the film of this page by chance.
  await (await context.newCDPSession(first)).send('Network.clearBrowserCache')
  await first.close()
  network.stop()

  const page = await context.newPage()
  await page.goto(network.origin + cutsPath('en'))
  for (const pageId of CUTS.slice(0, -1)) {
    if (pageId === 'pressure') await expect(page.getByText(texts.en.media.videoLater)).toBeVisible()
    else await answer[pageId]?.(page, 'en')
    const number = CUTS.indexOf(pageId) + 2
    await mainButton(page).click()
    await expect(page, `after ${pageId}`).toHaveURL(new RegExp(`/${number}$`))
  }
  // A text that she began to type is still there when the app was closed and opened again.
  await shown(page, 'last-time')
  await page.getByRole('textbox').fill('I helped my')
  await page.reload()
  await expect(page.getByRole('textbox')).toHaveValue('I helped my')
  const recorder = recorderOn(page)
  await recorder.start.click()
  await expect(recorder.stop).toBeVisible()
  await expect(recorder.timeLeft).toHaveText(/1:5[0-8]/)
  await recorder.stop.click()
  await expect(recorder.delete).toBeVisible()
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/courses\/first-aid-en$/)
  await goInside(page, '/messages')
  await talk(page).say('I did it all')
  await expect(talk(page).bubble('I did it all')).toBeVisible()
  // She looks at the list of what waits, until all of it has arrived.
  await goInside(page, '/')
  const line = page.locator('.unsaved', { hasText: 'Waiting to be sent: 7 answers, 1 page, 1 message' })
  await line.getByRole('button', { name: texts.en.outbox.show }).click()
  const list = page.getByRole('dialog', { name: texts.en.outbox.waiting })
  await expect(list.getByRole('heading', { name: texts.en.outbox.waiting })).toBeFocused()
  await expect(list.getByRole('article')).toHaveCount(9)
  await expect(list.getByText('I did it all')).toBeVisible()
  await expect
    .poll(() => list.locator('audio').evaluate((sound: HTMLAudioElement) => sound.duration))
    .toBeGreaterThan(0)
  await expectGoodOnBoth(page, 'what waits to be sent')

  await network.start()
  const emptied = page.getByRole('dialog', { name: texts.en.outbox.sentTitle })
  await expect(emptied.getByText(texts.en.outbox.allSent)).toBeVisible({ timeout: 60_000 })
  await expect(emptied.getByRole('article')).toHaveCount(0)
  await expect.poll(async () => (await progressOf(noura, cutsOf('en')))?.status, { timeout: 60_000 }).toBe('complete')
  const { answers } = (await progressOf(noura, cutsOf('en'))) ?? {}
  expect(Object.keys(answers ?? {}).sort()).toEqual(CUTS.filter(id => !['start', 'pressure'].includes(id)).sort())
  expect(answers?.['last-time']).toMatch(/^audio:.+\.mp3$/)
  await expect.poll(() => storedTexts(noura)).toEqual(['I did it all'])
})
