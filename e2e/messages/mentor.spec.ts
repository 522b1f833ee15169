import { assignCommand } from '../../api/commands/mentors/assign.ts'
import { handOverCommand } from '../../api/commands/mentors/hand-over.ts'
import { saveUser } from '../../contract/account.ts'
import { getAway, setAway } from '../../contract/inbox/away.ts'
import { getInbox } from '../../contract/inbox/inbox.ts'
import { markReviewed } from '../../contract/inbox/learner.ts'
import { logPage } from '../../contract/lessons.ts'
import { listMessages, markReceivedSeen } from '../../contract/messages.ts'
import { command } from '../command.ts'
import { expectGood, expectGoodInBoth, expectGoodOnBoth, inBothLanguages, sizeFor, sizes } from '../good-screens.ts'
import { held, heldReplies } from '../held.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { bringIn, newPhone, type Person } from '../people.ts'
import type { Server } from '../server.ts'
import { goInside, tabTo } from '../study.ts'
import { expect, test } from '../test.ts'
import { at, mentorWith, sendAs, talk } from './talking.ts'

const LESSON = 'first-aid-en-cuts'

async function named(who: Person, displayName: string): Promise<void> {
  await who.call(saveUser, { params: { uid: who.session.uid }, body: { displayName } })
}

async function answer(who: Person, answer: string): Promise<void> {
  const body = { userId: who.session.uid, pageId: 'last-time', pageNumber: 9, answer }
  await who.call(logPage, { params: { lessonId: LESSON }, body })
}

/** Noura waits, Yousef has answered a lesson, Rania has done nothing yet. */
async function startWithInbox(server: Server) {
  const { id, mentor, learners } = await mentorWith(server, 3)
  const [noura, yousef, rania] = learners as [Person, Person, Person]
  await named(noura, 'Noura Salem')
  await named(yousef, 'Yousef Amin')
  await named(rania, 'رانيا')
  await sendAs(noura, id, 'Can you help me?')
  await answer(yousef, 'When my neighbour fell')
  return { id, mentor, noura, yousef, rania }
}

test('Salma’s first screen shows who waits, and she works through it', async ({ page, browser, server }) => {
  const { id, mentor, noura, yousef, rania } = await startWithInbox(server)
  await bringIn(page, mentor)
  await page.goto(server.origin)
  await expect(page).toHaveURL(`${server.origin}/messages`)
  const rows = page.locator('.person')
  const { box, bubble, say } = talk(page)
  const more = page.getByRole('button', { name: 'More: needs no answer' })
  const back = page.getByRole('link', { name: 'Back to the learners' })
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Noura Salem')
  await expect(rows.first()).toContainText('Can you help me?')

  await test.step('filters and the search find a learner, whatever the spelling', async () => {
    await page.getByRole('button', { name: 'Waiting 1' }).click()
    await expect(rows).toHaveText(/Noura Salem/)
    await page.getByRole('button', { name: 'To review 1' }).click()
    await expect(rows).toHaveText(/Yousef Amin/)
    await page.getByRole('button', { name: 'All 3' }).click()
    await page.getByRole('searchbox').fill('رانيا')
    await expect(rows).toHaveCount(1)
    await page.getByRole('searchbox').fill('nobody')
    await expect(page.getByText('Nobody found')).toBeVisible()
    await page.getByRole('searchbox').fill('')
  })

  await test.step('saved replies are stored and used', async () => {
    await rows.first().click()
    await back.click()
    await page.getByRole('button', { name: 'Away and replies' }).click()
    await page.getByRole('textbox', { name: 'A new saved reply' }).fill('Well done, keep going')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Delete the reply Well done, keep going' })).toBeVisible()
    // The sheet belongs to the list, which a phone hides now.
    await page.goBack()
    await expect(page).toHaveURL(`${server.origin}/messages/${noura.session.uid}`)
    await more.click()
    await page.getByRole('button', { name: 'Well done, keep going' }).click()
    await expect(box).toHaveValue('Well done, keep going')
    await box.fill('')
    await back.click()
  })

  await test.step('a conversation works with the keyboard only; a reply removes the learner from those who wait', async () => {
    await expect(rows.first()).toContainText('Noura Salem')
    await tabTo(page, rows.first(), 20)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.origin}/messages/${noura.session.uid}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Noura Salem' })).toBeFocused()
    await tabTo(page, box, 20)
    await page.keyboard.type('Of course.')
    await page.keyboard.press('Enter')
    await expect(bubble('Of course.')).toBeVisible()
    await expect(box).toBeFocused()
    await expect(page.getByText('Nothing waits for an answer')).toBeVisible()
    await back.click()
    await expect(page.getByRole('heading', { name: /Waiting for you/ })).toBeHidden()
    await expect(rows.filter({ hasText: 'Noura Salem' })).toContainText('Reply: Of course.')
  })

  await test.step('a thank-you can be marked as handled', async () => {
    await sendAs(rania, id, 'Thank you')
    await rows.filter({ hasText: 'Thank you' }).click()
    await more.click()
    await page.getByRole('button', { name: 'No reply needed' }).click()
    await expect(page.getByText('Nothing waits for an answer')).toBeVisible()
    const { data } = await mentor.call(getInbox, {})
    expect(data.every(({ waitingSince }) => waitingSince === null)).toBe(true)
    await back.click()
  })

  await test.step('a mentor replies to an answer, and the reply is shown on its page', async () => {
    await rows.filter({ hasText: 'Yousef Amin' }).click()
    await more.click()
    await page.getByRole('button', { name: 'Progress' }).click()
    await expect(page.getByText('When my neighbour fell')).toBeVisible()
    await page.getByRole('button', { name: 'Reply to this answer' }).click()
    await say('You did that well.')
    await expect(page.locator('.bubble .about')).toContainText('page 9')
    const learner = await at(browser, server, yousef, 'en', `/courses/first-aid-en/lessons/${LESSON}/9`)
    await expect(learner.page.getByText('You did that well.')).toBeVisible()
    await learner.context.close()
    const { data } = await mentor.call(getInbox, {})
    expect(data.every(({ toReview }) => toReview === 0)).toBe(true)
  })
})

test('changes by learners and other devices appear in an open inbox', async ({ page, server, watch }) => {
  const { id, mentor, noura, yousef, rania } = await startWithInbox(server)
  await sendAs(mentor, noura.session.uid, 'Have you seen this?')
  await page.setViewportSize(sizes.wide)
  await bringIn(page, mentor)
  const { bubble } = talk(page)
  const rows = page.locator('.person')
  await test.step('a message that comes while its conversation is loaded is in it', async () => {
    const letGo = await heldReplies(page, `**${listMessages.path}*`)
    await page.goto(`${server.origin}/messages/${rania.session.uid}`)
    await expect(rows.filter({ hasText: 'رانيا' })).toContainText('No messages yet')
    await sendAs(rania, id, 'Meanwhile')
    await expect(rows.filter({ hasText: 'رانيا' })).toContainText('Meanwhile')
    letGo()
    await expect(bubble('Meanwhile')).toBeVisible()
    await page.unroute(`**${listMessages.path}*`)
  })
  await rows.filter({ hasText: 'Noura Salem' }).click()
  await expect(bubble('Have you seen this?').getByText('Sent')).toBeAttached()
  await noura.call(markReceivedSeen, { body: { from: id } })
  await expect(bubble('Have you seen this?').getByText('Seen', { exact: true })).toBeAttached()
  await named(noura, 'Noura Kamal')
  await expect(page.getByRole('heading', { level: 1, name: 'Noura Kamal', exact: true })).toBeVisible()
  await answer(noura, 'When I cut an onion')
  await expect(page.getByRole('button', { name: 'To review 2' })).toBeVisible()
  const lesson = { lessonId: LESSON, pageId: 'last-time' }
  await mentor.call(markReviewed, { params: { uid: yousef.session.uid }, body: lesson })
  await expect(page.getByRole('button', { name: 'To review 1' })).toBeVisible()
  await mentor.call(setAway, { body: { isAway: true, coverId: null } })
  await expect(page.getByText('You are away')).toBeVisible()
  await sendAs(noura, id, 'At once')
  await expect(bubble('At once')).toBeVisible({ timeout: 1500 })

  await test.step('messages of a learner to another mentor meanwhile are there when the learner is back', async () => {
    await mentor.call(setAway, { body: { isAway: false, coverId: null } })
    const other = await mentorWith(server, 0, 'Huda Kamel')
    // While she is with Huda, Salma's screen may ask for her.
    const refused = new RegExp(`403 .*(${noura.session.uid}|markReceivedSeen)`)
    watch.expected.push(refused)
    const giveTo = (responder: number) =>
      command(server, assignCommand, '--uid', noura.session.uid, '--to', String(responder))
    await giveTo(other.id)
    await sendAs(noura, other.id, 'in between')
    await giveTo(id)
    await sendAs(yousef, id, 'from somebody else')
    await sendAs(noura, id, 'back again')
    await expect(bubble('back again')).toBeVisible()
    await expect(bubble('in between')).toBeVisible()
    // The same while another conversation is open.
    await rows.filter({ hasText: 'Yousef Amin' }).click()
    await expect(bubble('from somebody else')).toBeVisible()
    await giveTo(other.id)
    await sendAs(noura, other.id, 'between again')
    await giveTo(id)
    await expect(rows.filter({ hasText: 'Noura Kamal' })).toContainText('between again')
    await sendAs(noura, id, 'here again')
    await expect(rows.filter({ hasText: 'Noura Kamal' })).toContainText('here again')
    await rows.filter({ hasText: 'Noura Kamal' }).click()
    await expect(bubble('here again')).toBeVisible()
    await expect(bubble('between again')).toBeVisible()
    // Only until now.
    watch.problems = watch.problems.filter(problem => !refused.test(problem))
    watch.expected.pop()
  })
})

test('while Salma is away Huda replies, and Noura sees it', async ({ page, browser, server }) => {
  const { id, mentor, noura } = await startWithInbox(server)
  const phone = newPhone()
  const { mentor: huda } = await mentorWith(server, 0, `Huda ${phone}`)
  await bringIn(page, mentor)
  await page.goto(`${server.origin}/messages`)
  await page.getByRole('button', { name: 'Away and replies' }).click()
  await expect(page.getByLabel('Who covers for you')).toBeVisible()
  // On a slow network both buttons are pressed before the first reply comes.
  const letGo = await held(page, '**/messenger/v2/away')
  await page.getByRole('switch', { name: /I am away/ }).click()
  await page.getByLabel('Who covers for you').selectOption({ label: `Huda ${phone}` })
  letGo()
  await expect(page.getByLabel('Who covers for you').locator('option:checked')).toHaveText(`Huda ${phone}`)
  await expect.poll(async () => (await mentor.call(getAway, {})).data.isAway).toBe(true)

  const learner = await at(browser, server, noura)
  await expect(learner.page.getByText(`Huda ${phone}`)).toBeVisible()
  const cover = await at(browser, server, huda)
  await cover.page.locator('.person', { hasText: 'Noura Salem' }).click()
  await cover.say('I am here meanwhile.')
  await expect(learner.bubble('I am here meanwhile.')).toBeVisible()
  await expect(learner.bubble('I am here meanwhile.')).toContainText(`Huda ${phone}`)
  expect(id).toBeGreaterThan(0)
  await learner.context.close()
  await cover.context.close()
})

test('a hand-over during a conversation: it stays, and both see the new mentor', async ({ page, browser, server }) => {
  const { mentor, learner: noura, id } = await mentorWith(server)
  const next = await mentorWith(server, 0, 'Layla Fouad')
  await sendAs(noura, id, 'before')
  await bringIn(page, noura)
  await page.goto(`${server.origin}/messages`)
  const own = talk(page)
  await expect(own.bubble('before')).toBeVisible()
  await command(server, handOverCommand, '--from', String(id), '--to', String(next.id))
  const layla = await at(browser, server, next.mentor, 'en', `/messages/${noura.session.uid}`)
  await expect(layla.bubble('before')).toBeVisible()
  await layla.say('I am Layla.')
  await expect(own.bubble('I am Layla.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Layla Fouad' })).toBeVisible()
  await expect(page.getByText(/Layla Fouad.* is your mentor from now on/)).toBeVisible()
  await own.say('after')
  await expect(layla.bubble('after')).toBeVisible()
  expect((await mentor.call(getInbox, {})).data).toEqual([])
  await layla.context.close()
})

test('everybody can use the messenger, in both languages', async ({ page, browser, server }) => {
  const { id, mentor, noura, yousef } = await startWithInbox(server)
  await sendAs(mentor, noura.session.uid, 'مرحبًا https://example.org/first-aid')
  await sendAs(noura, id, 'Thank you', { about: { lessonId: LESSON, pageId: 'pressure' } })
  await bringIn(page, noura, 'ar')
  await page.goto(`${server.origin}/messages`)
  await expectGoodInBoth(page, 'conversation', language =>
    expect(talk(page, language).bubble('Thank you')).toBeVisible(),
  )
  const salma = await at(browser, server, mentor, 'ar')
  await inBothLanguages(salma.page, async language => {
    await expect(salma.page.locator('.person')).toHaveCount(3)
    await expectGoodOnBoth(salma.page, 'inbox')
    await salma.page.getByRole('button', { name: texts[language].inbox.settings }).click()
    await expect(salma.page.getByRole('switch')).toBeVisible()
    await expectGoodOnBoth(salma.page, 'away and replies')
    await salma.page.keyboard.press('Escape')
    await expect(salma.page.getByRole('dialog')).toHaveCount(0)
    await goInside(salma.page, `/messages/${yousef.session.uid}`)
    const more = salma.page.getByRole('button', { name: texts[language].inbox.more })
    await more.click()
    await expect(salma.page.getByRole('dialog')).toBeVisible()
    // It closes if the other size leaves it without items.
    await expectGood(salma.page, 'menu of a conversation')
    if (sizeFor[language] === sizes.phone)
      await salma.page.getByRole('button', { name: texts[language].inbox.progress }).click()
    else await salma.page.keyboard.press('Escape')
    await expect(salma.page.locator('.answer')).toBeVisible()
    await expectGoodOnBoth(salma.page, 'learner')
    // On a phone, a learner's screen has no menu to switch in.
    await goInside(salma.page, '/messages')
  })
  await salma.context.close()
})
