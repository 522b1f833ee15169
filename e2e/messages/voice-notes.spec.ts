import type { Page } from '@playwright/test'
import { getVoiceUrl, listMessages } from '../../contract/messages.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { keepPieces, recorderOn } from '../media/recorder.ts'
import { bringIn, type Person } from '../people.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { loseRecordings, say } from './spoken.ts'
import { at, mentorWith, sendAs, storedTexts, talk } from './talking.ts'

test.use({ permissions: ['microphone'] })

/** The voice notes that the mentor has from the learner. */
async function voicesOf({ call }: Person, { session }: Person) {
  const { data } = await call(listMessages, { query: { with: session.uid } })
  return data.filter(({ voice, from }) => voice && from === session.uid)
}

const spokenOn = (page: Page) => talk(page).list.locator('.bubble', { has: page.locator('audio') })

/** Records in the open conversation, and sends the recording without a network. */
async function speakOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Voice message' }).click()
  await say(page)
  await page.context().setOffline(true)
  await talk(page).send.click()
}

test('Noura sends a voice note to Salma, who plays it in place and replies by voice', async ({
  page,
  browser,
  server,
  watch,
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
    // In the next visit the recorder is open by itself.
    await page.reload()
    await expect(recorderOn(page, 'ar').delete).toBeVisible()
  })

  await test.step('a reload just before the recording was deleted shows it again, and sent again it arrives once', async () => {
    await keepPieces(page)
    await own.send.click()
    await expect(spoken).toContainText(messages.sent)
    await page.reload()
    await expect(recorderOn(page, 'ar').delete).toBeVisible()
    await own.send.click()
  })
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
  const { data } = await mentor.call(getVoiceUrl, { params: { messageId: message?.id ?? '' } })
  const stored = Buffer.from(await (await fetch(server.origin + data.url)).arrayBuffer())
  expect(stored.equals(mp3)).toBe(true)

  await salma.context.grantPermissions(['microphone'])
  await salma.page.getByRole('button', { name: messages.speak }).click()
  await say(salma.page, { language: 'ar' })
  // A poor network loses the call for the URL, and the app makes the call again.
  watch.expected.push(FAILED_REQUEST)
  await page.route('**/voice', route => route.abort(), { times: 1 })
  const lost = page.waitForEvent('requestfailed', request => request.url().endsWith('/voice'))
  await salma.send.click()
  await lost
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(spoken).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: `Salma Haddad ${messages.speak}` })).toBeAttached()
  await expect(page.locator('.recorder')).toHaveCount(0)
  await salma.page.getByRole('link', { name: texts.ar.inbox.back }).click()
  await expect(salma.page.locator('.person .last')).toHaveText(/رسالة صوتية، ٠:٠[٠-٩]/)
  await salma.context.close()
})

test('without a network messages and voice notes wait in their order, survive a closed tab, and arrive once', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { mentor, learner } = await mentorWith(server)
  await bringIn(page, learner)
  await page.goto(`${server.origin}/messages`)
  await speakOffline(page)
  await expect(spokenOn(page)).toContainText('Waiting for a connection')
  const words = ['first', 'second', 'third']
  for (const text of words) await talk(page).say(text)
  await expect(talk(page).bubble('third').getByText('Waiting for a connection')).toBeVisible()
  await page.close()
  await context.setOffline(false)

  const [one, other] = [await context.newPage(), await context.newPage()]
  const pollers: string[] = []
  for (const tab of [one, other])
    tab.on('request', request => request.url().includes('getUpdates') && pollers.push(tab === one ? 'one' : 'other'))
  await one.goto(`${server.origin}/messages`)
  const { bubble, list } = talk(one)
  await expect(bubble('third').getByText('Sent')).toBeAttached()
  await expect(spokenOn(one)).toContainText('Sent')
  expect((await storedTexts(learner)).slice(1)).toEqual(words)
  await expect(list.locator('.bubble')).toHaveCount(4)
  await expect(list.locator('.bubble').last()).toContainText('third')
  expect(await voicesOf(mentor, learner)).toHaveLength(1)

  await test.step('two tabs show the same, also what is typed in one of them, and one of them polls', async () => {
    await other.goto(`${server.origin}/messages`)
    await expect(talk(other).box).toBeVisible()
    await one.waitForTimeout(3000)
    await sendAs(mentor, learner.session.uid, 'for both')
    await expect(bubble('for both')).toBeVisible()
    await expect(talk(other).bubble('for both')).toBeVisible()
    await talk(one).box.fill('from')
    await expect(talk(other).box).toHaveValue('from')
    await talk(other).say('from the other')
    await expect(bubble('from the other')).toHaveCount(1)
    await expect(talk(one).box).toHaveValue('')
    expect(new Set(pollers)).toEqual(new Set(['one']))
    await other.close()
  })

  await test.step('a voice note that the browser deleted before it was sent is called lost, and nobody is asked to try again', async () => {
    const { voiceLost, failed, retry, edit, delete: remove } = texts.en.messages
    await speakOffline(one)
    await expect(spokenOn(one)).toHaveCount(2)
    await loseRecordings(one)
    await context.setOffline(false)
    const lost = bubble(voiceLost)
    await expect(lost).toContainText(failed)
    await expect(lost.locator('.player')).toHaveCount(0)
    await expect(list.getByRole('button', { name: retry })).toHaveCount(0)
    await expect(list.getByRole('button', { name: edit })).toHaveCount(0)
    await list.getByRole('button', { name: remove }).click()
    await expect(lost).toHaveCount(0)
    await expect(list.locator('.bubble')).toHaveCount(6)
    expect(await voicesOf(mentor, learner)).toHaveLength(1)
  })
})
