import type { Page } from '@playwright/test'
import { listMessages, voiceUrl } from '../../contract/messages.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { recorderOn } from '../media/recorder.ts'
import { bringIn, type Person } from '../people.ts'
import type { Server } from '../server.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { loseRecordings, say } from './spoken.ts'
import { at, mentorWith, talk } from './talking.ts'

test.use({ permissions: ['microphone'] })

/** The number of voice notes that the mentor has from the learner. */
async function voicesOf({ call }: Person, { session }: Person) {
  const { data } = await call(listMessages, { query: { with: session.uid } })
  return data.filter(({ voice, from }) => voice && from === session.uid)
}

/** A learner who sends a voice note without a network. */
async function speakOffline(page: Page, server: Server) {
  const { mentor, learner } = await mentorWith(server)
  await bringIn(page, learner)
  await page.goto(`${server.origin}/messages`)
  const { list, send } = talk(page)
  await page.getByRole('button', { name: 'Voice message' }).click()
  await say(page)
  await page.context().setOffline(true)
  await send.click()
  return { mentor, learner, spoken: list.locator('.bubble', { has: page.locator('audio') }) }
}

test('Noura sends a voice note to Salma, who plays it in place and replies by voice', async ({
  page,
  browser,
  server,
}) => {
  const { messages, media } = texts.ar
  const { mentor, learner } = await mentorWith(server)
  await bringIn(page, learner, 'ar')
  await page.goto(`${server.origin}/messages`)
  const own = talk(page, 'ar')
  const spoken = own.list.locator('.bubble', { has: page.locator('audio') })
  const speak = page.getByRole('button', { name: messages.speak })
  await speak.click()
  const mp3 = await say(page, { language: 'ar', ms: 1200 })

  await test.step('a recording that was closed is not sent with a text, and is there when it is opened again', async () => {
    await page.getByRole('button', { name: messages.writeInstead }).click()
    await own.say('كتابةً فقط')
    await expect(own.bubble('كتابةً فقط')).toContainText(messages.sent)
    expect(await voicesOf(mentor, learner)).toEqual([])
    await speak.click()
    await expect(recorderOn(page, 'ar').delete).toBeVisible()
    // In the next visit it is open by itself.
    await page.reload()
    await expect(recorderOn(page, 'ar').delete).toBeVisible()
  })

  await own.send.click()
  await expect(spoken).toHaveCount(1)
  await expect(spoken).toContainText(messages.sent)
  await expect(page.locator('.recorder')).toHaveCount(0)
  expect(await voicesOf(mentor, learner)).toHaveLength(1)

  const salma = await at(browser, server, mentor, 'ar', `/messages/${learner.session.uid}`)
  const heard = salma.list.locator('.bubble', { has: salma.page.locator('audio') })
  await heard.getByRole('button', { name: media.play, exact: true }).click()
  await expect
    .poll(() => heard.locator('audio').evaluate((sound: HTMLAudioElement) => sound.ended || sound.currentTime))
    .toBeTruthy()
  await expect(spoken).toContainText(messages.seen)
  const [message] = await voicesOf(mentor, learner)
  const { data } = await mentor.call(voiceUrl, { params: { messageId: message?.id ?? '' } })
  const stored = Buffer.from(await (await fetch(server.origin + data.url)).arrayBuffer())
  expect(stored.equals(mp3)).toBe(true)

  await salma.context.grantPermissions(['microphone'])
  await salma.page.getByRole('button', { name: messages.speak }).click()
  await say(salma.page, { language: 'ar' })
  await salma.send.click()
  await expect(spoken).toHaveCount(2)
  await expect(page.locator('.recorder')).toHaveCount(0)
  await salma.page.getByRole('link', { name: texts.ar.inbox.back }).click()
  await expect(salma.page.locator('.person .last')).toHaveText(/رسالة صوتية، ٠:٠[٠-٩]/)
  await salma.context.close()
})

test('a voice note without a network is shown in its place, can be played, and arrives once', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { mentor, learner, spoken } = await speakOffline(page, server)
  const { list, say: write } = talk(page)
  await expect(spoken).toContainText('Waiting for a connection')
  await write('and this in writing')
  await expect(list.locator('.bubble').last()).toContainText('and this in writing')
  await page.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`${server.origin}/messages`)
  const { list: later } = talk(again)
  await expect(later.locator('.bubble', { has: again.locator('audio') })).toContainText('Sent')
  await expect(later.locator('.bubble')).toHaveCount(2)
  await expect(later.locator('.bubble').last()).toContainText('and this in writing')
  expect(await voicesOf(mentor, learner)).toHaveLength(1)
})

test('a voice note that the browser deleted before it was sent is called lost, and nobody is asked to try again', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { mentor, learner, spoken } = await speakOffline(page, server)
  const { list, bubble } = talk(page)
  await expect(spoken).toBeVisible()
  await loseRecordings(page)
  await context.setOffline(false)
  const lost = bubble(texts.en.messages.voiceLost)
  await expect(lost).toContainText(texts.en.messages.failed)
  await expect(lost.locator('.player')).toHaveCount(0)
  await expect(list.getByRole('button', { name: texts.en.messages.retry })).toHaveCount(0)
  await expect(list.getByRole('button', { name: texts.en.messages.edit })).toHaveCount(0)
  await list.getByRole('button', { name: texts.en.messages.delete }).click()
  await expect(list.locator('.bubble')).toHaveCount(0)
  expect(await voicesOf(mentor, learner)).toEqual([])
})
