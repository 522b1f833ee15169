import { assignCommand } from '../../api/commands/mentors/assign.ts'
import { handOverCommand } from '../../api/commands/mentors/hand-over.ts'
import { saveUser } from '../../contract/account.ts'
import { getAway, setAway } from '../../contract/inbox/away.ts'
import { getInbox } from '../../contract/inbox/inbox.ts'
import { logPage } from '../../contract/lessons.ts'
import { sendMessage } from '../../contract/messages.ts'
import { command } from '../command.ts'
import { doubleLetters, expectGood } from '../good-screens.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { bringIn, newPhone, type Person, personByPhone } from '../people.ts'
import type { Server } from '../server.ts'
import { goInside } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { at, mentorWith, sendAs, talk } from './talking.ts'

/** Salma is Noura's mentor, Huda one more. */
async function startWithTwoMentors(server: Server) {
  const salma = await mentorWith(server, 1, 'Salma Haddad')
  const huda = await mentorWith(server, 0, 'Huda Kamel')
  const noura = salma.learner
  await noura.call(saveUser, { params: { uid: noura.session.uid }, body: { displayName: 'Noura Salem' } })
  await sendAs(noura, salma.id, 'Can you help me?')
  return { salma, huda, noura }
}

test('after a hand-over Salma learns of it when she replies, and her text is not lost', async ({ browser, server }) => {
  const { salma, huda, noura } = await startWithTwoMentors(server)
  const { page, context, box, bubble } = await at(browser, server, salma.mentor, 'en', `/messages/${noura.session.uid}`)
  // Her polls fail: only the response to her message tells her.
  await page.route('**/getUpdates**', () => {})
  await page.reload()
  await expect(bubble('Can you help me?')).toBeVisible()
  await command(server, handOverCommand, '--from', String(salma.id), '--to', String(huda.id))
  const told = page.getByText('Somebody else is this learner’s mentor now')
  const hasTyped = Promise.withResolvers<void>()
  await page.route(`**${sendMessage.path}`, async route => {
    await hasTyped.promise
    await route.continue()
  })
  await box.fill('An answer')
  await box.press('Enter')
  await box.fill('I was about to say')
  hasTyped.resolve()
  await expect(told).toBeFocused()
  await expect(bubble('An answer')).toBeVisible()
  await expect(box).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Noura Salem' })).toBeVisible()
  await expect(page.getByLabel('Written and not sent')).toHaveValue('I was about to say')
  await page.reload()
  await expect(told).toBeVisible()
  await expect(page.getByLabel('Written and not sent')).toHaveValue('I was about to say')
  await page.locator('.elsewhere').getByRole('link', { name: 'Back to the learners' }).click()
  await expect(page).toHaveURL(`${server.origin}/messages`)
  await context.close()
})

test('while Huda covers, everybody sees who wrote each message', async ({ browser, server }) => {
  const { salma, huda, noura } = await startWithTwoMentors(server)
  await sendAs(salma.mentor, noura.session.uid, 'From Salma')
  await salma.mentor.call(setAway, { body: { isAway: true, coverId: huda.id } })
  const cover = await at(browser, server, huda.mentor, 'en', `/messages/${noura.session.uid}`)
  await expect(cover.page.locator('.pane-head')).toContainText('for \u2068Salma Haddad\u2069')
  await expect(cover.bubble('From Salma').getByText('Salma Haddad')).toBeInViewport()
  await sendAs(huda.mentor, noura.session.uid, 'From Huda')
  await expect(cover.bubble('From Huda').locator('.author')).toBeHidden()

  const learner = await at(browser, server, noura)
  await expect(learner.bubble('From Huda').locator('.author')).toHaveText('Huda Kamel')
  await expect(learner.bubble('From Salma')).toBeVisible()
  await expect(learner.bubble('From Salma').locator('.author')).toBeHidden()

  const own = await at(browser, server, salma.mentor, 'en', `/messages/${noura.session.uid}`)
  await expect(own.bubble('From Huda').locator('.author')).toHaveText('Huda Kamel')
  await expect(own.bubble('From Huda')).toHaveClass(/mine/)

  await test.step('a mentor who is away sees that in the inbox, and can end it there', async () => {
    await own.page.getByRole('link', { name: 'Back to the learners' }).click()
    await expect(own.page.getByText('You are away. \u2068Huda Kamel\u2069 replies meanwhile')).toBeVisible()
    await huda.mentor.call(setAway, { body: { isAway: true, coverId: null } })
    await own.page.reload()
    await expect(own.page.getByText('You are away', { exact: true })).toBeVisible()
    await own.page.getByRole('button', { name: 'I am back' }).click()
    await expect(own.page.getByRole('heading', { level: 1, name: 'Learners' })).toBeFocused()
    await expect(own.page.getByText('You are away')).toBeHidden()
    expect((await salma.mentor.call(getAway, {})).data.isAway).toBe(false)
  })
  for (const { context } of [cover, learner, own]) await context.close()
})

test('the focus stays where the person continues', async ({ browser, server }) => {
  const { salma, noura } = await startWithTwoMentors(server)
  const body = { userId: noura.session.uid, pageId: 'last-time', pageNumber: 9, answer: 'When my neighbour fell' }
  await noura.call(logPage, { params: { lessonId: 'first-aid-en-cuts' }, body })
  const { page, context, box } = await at(browser, server, salma.mentor)
  await page.getByRole('button', { name: 'Away and replies' }).click()
  await expect(page.getByRole('heading', { name: 'Away and replies' })).toBeFocused()
  const reply = page.getByRole('textbox', { name: 'A new saved reply' })
  for (const text of ['Well done', 'Well done', 'Keep going']) {
    await reply.fill(text)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(reply).toHaveValue('')
  }
  await expect(page.locator('.saved li')).toHaveText(['Well done', 'Keep going'])
  await page.getByRole('button', { name: 'Change the reply Keep going' }).click()
  await expect(reply).toBeFocused()
  await reply.fill('Go on')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.locator('.saved li')).toHaveText(['Well done', 'Go on'])
  await page.getByRole('button', { name: 'Delete the reply Well done' }).click()
  await expect(page.getByRole('button', { name: 'Delete the reply Go on' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(reply).toBeFocused()

  await goInside(page, `/messages/${noura.session.uid}`)
  await page.getByRole('button', { name: 'More: needs no answer' }).click()
  await page.getByRole('button', { name: 'No reply needed' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Noura Salem' })).toBeFocused()
  await page.getByRole('button', { name: 'More: needs no answer' }).click()
  await page.getByRole('button', { name: 'Progress' }).click()
  await expect(page.locator('.side h1')).toBeFocused()
  await expect(page.locator('.answer')).toContainText(String(new Date().getFullYear()))
  await page.getByRole('button', { name: 'Reviewed' }).click()
  await expect(page.getByRole('button', { name: 'Reply to this answer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()

  await test.step('a search without a result under a filter is repeated among all', async () => {
    await goInside(page, '/messages')
    await page.getByRole('button', { name: 'To review 0' }).click()
    await page.getByRole('searchbox').fill('nourasalem')
    await page.getByRole('button', { name: 'Search all' }).click()
    await expect(page.locator('.person')).toHaveText(/Noura Salem/)
    await expect(page.getByRole('searchbox')).toBeFocused()
  })
  await context.close()
})

test('the three filters stand in one line on a small phone, also with counts of two digits', async ({
  page,
  server,
}) => {
  const salma = await mentorWith(server, 11, 'Salma Haddad')
  for (const learner of salma.learners) await sendAs(learner, salma.id, 'Hello')
  await bringIn(page, salma.mentor, 'ar')
  await page.goto(`${server.origin}/messages`)
  for (const language of ['ar', 'en'] as const) {
    if (language === 'en') {
      await page.evaluate(() => localStorage.setItem('sbs.language', 'en'))
      await page.reload()
    }
    const chips = page.locator('.filters .chip')
    await expect(chips).toHaveCount(3)
    for (const chip of [chips.nth(0), chips.nth(1)]) await expect(chip).toContainText(language === 'ar' ? '١١' : '11')
    const tops = await chips.evaluateAll(all => all.map(chip => chip.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
  }
})

test('the list shows the beginning of each message, how long learners wait, and unsent replies', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(/400/)
  const { id, mentor, learners } = await mentorWith(server, 3)
  const [noura, yousef, rania] = learners as [Person, Person, Person]
  const long = 'وعندي سؤال آخر عن الحروق: كم دقيقة نبرّد بالماء؟ قرأت 20 وقرأت 10 ولا أعرف أيّهما الصحيح، وماذا عن الثلج؟'
  for (let count = 0; count < 10; count++) await sendAs(noura, id, long)
  await sendAs(yousef, id, 'A question')
  await sendAs(rania, id, 'رقمي +971 50 123 4567 مساءً')
  await page.clock.install()
  await bringIn(page, mentor, 'ar')
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(`${server.origin}/messages`)
    const row = page.locator('.person', { hasText: 'وعندي سؤال' })
    expect(await row.locator('.last').evaluate(showsFirstWords), String(width)).toBe(true)
    expect((await row.locator('.count').boundingBox())?.height).toBeLessThan(32)
    await expect(row.locator('.tag')).toContainText('الآن')
  }
  await expect(page.locator('.last bdi[dir=ltr]')).toHaveText('+971 50 123 4567')
  // Nothing happens, and the time passes.
  await page.clock.fastForward('40:00')
  await expect(page.locator('.tag').first()).toContainText('منذ ٤٠ دقيقة')

  await goInside(page, `/messages/${yousef.session.uid}`)
  await page.route('**/messenger/v2/send', route =>
    route.fulfill({ status: 400, json: { success: false, error: { code: 'bad-request', message: 'no' } } }),
  )
  await talk(page, 'ar').say('refused')
  await expect(page.locator('.bubble.is-failed')).toBeVisible()
  // The list is not on the screen now.
  await expect(page.locator('.person', { hasText: 'لم يُرسَل ردّي: refused' })).toBeAttached()
  await talk(page, 'ar').box.fill('another')
  await goInside(page, `/messages/${rania.session.uid}`)
  await talk(page, 'ar').box.fill('begun')
  await page.getByRole('link', { name: texts.ar.inbox.back }).click()
  await expect(page.locator('.person', { hasText: 'لم يُرسَل ردّي: refused' })).toBeVisible()
  await expect(page.locator('.person', { hasText: 'مسودّة: begun' })).toBeVisible()

  // The row of a conversation that is opened by its URL is visible.
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.goto(`${server.origin}/messages/${rania.session.uid}`)
  await expect(page.locator('.person[aria-current]')).toBeInViewport({ ratio: 0.9 })

  await test.step('with text twice as large the inbox and a conversation fit a small phone', async () => {
    const fits = (selector: string) =>
      page.locator(selector).evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
    const { bubble, box } = talk(page, 'ar')
    await page.setViewportSize({ width: 360, height: 740 })
    await goInside(page, '/messages')
    await expect(page.locator('.person').first()).toBeVisible()
    await doubleLetters(page)
    await expect.poll(() => fits('.queue')).toBe(true)
    await expect.poll(async () => (await page.locator('.queue .title').boundingBox())?.height).toBeLessThan(120)
    await page.locator('.person', { hasText: 'begun' }).click()
    await expect(bubble('رقمي')).toBeVisible()
    await box.fill('')
    await expect(bubble('رقمي').locator('p')).toBeInViewport()
    await expect.poll(() => fits('.thread')).toBe(true)
    await expect.poll(async () => (await box.boundingBox())?.width).toBeGreaterThan(250)
  })
})

test('the phone number of a learner without a name is shown whole, also with an open keyboard and with large letters', async ({
  page,
  server,
}) => {
  const { id, mentor } = await mentorWith(server, 0)
  const learner = await personByPhone(server, newPhone(), { responderId: id })
  await sendAs(learner, id, 'Can you help me?')
  await bringIn(page, mentor, 'ar')

  await test.step('on a phone with an open keyboard there is one row above the messages, with the whole number in it', async () => {
    await page.setViewportSize({ width: 360, height: 430 })
    await page.goto(`${server.origin}/messages/${learner.session.uid}`)
    await expect(talk(page, 'ar').bubble('Can you help me?')).toBeInViewport()
    expect((await page.locator('.conversation').boundingBox())?.height).toBeGreaterThanOrEqual(270)
    expect((await page.locator('.pane-head').boundingBox())?.height).toBeLessThanOrEqual(58)
    const isWhole = (part: Element) => part.scrollWidth <= part.clientWidth
    expect(await page.locator('.pane-head h1').evaluate(isWhole)).toBe(true)
  })

  await test.step('three panes with text twice as large do not fit beside each other', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await doubleLetters(page)
    await expect(page.locator('.queue')).toBeHidden()
    expect((await page.locator('.thread').boundingBox())?.width).toBeGreaterThan(1200)
  })

  await test.step('the number is shown whole with text twice as large, in both languages', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const isWhole = () =>
      page
        .locator('.pane-head :is(h1, small)')
        .evaluateAll(parts =>
          parts.every(part => part.scrollWidth <= part.clientWidth && part.scrollHeight <= part.clientHeight),
        )
    await expect.poll(isWhole, 'ar').toBe(true)
    await page.evaluate(() => localStorage.setItem('sbs.language', 'en'))
    await page.reload()
    await expect(talk(page).bubble('Can you help me?')).toBeVisible()
    await doubleLetters(page)
    await expect.poll(isWhole, 'en').toBe(true)
  })
})

test('Salma finds words of a conversation, tells two Nouras apart, hands one of them to Huda, and undoes it once', async ({
  browser,
  page,
  server,
  watch,
}) => {
  // A poll may ask for the learner between the hand-over and the next list.
  watch.expected.push(FAILED_REQUEST)
  const { salma, huda, noura } = await startWithTwoMentors(server)
  const other = await personByPhone(server)
  await command(server, assignCommand, '--uid', other.session.uid, '--to', String(salma.id))
  await other.call(saveUser, { params: { uid: other.session.uid }, body: { displayName: 'Noura Salem' } })
  await sendAs(other, salma.id, 'وعندي سؤالٌ عن الأدوية')
  // More than one page of messages from the server.
  for (let number = 0; number < 120; number++) await sendAs(other, salma.id, `later ${number}.`)
  await bringIn(page, salma.mentor)
  await page.goto(`${server.origin}/messages`)
  await expect(page.locator('.facts', { hasText: other.phone.slice(-4) })).toBeVisible()
  await page.getByRole('searchbox').fill('الادويه')
  const found = page.locator('.found')
  await expect(found).toContainText('وعندي سؤالٌ عن الأدوية')
  await expectGood(page, 'found messages')
  await found.press('Enter')
  const hit = page.locator('.turn[data-found]')
  await expect(hit).toContainText('وعندي سؤالٌ عن الأدوية')
  await expect(hit).toBeInViewport()
  await expect(hit).toBeFocused()
  await expect(talk(page).bubble('later 119.')).toHaveCount(0)
  await expectGood(page, 'the message that was found')
  await talk(page).newer.click()
  await expect(talk(page).bubble('later 119.')).toBeInViewport()
  const handOver = async () => {
    await page.getByRole('button', { name: 'More: needs no answer' }).click()
    await page.getByText('Hand over to a colleague').click()
    // Earlier journeys left other mentors of this name on the server.
    await page.getByRole('combobox').selectOption(String(huda.id))
    await page.getByLabel('Note for the colleague').fill('Prefers to be written to.')
    await expectGood(page, 'handing over')
    await page.getByRole('button', { name: 'Hand over', exact: true }).click()
    await expect(page.getByText('Handed over to \u2068Huda Kamel\u2069')).toBeVisible()
  }
  await handOver()
  await expectGood(page, 'handed over')
  await sendAs(other, huda.id, 'Is anybody there?')
  // The list offers it, too, also after a reload.
  await page.getByRole('link', { name: 'Back to the learners' }).last().click()
  await page.reload()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Learners' })).toBeFocused()
  await page.locator('.person', { hasText: 'Is anybody there?' }).click()
  await expect(talk(page).bubble('Is anybody there?')).toBeVisible()
  await handOver()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(talk(page).box).toBeVisible()
  await handOver()
  expect((await salma.mentor.call(getInbox, {})).data.map(({ uid }) => uid)).toEqual([noura.session.uid])
  const colleague = await at(browser, server, huda.mentor, 'en', `/messages/${other.session.uid}`)
  await expect(colleague.page.locator('.thread')).toContainText('Prefers to be written to.')
  await colleague.say('Hello from Huda')
  await expect(colleague.page.locator('.thread > .handed-note')).toBeHidden()
  await colleague.context.close()
})

test('on a desktop a mentor can write at once, continue with the next one who waits, and close with Escape', async ({
  browser,
  server,
}) => {
  const { id, mentor, learners } = await mentorWith(server, 2)
  const [noura, yousef] = learners as [Person, Person]
  for (const [who, displayName] of [
    [noura, 'Noura Salem'],
    [yousef, 'Yousef Amin'],
  ] as const)
    await who.call(saveUser, { params: { uid: who.session.uid }, body: { displayName } })
  await sendAs(noura, id, 'From Noura')
  await sendAs(yousef, id, 'From Yousef')
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: false })
  const page = await context.newPage()
  await bringIn(page, mentor)
  await page.goto(`${server.origin}/messages`)
  await expect(page).toHaveTitle(/^\(2\) Messages/)
  await page.locator('.person', { hasText: 'Noura Salem' }).click()
  const { box, bubble } = talk(page)
  await expect(bubble('From Noura')).toBeVisible()
  await expect(box).toBeFocused()
  await page.keyboard.type('To Noura')
  await page.keyboard.press('Control+Enter')
  await expect(bubble('From Yousef')).toBeVisible()
  await expect(box).toBeFocused()
  await expect(page).toHaveTitle(/^\(1\) Messages/)
  await sendAs(noura, id, 'Once more')
  await page.keyboard.type('To Yousef')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /Next: .*Noura Salem/ }).click()
  await expect(bubble('To Noura')).toBeVisible()
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${server.origin}/messages`)
  await context.close()
})

/** Expects that the first word fits in its box, which has two lines at most. */
function showsFirstWords(box: Element): boolean {
  const text = [...box.childNodes].find(node => node.nodeType === Node.TEXT_NODE) as Text
  const word = document.createRange()
  word.setStart(text, 0)
  word.setEnd(text, 4)
  const [inner, outer] = [word.getBoundingClientRect(), box.getBoundingClientRect()]
  const isInside = inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1
  return isInside && inner.right > outer.right - 4 && outer.height < 60
}
