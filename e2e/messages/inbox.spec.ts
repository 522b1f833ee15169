import type { Page } from '@playwright/test'
import { assignCommand } from '../../api/commands/mentors/assign.ts'
import { handOverCommand } from '../../api/commands/mentors/hand-over.ts'
import { saveUser } from '../../contract/account.ts'
import { getInbox } from '../../contract/inbox/inbox.ts'
import { sendMessage } from '../../contract/messages.ts'
import { setMentorRole } from '../../contract/organisation/person-acts.ts'
import { command } from '../command.ts'
import { doubleLetters, expectGood, sizes } from '../good-screens.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { bringIn, giveRole, newPhone, type Person, personByPhone } from '../people.ts'
import type { Server } from '../server.ts'
import { goInside } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { at, mentorWith, sendAs, talk } from './talking.ts'

/** Two mentors: Salma, whose learner is Noura, and Huda. */
async function startWithTwoMentors(server: Server) {
  const salma = await mentorWith(server, 1, 'Salma Haddad')
  const huda = await mentorWith(server, 0, 'Huda Kamel')
  const noura = salma.learner
  await noura.call(saveUser, { params: { uid: noura.session.uid }, body: { displayName: 'Noura Salem' } })
  await sendAs(noura, salma.id, 'Can you help me?')
  return { salma, huda, noura }
}

const LONG_NAME = 'عبد الرحمن بن عبد العزيز آل الشيخ'

test('the list shows the beginning of each message, how long learners wait, and unsent replies, and fits every screen', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(/400/)
  const { id, mentor, learners } = await mentorWith(server, 10)
  const [noura, yousef, rania, named, ...others] = learners as [Person, Person, Person, Person, ...Person[]]
  await named.call(saveUser, { params: { uid: named.session.uid }, body: { displayName: LONG_NAME } })
  const nameless = await personByPhone(server, newPhone(), { responderId: id })
  for (const learner of [...others, named, nameless]) await sendAs(learner, id, 'Can you help me?')
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
    await expect(row).toHaveAccessibleName(/ ١٠ رسائل جديدة/)
  }
  await test.step('the three filters stand in one line on a small phone, also with counts of two digits', () =>
    expectOneLine(page, '١١'))
  await expect(page.locator('.last bdi[dir=ltr]')).toHaveText('+971 50 123 4567')
  // No new message comes, but the time passes.
  await page.clock.fastForward('40:00')
  await expect(page.locator('.tag').first()).toContainText('منذ ٤٠ دقيقة')

  await goInside(page, `/messages/${yousef.session.uid}`)
  await page.route('**/messenger/v2/send', route =>
    route.fulfill({ status: 400, json: { success: false, error: { code: 'bad-request', message: 'no' } } }),
  )
  await talk(page, 'ar').say('refused')
  await expect(page.locator('.bubble.is-failed')).toBeVisible()
  // The list is not visible now.
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
    await doubleLetters(page, false)
  })

  await test.step('on a phone with an open keyboard there is one row above the messages, with the whole number in it', async () => {
    await page.setViewportSize({ width: 360, height: 430 })
    await goInside(page, `/messages/${nameless.session.uid}`)
    await expect(talk(page, 'ar').bubble('Can you help me?')).toBeInViewport()
    expect((await page.locator('.conversation').boundingBox())?.height).toBeGreaterThanOrEqual(270)
    expect((await page.locator('.pane-head').boundingBox())?.height).toBeLessThanOrEqual(58)
    const isWhole = (part: Element) => part.scrollWidth <= part.clientWidth
    expect(await page.locator('.pane-head h1').evaluate(isWhole)).toBe(true)
    await page.setViewportSize({ width: 320, height: 640 })
    await goInside(page, `/messages/${named.session.uid}`)
    await expect(page.locator('.pane-head h1')).toHaveText(LONG_NAME)
    for (const part of await page.locator('.pane-head :is(h1, small)').all())
      expect(await part.evaluate(isWhole), 'on a screen of 320 pixels the name and the wait are whole').toBe(true)
  })

  await test.step('on a phone, the sentence in place of a learner who is not hers is read whole', async () => {
    await page.setViewportSize(sizes.phone)
    watch.expected.push(FAILED_REQUEST)
    await goInside(page, '/messages/of-another-mentor')
    const heading = page.locator('.pane-head h1')
    await expect(heading).toHaveText('المرافقة الآن مع شخص آخر، أو لم يعد الحساب موجودًا')
    expect(await heading.evaluate(part => part.scrollWidth <= part.clientWidth)).toBe(true)
    await goInside(page, `/messages/${named.session.uid}`)
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
    await doubleLetters(page, false)
    await goInside(page, '/messages')
    await expectOneLine(page, '11')
    // The dots stand where the name ends, on the left. With the words on the left, they would be outside of the box.
    expect(await page.locator('.called', { hasText: LONG_NAME }).evaluate(beginsOnTheRight)).toBe(true)
  })
})

test('Salma finds words of a conversation, hands one of two Nouras to Huda and undoes it once, and loses no text to a hand-over', async ({
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
  // These are more messages than the server sends in one page.
  for (let number = 0; number < 120; number++) await sendAs(other, salma.id, `later ${number}.`)
  await bringIn(page, salma.mentor)
  await page.goto(`${server.origin}/messages`)
  await expect(page.locator('.facts', { hasText: other.phone.slice(-4) })).toBeVisible()
  await page.getByRole('searchbox').fill('الادويه')
  const found = page.locator('.found')
  await expect(found).toContainText('وعندي سؤالٌ عن الأدوية')
  await expect(page.getByRole('status').filter({ hasText: /^1 result$/ }), 'said once, by its number').toBeAttached()
  await expectGood(page, 'found messages')
  await found.press('Enter')
  const hit = page.locator('.turn[data-found]')
  await expect(hit).toContainText('وعندي سؤالٌ عن الأدوية')
  await expect(hit).toBeInViewport()
  await expect(hit).toBeFocused()
  await expect(talk(page).bubble('later 119.')).toHaveCount(0)
  await expect(page.locator('.pane-head'), 'of two of one name').toContainText(other.phone.slice(-4))
  await expectGood(page, 'the message that was found')
  await talk(page).newer.click()
  await expect(talk(page).bubble('later 119.')).toBeInViewport()
  const handOver = async ({ isFirst = false } = {}) => {
    await page.getByRole('button', { name: 'More: needs no answer' }).click()
    await page.getByText('Hand over to a colleague').click()
    // Earlier journeys left other mentors of this name on the server, so this chooses by id.
    await page.getByRole('combobox').selectOption(String(huda.id))
    await page.getByLabel('Note for the colleague').fill('Prefers to be written to.')
    if (isFirst) await expectGood(page, 'handing over')
    const sent = page.waitForRequest('**/handOver')
    await page.getByRole('button', { name: 'Hand over', exact: true }).click()
    expect((await sent).headers()['idempotency-key'], 'done once if its reply is lost').toBeDefined()
    await expect(page.getByText('Handed over to \u2068Huda Kamel\u2069')).toBeVisible()
  }
  await handOver({ isFirst: true })
  await expectGood(page, 'handed over')
  await sendAs(other, huda.id, 'Is anybody there?')
  // The list offers the undo, too, also after a reload.
  await page.getByRole('link', { name: 'Back to the learners' }).last().click()
  await page.reload()
  const undone = page.waitForRequest('**/handOver/undo')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect((await undone).headers()['idempotency-key'], 'done once if its reply is lost').toBeDefined()
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

  await test.step('after a hand-over she learns of it when she replies, and her text is not lost', async () => {
    // Her polls fail: only the response to her message tells her.
    await page.route('**/getUpdates**', () => {})
    await page.goto(`${server.origin}/messages/${noura.session.uid}`)
    const { box, bubble } = talk(page)
    await expect(bubble('Can you help me?')).toBeVisible()
    await command(server, handOverCommand, '--from', String(salma.id), '--to', String(huda.id))
    const notice = page.getByText(texts.en.inbox.elsewhere)
    const hasTyped = Promise.withResolvers<void>()
    await page.route(`**${sendMessage.path}`, async route => {
      await hasTyped.promise
      await route.continue()
    })
    await box.fill('An answer')
    await box.press('Enter')
    await box.fill('I was about to say')
    hasTyped.resolve()
    await expect(notice).toBeFocused()
    await expect(bubble('An answer')).toBeVisible()
    await expect(box).toBeHidden()
    // There is no box any more in which she could edit the message, so only deleting is offered.
    await expect(page.locator('.failed-row').getByRole('button')).toHaveText([texts.en.messages.delete])
    await expect(page.getByRole('heading', { level: 1, name: 'Noura Salem' })).toBeVisible()
    await expect(page.getByLabel('Written and not sent')).toHaveValue('I was about to say')
    await page.reload()
    await expect(notice).toBeVisible()
    await expect(page.getByLabel('Written and not sent')).toHaveValue('I was about to say')
    await page.locator('.elsewhere').getByRole('link', { name: 'Back to the learners' }).click()
    await expect(page).toHaveURL(`${server.origin}/messages`)
  })
  await test.step('retired with the inbox open, she has the screen of a learner', async () => {
    await page.unroute('**/getUpdates**')
    // The polls that this page has sent so far never end, so it is reloaded.
    await page.reload()
    await expect(page.locator('main.inbox-frame')).toBeVisible()
    const owner = await personByPhone(server)
    await giveRole(server, owner, 'owner')
    // The owner is a new person, and so became a learner of Salma. All of Salma's learners go to Huda.
    await command(server, handOverCommand, '--from', String(salma.id), '--to', String(huda.id))
    const [params, body] = [{ uid: salma.mentor.session.uid }, { isMentor: false }]
    await owner.call(setMentorRole, { params, body })
    await expect(page.locator('main.chat')).toBeVisible()
  })
})

/** Expects three filters in one line, two of them with this count. */
async function expectOneLine(page: Page, count: string): Promise<void> {
  const chips = page.locator('.filters button')
  await expect(chips).toHaveCount(3)
  for (const chip of [chips.nth(0), chips.nth(1)]) await expect(chip).toContainText(count)
  // The words of a question are chips, too. Their styles are loaded here, but must not apply to these.
  await expect(chips.first()).toHaveCSS('box-shadow', 'none')
  const tops = await chips.evaluateAll(all => all.map(chip => chip.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
}

/** Whether the first letters are in the box, at its beginning, and the box has two lines at most. */
function showsFirstWords(box: Element): boolean {
  const text = [...box.childNodes].find(node => node.nodeType === Node.TEXT_NODE) as Text
  const word = document.createRange()
  word.setStart(text, 0)
  word.setEnd(text, 4)
  const [inner, outer] = [word.getBoundingClientRect(), box.getBoundingClientRect()]
  const isInside = inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1
  return isInside && inner.right > outer.right - 4 && outer.height < 60
}

/** Runs in the page: an Arabic name in the English list begins at the right edge of its box. */
function beginsOnTheRight(name: Element): boolean {
  const first = document.createRange()
  first.setStart(name.firstChild as Node, 0)
  first.setEnd(name.firstChild as Node, 1)
  return Math.abs(first.getBoundingClientRect().right - name.getBoundingClientRect().right) < 1
}
