import { listMessages, markReceivedSeen } from '../../contract/messages.ts'
import { decodeText } from '../../contract/text/encoded-text.ts'
import { cutsPath, texts } from '../lessons/lesson-walk.ts'
import { bringIn, personOf } from '../people.ts'
import { forgetNewerBuiltIns } from '../shell/old-browser.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { at, mentorWith, readOn, sendAs, talk, unseenBy } from './talking.ts'

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
})

test('Shift and Enter start a new line, spaces alone are not sent, and a draft survives a reload', async ({
  page,
  server,
}) => {
  const { learner } = await mentorWith(server)
  await bringIn(page, learner)
  await page.goto(`${server.origin}/messages`)
  const { box, send, list } = talk(page)
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
  await expect(list.locator('.bubble p')).toHaveText('one\ntwo')
  await expect.poll(async () => (await learner.call(listMessages, { query: {} })).data.length).toBe(1)
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

test('a late response causes no second copy', async ({ page, server }) => {
  const { learner } = await mentorWith(server)
  await bringIn(page, learner)
  await page.goto(`${server.origin}/messages`)
  const own = talk(page)
  await expect(own.box).toBeVisible()
  await page.waitForRequest(/getUpdates/)
  await page.route('**/messenger/v2/send', async route => {
    const response = await route.fetch()
    await new Promise(resolve => setTimeout(resolve, 1500))
    await route.fulfill({ response })
  })
  await own.say('once')
  let most = 0
  for (const end = Date.now() + 2500; Date.now() < end; await page.waitForTimeout(50))
    most = Math.max(most, await own.bubble('once').count())
  expect(most).toBe(1)
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
  let isFailing = true
  await page.route('**/messenger/v2/send', route =>
    isFailing
      ? route.fulfill({ status: 400, json: { success: false, error: { code: 'bad-request', message: 'no' } } })
      : route.continue(),
  )
  await own.say('try me')
  await expect(page.getByText('Could not send message')).toBeVisible()
  isFailing = false
  await page.getByRole('button', { name: /Try again/ }).click()
  await expect(own.bubble('try me').getByText('Sent', { exact: true })).toBeAttached()
  await expect(own.bubble('try me')).toHaveCount(1)

  isFailing = true
  await own.say('with a mistake')
  await expect(page.getByRole('group', { name: 'Not sent' })).toBeVisible()
  await sendAs(mentor, learner.session.uid, 'from Salma')
  await expect(page.locator('.bubble p')).toHaveText(['try me', 'with a mistake', 'from Salma'])
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
  await expect(page.locator('.bubble p')).toHaveText(['try me', 'from Salma'])
})

for (const [name, answer] of [
  ['refuses without a reason', { status: 200, json: { success: false } }],
  ['fails', { status: 500, json: {} }],
] as const)
  test(`a server that ${name} is reported at the message`, async ({ page, server, watch }) => {
    watch.expected.push(FAILED_REQUEST)
    const { learner } = await mentorWith(server)
    await bringIn(page, learner)
    await page.goto(`${server.origin}/messages`)
    const own = talk(page)
    await page.route('**/messenger/v2/send', route => route.fulfill(answer))
    await own.say('hello')
    await expect(page.getByText('Could not send message')).toBeVisible()
    await page.unroute('**/messenger/v2/send')
    await page.getByRole('button', { name: /Try again/ }).click()
    await expect(own.bubble('hello').getByText('Sent', { exact: true })).toBeAttached()
  })

test('invisible text is not sent, and a too long one stays whole', async ({ page, server }) => {
  const { learner } = await mentorWith(server)
  await bringIn(page, learner)
  await page.goto(`${server.origin}/messages`)
  const { box, send, list } = talk(page)
  for (const nothing of ['\u200f', '\u200b', '\u2800']) {
    await box.fill(nothing)
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await box.press('Enter')
  }
  await box.fill('x'.repeat(12_000))
  await expect(page.getByText('2,000 characters too many')).toBeVisible()
  await box.press('Enter')
  expect((await box.inputValue()).length).toBe(12_000)
  await expect(list.locator('.bubble')).toHaveCount(0)
  await box.fill('x'.repeat(10_000))
  await box.press('Enter')
  await expect(list.locator('.bubble')).toHaveCount(1)
})

test('the badge is there while something is unseen, in the menu and on it', async ({ page, server }) => {
  const { id, mentor, learner } = await mentorWith(server)
  await sendAs(mentor, learner.session.uid, 'look')
  await bringIn(page, learner)
  await page.goto(server.origin)
  await page.getByRole('button', { name: 'Menu, new messages' }).click()
  await expect(page.getByRole('img', { name: 'New messages' })).toBeVisible()
  await page.getByRole('link', { name: /Messages/ }).click()
  await expect(talk(page).bubble('look')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
  await expect.poll(() => unseenBy(learner)).toEqual({ [id]: 0 })
  // While the conversation is open nothing becomes unseen.
  await sendAs(mentor, learner.session.uid, 'and this')
  await expect(talk(page).bubble('and this')).toBeVisible()
  await expect.poll(() => unseenBy(learner)).toEqual({ [id]: 0 })
})

test('on the profile news arrives as everywhere, and a sign-out there leaves nothing behind', async ({
  page,
  server,
}) => {
  const { mentor, learner } = await mentorWith(server)
  await bringIn(page, learner)
  await page.goto(server.origin)
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await page.getByRole('dialog').getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await sendAs(mentor, learner.session.uid, 'look')
  await expect(menu).toHaveAccessibleName('Menu, new messages')
  const keptCursor = () => page.evaluate(() => localStorage.getItem('sbs.messages-read-to'))
  await expect.poll(keptCursor).toContain(learner.session.uid)
  await menu.click()
  await expect(page.getByRole('img', { name: 'New messages' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await keptCursor()).toBe(null)
})

test('news does not move a person who is in the menu', async ({ page, server }) => {
  const { mentor, learner } = await mentorWith(server)
  await bringIn(page, learner)
  const held = page.waitForRequest(request => request.headers().prefer !== undefined)
  await page.goto(server.origin)
  await held
  await page.getByRole('button', { name: 'Menu' }).click()
  const way = page.getByRole('dialog').getByRole('link', { name: 'Profile' })
  await way.focus()
  await sendAs(mentor, learner.session.uid, 'look')
  await expect(page.getByRole('img', { name: 'New messages' })).toBeVisible()
  await expect(way).toBeFocused()
})

test('a long conversation opens at its end, older messages load while scrolling, and a button leads back', async ({
  page,
  server,
}) => {
  const { mentor, learner } = await mentorWith(server)
  for (let number = 0; number < 130; number++) await sendAs(mentor, learner.session.uid, `message ${number}.`)
  await bringIn(page, learner)
  await page.goto(`${server.origin}/messages`)
  const { list, newer, bubble } = talk(page)
  await expect(bubble('message 129.')).toBeInViewport()
  await expect(bubble('message 0.')).toHaveCount(0)
  await readOn(list, -500, 'message 0.')
  // The newest have left the document again.
  await expect.poll(() => list.locator('.bubble').count()).toBeLessThanOrEqual(100)
  await newer.click()
  await expect(bubble('message 129.')).toBeInViewport()
  await expect(newer).toBeHidden()
})

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
})

test('messages below a person who reads further up count as unseen until they reach the end', async ({
  page,
  server,
}) => {
  const { id, mentor, learner } = await mentorWith(server)
  for (let number = 0; number < 30; number++) await sendAs(mentor, learner.session.uid, `message ${number}.`)
  await bringIn(page, learner)
  await page.goto(`${server.origin}/messages`)
  const { list, newer, bubble } = talk(page)
  await expect(bubble('message 29.')).toBeInViewport()
  await expect.poll(() => unseenBy(learner)).toEqual({ [id]: 0 })
  await list.evaluate(element => element.scrollTo(0, 0))
  await expect(newer).toBeVisible()
  await sendAs(mentor, learner.session.uid, 'news')
  await expect(newer.locator('.dot')).toBeVisible()
  expect(await unseenBy(learner)).toEqual({ [id]: 1 })
  await newer.click()
  await expect(bubble('news')).toBeInViewport()
  await expect.poll(() => unseenBy(learner)).toEqual({ [id]: 0 })
})

test('the page does not scroll, however much is written in it', async ({ page, server }) => {
  const { mentor, learner } = await mentorWith(server)
  for (let number = 0; number < 20; number++) await sendAs(mentor, learner.session.uid, `message ${number}.`)
  await bringIn(page, learner, 'ar')
  await page.goto(`${server.origin}/messages`)
  const { say, bubble } = talk(page, 'ar')
  await say('أخيرًا')
  await expect(bubble('أخيرًا')).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
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
  await say('written on the bus')
  await expect(bubble('written on the bus')).toContainText('Waiting for a connection')
  await box.fill('and this I only beg')
  await server.admin('assign', '--uid', learner.session.uid, '--to', String(next.id))
  await context.setOffline(false)
  await expect(bubble('written on the bus')).toContainText('Sent')
  await expect(page.getByRole('heading', { level: 1, name: 'Layla Fouad' })).toBeVisible()
  await expect(box).toHaveValue('and this I only beg')
  await page.reload()
  await expect(box).toHaveValue('and this I only beg')
  const { data } = await next.mentor.call(listMessages, { query: { with: learner.session.uid } })
  expect(data.map(({ content }) => decodeText(content))).toEqual(['written on the bus'])
})

test('only a part of a very long conversation is in the document, and the text does not jump during reading', async ({
  page,
  server,
}) => {
  const { mentor, learner } = await mentorWith(server)
  for (let number = 0; number < 320; number++) await sendAs(mentor, learner.session.uid, `message ${number}.`)
  await bringIn(page, learner)
  await page.goto(`${server.origin}/messages`)
  const { list, newer, bubble, say } = talk(page)
  await expect(bubble('message 319.')).toBeInViewport()

  for (const [byPx, until, gone] of [
    [-150, 'message 0.', 'message 319.'],
    [150, 'message 319.', 'message 0.'],
  ] as const) {
    const { inSight, most } = await readOn(list, byPx, until)
    const jumps = inSight.slice(1).map((number, at) => Math.abs(number - (inSight[at] as number)))
    expect(Math.max(...jumps)).toBeLessThan(8)
    expect(most).toBeLessThanOrEqual(100)
    await expect(bubble(gone)).toHaveCount(0)
  }
  await expect(newer).toBeHidden()

  await readOn(list, -600, 'message 0.')
  await newer.click()
  await expect(bubble('message 319.')).toBeInViewport()
  await readOn(list, -600, 'message 0.')
  await say('A word from far above')
  await expect(bubble('A word from far above')).toBeInViewport()
  await expect(newer).toBeHidden()
})

test('a question about a page shows the page, and the reply is shown on it', async ({ page, server }) => {
  const { mentor, learner } = await mentorWith(server)
  await bringIn(page, learner)
  await page.goto(server.origin + cutsPath('en'))
  await page.getByRole('link', { name: 'Ask my mentor about this page' }).click()
  await expect(page.getByText(/Lesson \d+, page 1/)).toBeVisible()
  await expect(page.locator('.composer textarea')).toBeFocused()
  await talk(page).say('Why?')
  const card = page.locator('.bubble .about')
  await expect(card).toBeVisible()
  await sendAs(mentor, learner.session.uid, 'Because.', { about: { lessonId: 'first-aid-en-cuts', pageId: 'start' } })
  await card.first().click()
  await expect(page).toHaveURL(server.origin + cutsPath('en'))
  await expect(page.getByText('Because.', { exact: true })).toBeVisible()
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

test('without the messenger there is no link to it', async ({ browser }) => {
  const { Server } = await import('../server.ts')
  const server = new Server({ MESSENGER_ENABLED: 'off' })
  await server.start()
  const page = await (await browser.newContext()).newPage()
  const asked: string[] = []
  page.on('request', request => request.url().includes('/messenger/') && asked.push(request.url()))
  await bringIn(page, await personOf(server))
  await page.goto(`${server.origin}/messages`)
  await expect(page).toHaveURL(`${server.origin}/`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: texts.en.page.messages })).toHaveCount(0)
  await page.waitForTimeout(2500)
  expect(asked).toEqual([])
  await server.remove()
})

test('without a mentor there is a friendly note', async ({ page }) => {
  const { Server } = await import('../server.ts')
  const server = new Server()
  await server.start()
  const noura = await personOf(server)
  await bringIn(page, noura, 'en')
  await page.goto(`${server.origin}/messages`)
  await expect(page.getByRole('heading', { name: 'Your mentor comes soon' })).toBeVisible()
  const { box } = talk(page)
  await expect(box).toBeDisabled()
  expect((await box.boundingBox())?.y).toBeGreaterThan(640)
  // Remaining polls would report that the server does not answer.
  await page.close()
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
