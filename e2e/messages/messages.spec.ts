import type { Route } from '@playwright/test'
import { expectGood } from '../good-screens.ts'
import { cutsPath, texts } from '../lessons/lesson-walk.ts'
import { bringIn, personOf } from '../people.ts'
import { SharedServer } from '../shared-process.ts'
import { addRow } from '../stored-rows.ts'
import { goInside } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { mentorWith, sendAs, storedTexts, talk, unseenBy } from './talking.ts'

const MARK_SEEN = '**/markReceivedSeen'

test('news from Salma reaches Noura on every screen and moves her nowhere, and what she types is sent once, if it is a message', async ({
  page,
  server,
  watch,
}) => {
  const { id, mentor, learner } = await mentorWith(server)
  await bringIn(page, learner)
  const menu = page.getByRole('button', { name: 'Menu' })
  const mark = page.getByRole('img', { name: 'New messages' })
  const own = talk(page)
  const { box, send, list } = own
  const late = Promise.withResolvers<void>()

  await test.step('news does not move a person who is in the menu', async () => {
    const held = page.waitForRequest(request => request.headers().prefer !== undefined)
    await page.goto(server.origin)
    await held
    await menu.click()
    const way = page.getByRole('dialog').getByRole('link', { name: 'Profile' })
    await way.focus()
    await sendAs(mentor, learner.session.uid, 'look')
    await expect(mark).toBeVisible()
    await expect(way).toBeFocused()
  })

  await test.step('the badge is there while something is unseen, in the menu and on it', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Menu, new messages' }).click()
    await expect(mark).toBeVisible()
    await page.getByRole('link', { name: /Messages/ }).click()
    await expect(own.bubble('look')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
    await expect.poll(() => unseenBy(learner)).toEqual({ [id]: 0 })
    // While the conversation is open nothing becomes unseen, even if the network loses the first report.
    watch.expected.push(FAILED_REQUEST)
    let isLost = false
    await page.route(MARK_SEEN, async route => {
      if (!isLost) {
        isLost = true
        return route.abort()
      }
      const response = await route.fetch()
      await late.promise
      await route.fulfill({ response })
    })
    await sendAs(mentor, learner.session.uid, 'and this')
    await expect(own.bubble('and this')).toBeVisible()
    await expect.poll(() => unseenBy(learner)).toEqual({ [id]: 0 })
  })

  await test.step('on the profile news arrives as everywhere', async () => {
    await menu.click()
    await page.getByRole('dialog').getByRole('link', { name: 'Profile' }).click()
    await expect(page.locator('.conversation')).toHaveCount(0)
    await expect(menu).toHaveAccessibleName('Menu')
    await sendAs(mentor, learner.session.uid, 'look here')
    await expect(menu).toHaveAccessibleName('Menu, new messages')
    // The response to "seen", which was held back, comes only now. It was made before the new message.
    const seen = page.waitForResponse(MARK_SEEN)
    late.resolve()
    await (await seen).finished()
    await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await expect(menu).toHaveAccessibleName('Menu, new messages')
    await menu.click()
    await expect(mark).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a question about a page shows the page, and the reply is shown on it', async () => {
    await goInside(page, cutsPath('en'))
    await page.getByRole('link', { name: 'Ask my mentor about this page' }).click()
    await expect(page.getByText(/Lesson \d+, page 1/)).toBeVisible()
    await expect(page.locator('.composer textarea')).toBeFocused()
    await own.say('Why?')
    const card = page.locator('.bubble .about')
    await expect(card).toBeVisible()
    await sendAs(mentor, learner.session.uid, 'Because.', { about: { lessonId: 'first-aid-en-cuts', pageId: 'start' } })
    await card.first().click()
    await expect(page).toHaveURL(server.origin + cutsPath('en'))
    await expect(page.getByText('Because.', { exact: true })).toBeVisible()
  })

  await goInside(page, '/messages')
  const colourOf = (bubble: string) => page.locator(`${bubble} .about`).evaluate(shown => getComputedStyle(shown).color)
  expect(await colourOf('.bubble:not(.mine)'), 'the card of a reply').toBe(await colourOf('.bubble.mine'))
  await expect(own.bubble('Because.')).toBeVisible()
  await expect(list.locator('.bubble')).toHaveCount(5)

  await test.step('Shift and Enter start a new line, spaces alone are not sent, and a draft survives a reload', async () => {
    await box.press('Enter')
    await box.fill('   ')
    await box.press('Enter')
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await box.fill('one')
    await box.press('Shift+Enter')
    await box.pressSequentially('two')
    await page.reload()
    await expect(box).toHaveValue('one\ntwo')
    await send.click()
    await expect(list.locator('.bubble p').last()).toHaveText('one\ntwo')
    await expect.poll(() => storedTexts(learner)).toHaveLength(6)
    await expect(list.locator('.bubble')).toHaveCount(6)
  })

  await test.step('a page that is loaded again before the box was emptied on disk sends no second copy', async () => {
    await page.evaluate(() => {
      Storage.prototype.removeItem = () => {}
    })
    await own.say('On my way')
    await expect.poll(() => storedTexts(learner)).toHaveLength(7)
    await page.reload()
    await expect(box).toHaveValue('On my way')
    await box.press('Enter')
    await expect(box).toHaveValue('')
    await own.say('With bread')
    await expect(own.bubble('With bread')).toBeVisible()
    await expect.poll(() => storedTexts(learner)).toHaveLength(8)
    await expect(list.locator('.bubble')).toHaveCount(8)
  })

  await test.step('what she writes in another tab meanwhile stays stored, to be sent', async () => {
    const draft = `sbs.draft ["${learner.session.uid}","messages","mentor"]`
    await box.fill('Thank you')
    await page.evaluate(key => localStorage.setItem(key, '"And the burn?"'), draft)
    await box.press('Enter')
    await expect.poll(() => storedTexts(learner)).toHaveLength(9)
    expect(await page.evaluate(key => localStorage.getItem(key), draft)).toBe('"And the burn?"')
  })

  await test.step('invisible text is not sent, and a too long one stays whole', async () => {
    for (const nothing of ['\u200f', '\u200b', '\u2800']) {
      await box.fill(nothing)
      await expect(send).toHaveAttribute('aria-disabled', 'true')
      await box.press('Enter')
    }
    await box.fill('x'.repeat(12_000))
    await expect(page.getByText('2,000 characters too many')).toBeVisible()
    await box.press('Enter')
    expect((await box.inputValue()).length).toBe(12_000)
    await expect(list.locator('.bubble')).toHaveCount(9)
    await box.fill('x'.repeat(10_000))
    await box.press('Enter')
    await expect(list.locator('.bubble')).toHaveCount(10)
  })

  await test.step('a late response causes no second copy', async () => {
    await page.evaluate(() => {
      const most = { bubbles: 0 }
      Object.assign(window, { most })
      const count = () => {
        const all = [...document.querySelectorAll('.bubble')].filter(({ textContent }) => textContent?.includes('once'))
        most.bubbles = Math.max(most.bubbles, all.length)
      }
      new MutationObserver(count).observe(document, { subtree: true, childList: true, characterData: true })
    })
    await page.route('**/messenger/v2/send', async route => {
      const news = page.waitForResponse(/getUpdates/)
      const response = await route.fetch()
      // Before the response comes, a poll brings the message.
      await news
      await page.waitForTimeout(500)
      await route.fulfill({ response })
    })
    await own.say('once')
    await expect(own.bubble('once').getByText('Sent', { exact: true })).toBeAttached()
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => (window as unknown as { most: { bubbles: number } }).most.bubbles)).toBe(1)
  })

  const keptCursor = () => page.evaluate(() => localStorage.getItem('sbs.messages-read-to'))
  await test.step('logging out asks before it deletes what is begun, and leaves nothing behind', async () => {
    await expect.poll(keptCursor).toContain(learner.session.uid)
    const { account, header, page: words } = texts.en
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const sheet = page.getByRole('dialog', { name: account.leaveTitle })
    await box.fill('Half a question')
    await press(header.menu)
    watch.expected.push(/leave-sheet/)
    // One network fails, the other one never answers.
    const waiting: Route[] = []
    for (const fail of [(route: Route) => route.abort(), (route: Route) => void waiting.push(route)]) {
      await page.route('**/leave-sheet-*', fail)
      const dialog = page.waitForEvent('dialog')
      const pressed = press(words.logout)
      const question = await dialog
      expect(question.message()).toBe(words.leaveUnchecked)
      await question.dismiss()
      await pressed
      await page.unroute('**/leave-sheet-*')
      await expect(page.getByRole('button', { name: words.logout })).not.toHaveAttribute('aria-disabled', 'true')
    }
    for (const route of waiting) await route.continue()
    await press(words.logout)
    await expect(sheet).toBeVisible()
    await press(account.stay)
    await page.keyboard.press('Escape')
    await expect(box).toHaveValue('Half a question')
    await box.fill('')
    // She wrote beside a slider that she has not moved yet.
    const begun = `sbs.draft ["${learner.session.uid}","first-aid-en-cuts","practice","number-text-response"]`
    await page.evaluate(key => localStorage.setItem(key, '["","Half an answer"]'), begun)
    await press(header.menu)
    await press(words.logout)
    await press(account.leaveAndDelete)
    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Half a')
    expect(await keptCursor()).toBe(null)
  })
})

test('a failed message is marked, stays in its place, and can be tried again, edited with its page, or deleted', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { mentor, learner } = await mentorWith(server)
  await bringIn(page, learner)
  await page.goto(`${server.origin}/messages`)
  const own = talk(page)
  const again = page.getByRole('button', { name: /Try again/ })
  const refusal = { status: 400, json: { success: false, error: { code: 'bad-request', message: 'no' } } }
  let failure: { status: number; json: object } | undefined
  await page.route('**/messenger/v2/send', route => (failure ? route.fulfill(failure) : route.continue()))

  for (const [text, name, answer] of [
    ['try me', 'refuses', refusal],
    ['hello', 'refuses without a reason', { status: 200, json: { success: false } }],
    ['hello again', 'fails', { status: 500, json: {} }],
  ] as const)
    await test.step(`a server that ${name} is reported at the message`, async () => {
      failure = answer
      await own.say(text)
      await expect(page.getByRole('alert')).toHaveText('Could not send message')
      failure = undefined
      await again.click()
      await expect(own.box, 'the pressed button is gone').toBeFocused()
      await expect(own.bubble(text).last().getByText('Sent', { exact: true })).toBeAttached()
      await expect(page.locator('.bubble p', { hasText: new RegExp(`^${text}$`) })).toHaveCount(1)
    })

  await test.step('it stays in its place, and can be edited or deleted', async () => {
    const sent = ['try me', 'hello', 'hello again']
    failure = refusal
    await own.say('with a mistake')
    await expect(page.getByRole('group', { name: 'Not sent' })).toBeVisible()
    await sendAs(mentor, learner.session.uid, 'from Salma')
    await expect(page.locator('.bubble p')).toHaveText([...sent, 'with a mistake', 'from Salma'])
    await expect(page.getByRole('status').filter({ hasText: 'from Salma' })).toBeAttached()
    // This also works while the conversation is not visible.
    await page.goto(server.origin)
    await expect(page.getByText('1 message was not sent.')).toBeVisible()
    await page.getByRole('link', { name: 'Show' }).click()
    await own.box.fill('and this')
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(own.box).toHaveValue('with a mistake\nand this')
    await expect(own.box).toBeFocused()
    await expect(own.bubble('with a mistake')).toHaveCount(0)
    await own.box.press('Enter')
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(own.bubble('with a mistake')).toHaveCount(0)
    const { uid } = learner.session
    for (const [pageTitle, text] of [
      ['Stop the bleeding', 'How hard do I press?'],
      ['Your kit', 'Which gauze?'],
    ]) {
      const lessonId = 'first-aid-en-cuts'
      const about = { lessonId, lessonTitle: 'Cuts', lessonNumber: 2, pageId: text, pageNumber: 2, pageTitle }
      const base = { id: text, about: text, uid, kind: 'message', lane: 'to 1', tries: 1, writtenAt: Date.now() }
      const item = { ...base, refusedAs: 'bad-request', content: { to: '1', text, about } }
      await addRow(page, 'step-by-step-outbox', 'letters', item)
    }
    await page.reload()
    const edit = page.getByRole('button', { name: 'Edit' })
    await edit.first().evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(edit).toHaveCount(1)
    await edit.click()
    await expect(page.locator('.chip-about')).toContainText('Stop the bleeding')
    await expect(own.box).toHaveValue('Cuts: Your kit\nWhich gauze?\nHow hard do I press?')
    await expect(page.locator('.bubble p')).toHaveText([...sent, 'from Salma'])
  })

  await test.step('an invalid token leads to the sign-in, also if only the code of an answer says so', async () => {
    await page.route('**/messenger/v2/getUpdates*', route =>
      route.fulfill({ status: 200, json: { success: false, code: 401 } }),
    )
    await page.reload()
    await expect(page).toHaveURL(/\/login/)
  })
})

test('Noura has no mentor yet, and then the school has no messenger', async ({ page, browser, servers }) => {
  const server = new SharedServer(servers)
  await server.start()
  const noura = await personOf(server)
  await bringIn(page, noura)

  await test.step('without a mentor there is a friendly note', async () => {
    await page.goto(`${server.origin}/messages`)
    await expect(page.getByRole('heading', { name: 'Your mentor comes soon' })).toBeVisible()
    const { box } = talk(page)
    await expect(box).toBeDisabled()
    expect((await box.boundingBox())?.y).toBeGreaterThan(640)
    const { account } = texts.en
    await goInside(page, '/account')
    await page.getByRole('button', { name: account.erase }).click()
    const question = page.getByRole('dialog', { name: account.eraseTitle })
    await expect(question).toContainText(account.eraseWhat)
    await expect(question).not.toContainText(account.eraseMentor)
  })

  await test.step('without the messenger there is no link to it', async () => {
    // The polls of this page would report that the server does not answer.
    await page.close()
    await server.restartWith({ MESSENGER_ENABLED: 'off' })
    const context = await browser.newContext()
    const visit = await context.newPage()
    const requests: string[] = []
    await bringIn(visit, noura)
    visit.on('request', request => request.url().includes('/messenger/') && requests.push(request.url()))
    await visit.clock.install()
    await visit.goto(`${server.origin}/messages`)
    await expect(visit).toHaveURL(`${server.origin}/`)
    await visit.getByRole('button', { name: 'Menu' }).click()
    await expect(visit.getByRole('dialog').getByRole('link', { name: 'Profile' })).toBeVisible()
    await expect(visit.getByRole('link', { name: texts.en.page.messages })).toHaveCount(0)
    await visit.clock.runFor(60_000)
    expect(requests).toEqual([])
    await context.close()
  })

  await test.step('a message that waited when the messenger was switched off can be read, copied, deleted and restored', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const visit = await context.newPage()
    await bringIn(visit, noura, 'ar')
    await visit.goto(server.origin)
    await expect.poll(() => visit.evaluate(async () => (await indexedDB.databases()).length)).toBeGreaterThan(0)
    const t = texts.ar.refusedAnswers
    const text = 'هل العسل مفيد للحروق؟'
    const id = 'waited-since-monday'
    const about = {
      courseId: 'first-aid-ar',
      lessonId: 'first-aid-ar-cuts',
      pageId: 'start',
      pageNumber: 1,
      pageTitle: 'الجروح',
    }
    const item = {
      id,
      about: id,
      uid: noura.session.uid,
      kind: 'message',
      lane: 'to 1',
      tries: 0,
      writtenAt: Date.now(),
    }
    await addRow(visit, 'step-by-step-outbox', 'letters', { ...item, content: { to: '1', text, about } })
    await visit.reload()
    await visit.locator('.unsaved').getByRole('button', { name: texts.ar.outbox.show }).click()
    await expect(visit).toHaveURL(`${server.origin}/`)
    const kept = visit.getByRole('dialog').getByRole('region', { name: t.titleMessage })
    await expect(kept).toContainText(t.messengerOff)
    await expect(kept.locator('blockquote')).toHaveText(text)
    await expect(kept.getByRole('button', { name: t.copy })).toBeVisible()
    await expectGood(visit, 'refused messages')
    await kept.getByRole('button', { name: t.dismiss }).click()
    await expect(kept).toContainText(t.messageDismissed)
    await kept.getByRole('button', { name: t.undo }).click()
    await expect(kept.locator('blockquote')).toHaveText(text)
    await kept.getByRole('button', { name: t.dismiss }).click()
    await expect(visit.locator('.unsaved')).toHaveCount(0)
    await context.close()
  })

  await server.remove()
})
