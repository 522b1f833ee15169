import { assignCommand } from '../../api/commands/mentors/assign.ts'
import { listMessages } from '../../contract/messages.ts'
import { decodeText } from '../../contract/text/encoded-text.ts'
import { command } from '../command.ts'
import { cutsPath, texts } from '../lessons/lesson-walk.ts'
import { bringIn, personOf } from '../people.ts'
import { SharedServer } from '../shared-process.ts'
import { forgetNewerBuiltIns } from '../shell/old-browser.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { at, mentorWith, sendAs, talk, unseenBy } from './talking.ts'

test(`Noura writes to Salma, and both see it at once`, async ({ page, browser, server }) => {
  const { mentor, learner: noura } = await mentorWith(server)
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
  // She opens the page.
  await expect(own.bubble('مرحبًا Salma').getByText(own.t.seen)).toBeAttached()
  await salma.say('أهلًا وسهلًا')
  await expect(own.bubble('أهلًا وسهلًا')).toBeVisible()
  await expect(own.bubble('أهلًا وسهلًا')).toHaveCount(1)
  const { data } = await noura.call(listMessages, { query: {} })
  expect(data.map(({ content }) => decodeText(content))).toEqual(['  مرحبًا Salma 👋', 'أهلًا وسهلًا'])
  await expect.poll(() => unseenBy(noura)).toEqual({ [data[1]?.from ?? '']: 0 })
  await salma.context.close()

  await test.step('the page does not scroll, however much is written in it', async () => {
    for (let number = 0; number < 20; number++) await sendAs(mentor, noura.session.uid, `message ${number}.`)
    await expect(own.bubble('message 19.')).toBeVisible()
    await own.say('أخيرًا')
    await expect(own.bubble('أخيرًا')).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  })
})

test('Noura types, and only what is a message is sent, once', async ({ page, server }) => {
  const { mentor, learner } = await mentorWith(server)
  await bringIn(page, learner)
  await page.goto(server.origin + cutsPath('en'))
  const own = talk(page)
  const { box, send, list } = own

  await test.step('a question about a page shows the page, and the reply is shown on it', async () => {
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

  await page.goto(`${server.origin}/messages`)
  await expect(own.bubble('Because.')).toBeVisible()
  await expect(list.locator('.bubble')).toHaveCount(2)

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
    await expect.poll(async () => (await learner.call(listMessages, { query: {} })).data.length).toBe(3)
    await expect(list.locator('.bubble')).toHaveCount(3)
  })

  await test.step('a page that is loaded again before the box was emptied on disk sends no second copy', async () => {
    await page.evaluate(() => {
      Storage.prototype.removeItem = () => {}
    })
    await own.say('On my way')
    await expect.poll(async () => (await learner.call(listMessages, { query: {} })).data.length).toBe(4)
    await page.reload()
    await expect(box).toHaveValue('On my way')
    await box.press('Enter')
    await expect(box).toHaveValue('')
    await own.say('With bread')
    await expect(own.bubble('With bread')).toBeVisible()
    await expect.poll(async () => (await learner.call(listMessages, { query: {} })).data.length).toBe(5)
    await expect(list.locator('.bubble')).toHaveCount(5)
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
    await expect(list.locator('.bubble')).toHaveCount(5)
    await box.fill('x'.repeat(10_000))
    await box.press('Enter')
    await expect(list.locator('.bubble')).toHaveCount(6)
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

  await test.step('logging out asks before it deletes what is begun', async () => {
    const { account, header, page: words } = texts.en
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const sheet = page.getByRole('dialog', { name: account.leaveTitle })
    await box.fill('Half a question')
    await press(header.menu)
    await press(words.logout)
    await expect(sheet).toBeVisible()
    await press(account.stay)
    await page.keyboard.press('Escape')
    await expect(box).toHaveValue('Half a question')
    await press(header.menu)
    await press(words.logout)
    await press(account.leaveAndDelete)
    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Half a question')
  })
})

test('without a network messages wait in their order, survive a closed tab, and arrive once', async ({
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { learner } = await mentorWith(server)
  const page = await context.newPage()
  await bringIn(page, learner)
  await page.goto(`${server.origin}/messages`)
  const own = talk(page)
  await expect(own.box).toBeVisible()
  await context.setOffline(true)
  for (const text of ['first', 'second', 'third']) await own.say(text)
  await expect(own.bubble('third').getByText('Waiting for a connection')).toBeVisible()
  await page.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`${server.origin}/messages`)
  await expect(talk(again).bubble('third').getByText('Sent')).toBeAttached()
  const { data } = await learner.call(listMessages, { query: {} })
  expect(data.map(({ content }) => decodeText(content))).toEqual(['first', 'second', 'third'])
  await expect(again.locator('.bubble')).toHaveCount(3)
})

test('a failed message is marked, stays in its place, and can be tried again, edited or deleted', async ({
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
      await expect(page.getByText('Could not send message')).toBeVisible()
      failure = undefined
      await again.click()
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
    await page.reload()
    await expect(page.locator('.bubble p')).toHaveText([...sent, 'from Salma'])
  })
})

const MARK_SEEN = '**/markReceivedSeen'

test('news from Salma reaches Noura on every screen, and moves her nowhere', async ({ page, server }) => {
  const { id, mentor, learner } = await mentorWith(server)
  await bringIn(page, learner)
  const menu = page.getByRole('button', { name: 'Menu' })
  const mark = page.getByRole('img', { name: 'New messages' })
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
    await expect(talk(page).bubble('look')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
    await expect.poll(() => unseenBy(learner)).toEqual({ [id]: 0 })
    // While the conversation is open nothing becomes unseen.
    await page.route(MARK_SEEN, async route => {
      const response = await route.fetch()
      await late.promise
      await route.fulfill({ response })
    })
    await sendAs(mentor, learner.session.uid, 'and this')
    await expect(talk(page).bubble('and this')).toBeVisible()
    await expect.poll(() => unseenBy(learner)).toEqual({ [id]: 0 })
  })

  await test.step('on the profile news arrives as everywhere, and a sign-out there leaves nothing behind', async () => {
    await menu.click()
    await page.getByRole('dialog').getByRole('link', { name: 'Profile' }).click()
    await expect(page.locator('.conversation')).toHaveCount(0)
    await expect(menu).toHaveAccessibleName('Menu')
    await sendAs(mentor, learner.session.uid, 'look here')
    await expect(menu).toHaveAccessibleName('Menu, new messages')
    // The response to "seen", which was held back, comes only now. It does not count the new message.
    const seen = page.waitForResponse(MARK_SEEN)
    late.resolve()
    await (await seen).finished()
    await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await expect(menu).toHaveAccessibleName('Menu, new messages')
    const keptCursor = () => page.evaluate(() => localStorage.getItem('sbs.messages-read-to'))
    await expect.poll(keptCursor).toContain(learner.session.uid)
    await menu.click()
    await expect(mark).toBeVisible()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await keptCursor()).toBe(null)
  })
})

test('drafts and waiting messages go to the person who is the mentor when they are sent', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { learner } = await mentorWith(server)
  const next = await mentorWith(server, 0, 'Layla Fouad')
  await bringIn(page, learner)
  await page.goto(`${server.origin}/messages`)
  const { say, bubble, box } = talk(page)
  await expect(box).toBeVisible()
  await context.setOffline(true)
  const offlineBar = page.getByRole('status').filter({ hasText: 'You are offline' })
  await expect(offlineBar).toBeVisible()
  await say('written on the bus')
  await expect(bubble('written on the bus')).toContainText('Waiting for a connection')
  await box.fill('and this I only beg')
  await command(server, assignCommand, '--uid', learner.session.uid, '--to', String(next.id))
  await context.setOffline(false)
  await expect(bubble('written on the bus')).toContainText('Sent')
  await expect(page.getByRole('heading', { level: 1, name: 'Layla Fouad' })).toBeVisible()
  await expect(offlineBar).toHaveCount(0)
  await expect(box).toHaveValue('and this I only beg')
  // The browser sees a network, but it does not lead to the server.
  await page.route('**/getUpdates*', route => route.abort())
  await page.reload()
  await expect(box).toHaveValue('and this I only beg')
  await expect(offlineBar).toBeVisible()
  await page.unroute('**/getUpdates*')
  await expect(offlineBar).toHaveCount(0)
  const { data } = await next.mentor.call(listMessages, { query: { with: learner.session.uid } })
  expect(data.map(({ content }) => decodeText(content))).toEqual(['written on the bus'])
})

test('two tabs show the same, and one of them polls', async ({ context, server }) => {
  const { mentor, learner } = await mentorWith(server)
  const [one, other] = [await context.newPage(), await context.newPage()]
  const asked: string[] = []
  for (const tab of [one, other]) {
    tab.on('request', request => request.url().includes('getUpdates') && asked.push(String([one, other].indexOf(tab))))
    await bringIn(tab, learner)
    await tab.goto(`${server.origin}/messages`)
    await expect(talk(tab).box).toBeVisible()
  }
  await one.waitForTimeout(3000)
  await sendAs(mentor, learner.session.uid, 'for both')
  await expect(talk(one).bubble('for both')).toBeVisible()
  await expect(talk(other).bubble('for both')).toBeVisible()
  await talk(other).say('from the other')
  await expect(talk(one).bubble('from the other')).toHaveCount(1)
  expect(new Set(asked)).toEqual(new Set(['0']))
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
  })

  await test.step('without the messenger there is no link to it', async () => {
    // Polls of this page would report that the server does not answer.
    await page.close()
    await server.restartWith({ MESSENGER_ENABLED: 'off' })
    const context = await browser.newContext()
    const visit = await context.newPage()
    const asked: string[] = []
    await bringIn(visit, noura)
    visit.on('request', request => request.url().includes('/messenger/') && asked.push(request.url()))
    await visit.clock.install()
    await visit.goto(`${server.origin}/messages`)
    await expect(visit).toHaveURL(`${server.origin}/`)
    await visit.getByRole('button', { name: 'Menu' }).click()
    await expect(visit.getByRole('dialog').getByRole('link', { name: 'Profile' })).toBeVisible()
    await expect(visit.getByRole('link', { name: texts.en.page.messages })).toHaveCount(0)
    await visit.clock.runFor(60_000)
    expect(asked).toEqual([])
    await context.close()
  })

  await server.remove()
})

test('an invalid token leads to the sign-in, whether it is reported by status or by error code', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  for (const answer of [
    { status: 401, json: { success: false, error: { code: 'auth/unauthorized', message: '' } } },
    { status: 200, json: { success: false, code: 401 } },
    { status: 200, json: { success: false, code: 401, message: 'Unauthorized' } },
  ]) {
    const { learner } = await mentorWith(server)
    await bringIn(page, learner)
    await page.route('**/messenger/v2/getUpdates*', route => route.fulfill(answer))
    await page.goto(server.origin)
    await expect(page).toHaveURL(/\/login/)
    await page.unroute('**/messenger/v2/getUpdates*')
    await page.evaluate(() => sessionStorage.clear())
  }
})
