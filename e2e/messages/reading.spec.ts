import { markReceivedSeen } from '../../contract/messages.ts'
import { DAY } from '../../contract/time.ts'
import { bringIn, onPhoneAhead } from '../people.ts'
import { finishPage, goInside } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { mentorWith, readOn, sendAs, talk, unseenBy } from './talking.ts'

test('a conversation opens at its end, and a button leads to new messages', async ({ page, server }) => {
  const { id, mentor, learner } = await mentorWith(server)
  const uid = learner.session.uid
  for (let number = 0; number < 5; number++) await sendAs(mentor, uid, `old ${number}.`)
  await learner.call(markReceivedSeen, { body: { from: id } })
  await sendAs(mentor, uid, `${'A long story. '.repeat(200)}The end.`)
  for (let number = 1; number < 30; number++) await sendAs(mentor, uid, `new ${number}.`)
  await bringIn(page, learner)
  await page.goto(`${server.origin}/messages`)
  const { list, newer, bubble, box } = talk(page)
  await expect(bubble('new 29.')).toBeInViewport()
  const { scrollTop, scrollHeight, clientHeight } = await list.evaluate(
    ({ scrollTop, scrollHeight, clientHeight }) => ({ scrollTop, scrollHeight, clientHeight }),
  )
  expect(scrollTop).toBeGreaterThan(scrollHeight - clientHeight - 1)
  await expect.poll(async () => (await unseenBy(learner))[id]).toBe(0)
  const toUnread = page.getByRole('button', { name: '30 new messages' })
  await toUnread.press('Enter')
  await expect(list.locator('.unread-line')).toBeInViewport()
  await expect(toUnread).toBeHidden()
  await expect(list.locator('.turn:focus')).toContainText('A long story.')
  await expect(bubble('new 29.')).not.toBeInViewport()
  await expect(bubble('The end.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Read more' }).click()
  await expect(bubble('The end.')).toBeVisible()
  await expect(bubble('new 29.')).not.toBeInViewport()
  await newer.click()
  await expect(bubble('new 29.')).toBeInViewport()
  await expect(toUnread).toBeHidden()
  await page.goto(server.origin)
  await page.goto(`${server.origin}/messages`)
  await expect(box).toBeVisible()
  await expect(list.locator('.unread-line')).toHaveCount(0)
  await expect(bubble('new 29.')).toBeInViewport()

  await test.step('messages below a person who reads further up count as unseen until they reach the end', async () => {
    await expect.poll(() => unseenBy(learner)).toEqual({ [id]: 0 })
    await list.evaluate(element => element.scrollTo(0, 0))
    await expect(newer).toBeVisible()
    await sendAs(mentor, uid, 'news')
    await expect(newer.locator('.dot')).toBeVisible()
    expect(await unseenBy(learner)).toEqual({ [id]: 1 })
    await newer.press('Enter')
    await expect(list, 'the button is gone').toBeFocused()
    await expect(bubble('news')).toBeInViewport()
    await expect.poll(() => unseenBy(learner)).toEqual({ [id]: 0 })
  })

  await test.step('the button also leads to what came while the phone had only the messages before', async () => {
    await page.goto(server.origin)
    for (let number = 0; number < 30; number++) await sendAs(mentor, uid, `later ${number}.`)
    await page.goto(`${server.origin}/messages`)
    await expect(bubble('later 29.')).toBeInViewport()
    await expect(toUnread).toBeVisible()
    await toUnread.click()
    await expect(bubble('later 0.')).toBeInViewport()
  })
})

test('a very long conversation opens at its end, older messages load while scrolling, and only a part of it is in the document', async ({
  page,
  server,
  watch,
}) => {
  const { mentor, learner } = await mentorWith(server)
  for (let number = 0; number < 160; number++) await sendAs(mentor, learner.session.uid, `message ${number}.`)
  await bringIn(page, learner)
  await page.goto(`${server.origin}/messages`)
  const { list, newer, bubble, box, say } = talk(page)
  await expect(bubble('message 159.')).toBeInViewport()
  await expect(bubble('message 0.')).toHaveCount(0)

  await test.step('older messages that do not arrive are not missing in silence, and come with the network', async () => {
    watch.expected.push(FAILED_REQUEST)
    const older = /\/messages\?.*before=/
    await page.route(older, route => route.abort())
    // What the page already has comes first, in steps.
    const alerts = async () => {
      await list.evaluate(element => element.scrollTo(0, 0))
      return await list.getByRole('alert').allTextContents()
    }
    await expect.poll(alerts).toEqual(['Could not load messages'])
    await page.unroute(older)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(list.getByRole('alert')).toHaveCount(0)
    await newer.click()
    await expect(bubble('message 159.')).toBeInViewport()
  })

  await test.step('the text does not jump during reading', async () => {
    for (const [byPx, until, gone] of [
      [-150, 'message 0.', 'message 159.'],
      [150, 'message 159.', 'message 0.'],
    ] as const) {
      const { inSight, most } = await readOn(list, byPx, until)
      const jumps = inSight.slice(1).map((number, at) => Math.abs(number - (inSight[at] as number)))
      expect(Math.max(...jumps)).toBeLessThan(8)
      expect(most).toBeLessThanOrEqual(100)
      await expect(bubble(gone)).toHaveCount(0)
    }
    await expect(newer).toBeHidden()
  })

  await test.step('a button leads back to the end, and so does a message', async () => {
    await readOn(list, -600, 'message 0.')
    await newer.click()
    await expect(bubble('message 159.')).toBeInViewport()
    await expect(newer).toBeHidden()
    await readOn(list, -600, 'message 0.')
    await say('A word from far above')
    await expect(bubble('A word from far above')).toBeInViewport()
    await expect(newer).toBeHidden()
  })

  await test.step('the box is as tall as its text, also after the phone was turned', async () => {
    await box.fill('a sentence that takes one line on a wide screen')
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => box.evaluate(isWhole)).toBe(true)
  })
})

/** Runs in the page: nothing of the text in a box is cut. */
function isWhole(box: Element): boolean {
  return box.scrollHeight <= box.clientHeight
}

test('on a phone whose clock is a day ahead, today is today, and nobody waits since yesterday', async ({
  page,
  server,
}) => {
  const { id, mentor, learner } = await mentorWith(server)
  await finishPage(learner, 'first-aid-en-calm', 'start')
  await sendAs(learner, id, 'Is honey good for a burn?')
  await bringIn(page, await onPhoneAhead(page, learner, DAY))
  await page.goto(`${server.origin}/account`)
  await expect(page.getByText('Today, a step')).toBeAttached()
  await goInside(page, '/messages')
  await expect(page.locator('.day')).toHaveText('Today')
  await bringIn(page, await onPhoneAhead(page, mentor, DAY))
  await page.goto(`${server.origin}/messages/${learner.session.uid}`)
  await expect(page.getByText('Waiting now')).toHaveCount(2)
})
