import { assignCommand } from '../../api/commands/mentors/assign.ts'
import { saveUser } from '../../contract/account.ts'
import { getAway, setAway } from '../../contract/inbox/away.ts'
import { getInbox } from '../../contract/inbox/inbox.ts'
import { markReviewed } from '../../contract/inbox/learner.ts'
import { saveReplies } from '../../contract/inbox/saved-replies.ts'
import { logPage } from '../../contract/lessons.ts'
import { listMessages, markReceivedSeen } from '../../contract/messages.ts'
import { blockPerson, unblockPerson } from '../../contract/organisation/person-acts.ts'
import { command } from '../command.ts'
import { expectGood, expectGoodInBoth, expectGoodOnBoth, inBothLanguages, sizeFor, sizes } from '../good-screens.ts'
import { held, heldReplies } from '../held.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { bringIn, giveRole, newPhone, type Person, personByPhone } from '../people.ts'
import type { Server } from '../server.ts'
import { forgetNewerBuiltIns } from '../shell/old-browser.ts'
import { goInside, tabTo } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { at, mentorWith, sendAs, storedTexts, talk, unseenBy } from './talking.ts'

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

test('Noura and Salma write to each other, see it at once, and can use the messenger in both languages', async ({
  page,
  browser,
  server,
}) => {
  const { id, mentor, noura, yousef } = await startWithInbox(server)
  await bringIn(page, noura, 'ar')
  // Her phone cannot get a newer browser.
  await page.addInitScript(forgetNewerBuiltIns)
  await page.goto(`${server.origin}/messages`)
  const own = talk(page, 'ar')
  await expect(page.getByRole('heading', { level: 1, name: 'Salma Haddad' })).toBeVisible()
  const salma = await at(browser, server, mentor, 'ar')
  await salma.page.locator(`a[href*="${noura.session.uid}"]`).click()

  await own.say('  مرحبًا Salma 👋  \n')
  await expect(own.box).toHaveValue('')
  await expect(own.bubble('مرحبًا Salma')).toHaveCount(1)
  await expect(salma.bubble('مرحبًا Salma')).toBeVisible()
  // Salma opens the page.
  await expect(own.bubble('مرحبًا Salma').getByText(own.t.seen)).toBeAttached()
  await salma.say('أهلًا وسهلًا')
  await expect(own.bubble('أهلًا وسهلًا')).toBeVisible()
  await expect(own.bubble('أهلًا وسهلًا')).toHaveCount(1)
  expect((await storedTexts(noura)).slice(1)).toEqual(['  مرحبًا Salma 👋', 'أهلًا وسهلًا'])
  await expect.poll(() => unseenBy(noura)).toEqual({ [id]: 0 })

  await test.step('the conversation is good in both languages', async () => {
    await sendAs(mentor, noura.session.uid, 'مرحبًا https://example.org/first-aid')
    await sendAs(noura, id, 'Thank you', { about: { lessonId: LESSON, pageId: 'pressure' } })
    await expectGoodInBoth(page, 'conversation', language =>
      expect(talk(page, language).bubble('Thank you')).toBeVisible(),
    )
  })

  await test.step('the page does not scroll, however much is written in it', async () => {
    const { bubble, say } = talk(page)
    await page.setViewportSize(sizes.phone)
    for (let number = 0; number < 20; number++) await sendAs(mentor, noura.session.uid, `message ${number}.`)
    await expect(bubble('message 19.')).toBeVisible()
    await say('أخيرًا')
    await expect(bubble('أخيرًا')).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  })

  await test.step('the inbox, too', async () => {
    await goInside(salma.page, '/messages')
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
      // The menu closes if the other size leaves it without items.
      await expectGood(salma.page, 'menu of a conversation')
      if (sizeFor[language] === sizes.phone)
        await salma.page.getByRole('button', { name: texts[language].inbox.progress }).click()
      else await salma.page.keyboard.press('Escape')
      await expect(salma.page.locator('.answer')).toBeVisible()
      await expectGoodOnBoth(salma.page, 'learner')
      // On a phone, a learner's screen has no menu to switch the language in.
      await goInside(salma.page, '/messages')
    })
  })
  await salma.context.close()
})

test('Salma’s first screen shows who waits, and she works through it', async ({ page, browser, server, watch }) => {
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

  await test.step('saved replies are stored and used, and the focus stays where she continues', async () => {
    await rows.first().click()
    await back.click()
    await page.getByRole('button', { name: 'Away and replies' }).click()
    await expect(page.getByRole('heading', { name: 'Away and replies' })).toBeFocused()
    const reply = page.getByRole('textbox', { name: 'A new saved reply' })
    // A reply that she has saved on another device since stays.
    await mentor.call(saveReplies, { body: { replies: ['Take your time'] } })
    for (const text of ['Well done', 'Well done', 'Keep going']) {
      await reply.fill(text)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(reply).toHaveValue('')
    }
    await expect(page.locator('.saved li')).toHaveText(['Take your time', 'Well done', 'Keep going'])
    await page.getByRole('button', { name: 'Delete the reply Take your time' }).click()
    await expect(page.getByRole('button', { name: 'Delete the reply Well done' })).toBeFocused()
    await page.getByRole('button', { name: 'Change the reply Keep going' }).click()
    await expect(reply).toBeFocused()
    await reply.fill('Go on')
    // Beginning to change another reply saves this one.
    await page.getByRole('button', { name: 'Change the reply Well done' }).click()
    await expect(reply).toHaveValue('Well done')
    await expect(page.locator('.saved li')).toHaveText(['Well done', 'Go on'])
    await page.getByRole('button', { name: 'Delete the reply Well done' }).click()
    await expect(page.getByRole('button', { name: 'Delete the reply Go on' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(reply).toBeFocused()
    await reply.fill('Well done, keep going')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Delete the reply Well done, keep going' })).toBeVisible()
    // The sheet belongs to the list, and a phone hides the list now.
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

  await test.step('the focus stays where she continues, also in a conversation', async () => {
    await answer(noura, 'When I cut an onion')
    await sendAs(noura, id, 'One more question')
    await goInside(page, `/messages/${noura.session.uid}`)
    await page.getByRole('button', { name: 'More: needs no answer' }).click()
    // Her network loses the first request of each press, and the sheet says so.
    watch.expected.push(FAILED_REQUEST)
    await page.route(/\/(settled|reviewed)$/, route => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'No reply needed' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await page.getByRole('button', { name: 'No reply needed' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Noura Salem' })).toBeFocused()
    await page.getByRole('button', { name: 'More: needs no answer' }).click()
    await page.getByRole('button', { name: 'Progress' }).click()
    await expect(page.locator('.side h1')).toBeFocused()
    await expect(page.locator('.answer')).toContainText(String(new Date().getFullYear()))
    await page.route(/\/(settled|reviewed)$/, route => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Reviewed' }).click()
    await expect(page.locator('.answer').getByRole('alert')).toBeVisible()
    await page.getByRole('button', { name: 'Reviewed' }).click()
    await expect(page.getByRole('button', { name: 'Reply to this answer' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(box).toBeFocused()
  })

  await test.step('a search without a result under a filter is repeated among all', async () => {
    await goInside(page, '/messages')
    await page.getByRole('button', { name: 'To review 0' }).click()
    await page.getByRole('searchbox').fill('nourasalem')
    await page.getByRole('button', { name: 'Search all' }).click()
    await expect(page.locator('.person')).toHaveText(/Noura Salem/)
    await expect(page.getByRole('searchbox')).toBeFocused()
  })
})

test.describe(() => {
  test.use({ viewport: sizes.wide, hasTouch: false })

  test('on a desktop Salma can write at once and go on to the next who waits, and sees each change of an open inbox', async ({
    page,
    server,
    watch,
  }) => {
    const { id, mentor, noura, yousef, rania } = await startWithInbox(server)
    await bringIn(page, mentor)
    await page.goto(`${server.origin}/messages`)
    const { box, bubble } = talk(page)
    const rows = page.locator('.person')

    await test.step('the first press of Tab offers a way past the bar', async () => {
      const skip = page.getByRole('link', { name: 'Skip to the content' })
      await expect(skip).toBeAttached()
      await page.keyboard.press('Tab')
      await expect(skip).toBeFocused()
      await expectGood(page, 'with the way past the bar')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })

    await test.step('she writes, goes on with the next, and closes with Escape', async () => {
      await sendAs(yousef, id, 'From Yousef')
      await expect(page).toHaveTitle(/^\(2\) Messages/)
      await rows.filter({ hasText: 'Noura Salem' }).click()
      await expect(bubble('Can you help me?')).toBeVisible()
      await expect(box).toBeFocused()
      await page.keyboard.type('Have you seen this?')
      await page.keyboard.press('Control+Enter')
      await expect(bubble('From Yousef')).toBeVisible()
      await expect(box).toBeFocused()
      await expect(page).toHaveTitle(/^\(1\) Messages/)
      await sendAs(noura, id, 'Once more')
      await page.keyboard.type('To Yousef')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: /Next: .*Noura Salem/ }).click()
      await expect(bubble('Have you seen this?')).toBeVisible()
      await expect(box).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(`${server.origin}/messages`)
    })

    await test.step('a message that comes while its conversation is loaded is in it', async () => {
      const letGo = await heldReplies(page, `**${listMessages.path}*`)
      await expect(rows.filter({ hasText: 'رانيا' })).toContainText('No messages yet')
      await rows.filter({ hasText: 'رانيا' }).click()
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

    await test.step('she sees at once that nobody reads what she writes, because the learner was blocked', async () => {
      const owner = await personByPhone(server)
      await giveRole(server, owner, 'owner')
      const [status, params] = [page.locator('.pane-head'), { uid: noura.session.uid }]
      await owner.call(blockPerson, { params, body: { reason: 'Two accounts' } })
      await expect(status).toContainText('Cannot read messages now')
      await expect(rows.filter({ hasText: 'Noura Kamal' })).toContainText('Cannot read messages now')
      await owner.call(unblockPerson, { params })
      await expect(status).not.toContainText('Cannot read messages now')
    })

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
      // It is the same while another conversation is open.
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
      // From now on such a failure is a problem again.
      watch.problems = watch.problems.filter(problem => !refused.test(problem))
      watch.expected.pop()
    })
  })
})

test('while Salma is away Huda replies, everybody sees who wrote each message, and Salma ends it', async ({
  page,
  browser,
  server,
}) => {
  const { mentor, noura } = await startWithInbox(server)
  const phone = newPhone()
  const { mentor: huda } = await mentorWith(server, 0, `Huda ${phone}`)
  await sendAs(mentor, noura.session.uid, 'From Salma')
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
  await expect(cover.page.locator('.pane-head')).toContainText('for \u2068Salma Haddad\u2069')
  await expect(cover.bubble('From Salma').getByText('Salma Haddad')).toBeInViewport()
  await cover.say('From Huda')
  await expect(cover.bubble('From Huda').locator('.author')).toBeHidden()

  await expect(learner.bubble('From Huda').locator('.author')).toHaveText(`Huda ${phone}`)
  await expect(learner.bubble('From Salma')).toBeVisible()
  await expect(learner.bubble('From Salma').locator('.author')).toBeHidden()

  await goInside(page, `/messages/${noura.session.uid}`)
  const { bubble } = talk(page)
  await expect(bubble('From Huda').locator('.author')).toHaveText(`Huda ${phone}`)
  await expect(bubble('From Huda')).toHaveClass(/mine/)

  await test.step('a mentor who is away sees that in the inbox, and can end it there', async () => {
    await page.getByRole('link', { name: 'Back to the learners' }).click()
    await expect(page.getByText(`You are away. \u2068Huda ${phone}\u2069 replies meanwhile`)).toBeVisible()
    const last = page.locator('.person', { hasText: 'Noura Salem' }).locator('.last')
    await expect(last, 'Salma did not write it').toHaveText(`Huda ${phone}: From Huda`)
    // Before an Arabic text, a colon inside of the isolated name would stand on its far side.
    expect(
      await last
        .locator('bdi')
        .first()
        .evaluate(({ textContent }) => textContent),
    ).toBe(`Huda ${phone}`)
    await huda.call(setAway, { body: { isAway: true, coverId: null } })
    await held(page, '**/messenger/v2/getUpdates*')
    await page.reload()
    await expect(page.getByText('You are away', { exact: true })).toBeVisible()
    // The settings ask the server, too. Its reply was made before the press, but arrives after it.
    const { promise: isBack, resolve: comeBack } = Promise.withResolvers<void>()
    const awayRequest = () => page.waitForRequest(request => /away$/.test(request.url()) && request.method() === 'GET')
    await page.route('**/messenger/v2/away', async route => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      await isBack
      await route.fulfill({ response })
    })
    const first = awayRequest()
    await page.getByRole('button', { name: 'Away and replies' }).click()
    await first
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'I am back' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Learners' })).toBeFocused()
    const again = awayRequest()
    comeBack()
    await again
    await expect(page.getByText('You are away')).toBeHidden()
    expect((await mentor.call(getAway, {})).data.isAway).toBe(false)
  })
  for (const { context } of [cover, learner]) await context.close()
})
