import { mergeUser } from '../contract/identity.ts'
import { logPage } from '../contract/lessons.ts'
import { answer, cutsPath, mainButton } from './lesson-walk.ts'
import { bringIn, codeSentTo, personOf, progressOf, registered } from './people.ts'
import { fetchedAhead } from './study.ts'
import { expect, FAILED_REQUEST, test } from './test.ts'

const LESSON = 'first-aid-en-cuts'

test('Noura closes the phone in the middle and goes on where she stopped', async ({ page, server }) => {
  const noura = await personOf(server)
  await bringIn(page, noura)
  await page.goto(server.origin + cutsPath('en'))
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/2$/)
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(1)
  await page.goto(`${server.origin}/courses/first-aid-en`)
  await expect(page.getByText('You stopped at page 2 of 9')).toBeVisible()
  await page.getByRole('link', { name: /Cuts and small bleeds/ }).click()
  await expect(page).toHaveURL(`${server.origin}${cutsPath('en')}/2`)
})

test('what she does without a network stands, survives a closed tab, and arrives once when the network is back', async ({
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  const page = await context.newPage()
  await bringIn(page, noura)
  for (const [number, pageId] of [
    [1, 'start'],
    [2, 'pressure'],
    [3, 'first-step'],
  ] as const) {
    const body = { userId: noura.session.uid, pageId, pageNumber: number, ...(number === 3 ? { answer: 'press' } : {}) }
    await noura.call(logPage, { params: { lessonId: LESSON }, body })
  }
  await page.goto(`${server.origin}${cutsPath('en')}/4`)
  await expect(mainButton(page)).toBeVisible()
  await fetchedAhead(page, 'explore-options')
  await context.setOffline(true)
  await answer.kit?.(page, 'en')
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/5$/)
  await expect(page.getByText('1 answer is not saved yet')).toBeVisible()
  await answer.kinds?.(page, 'en')
  await mainButton(page).click()
  await expect(page.getByText('2 answers are not saved yet')).toBeVisible()
  await page.close()
  expect((await progressOf(noura, LESSON))?.lastCompleted).toBe(3)

  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`${server.origin}/courses/first-aid-en`)
  await expect(again.getByText('You stopped at page 6 of 9')).toBeVisible()
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(5)
  expect((await progressOf(noura, LESSON))?.answers).toMatchObject({
    kit: [expect.any(String)],
    kinds: [expect.any(String)],
  })
  await expect(again.getByText('not saved yet')).toHaveCount(0)
})

test('answers of Noura wait for Noura, also while Yousef uses her phone', async ({ page, context, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const [noura, yousef] = [await personOf(server), await personOf(server)]
  const sent: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/log')) sent.push(request.postDataJSON().userId)
  })
  await bringIn(page, noura)
  await page.goto(server.origin + cutsPath('en'))
  await expect(mainButton(page)).toBeVisible()
  await page.route('**/log', route => route.abort())
  await mainButton(page).click()
  await expect(page.getByText('1 answer is not saved yet')).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('sbs.session'))

  const other = await context.newPage()
  await bringIn(other, yousef)
  other.on('request', request => {
    if (request.url().endsWith('/log')) sent.push(request.postDataJSON().userId)
  })
  await page.close()
  // Until here her own tab may have tried again.
  sent.length = 0
  await other.goto(`${server.origin}/courses/first-aid-en`)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await other.waitForTimeout(1500)
  expect(sent).toEqual([])
  expect(await progressOf(yousef, LESSON)).toBeUndefined()
  await other.close()

  const back = await context.newPage()
  await bringIn(back, noura)
  await back.goto(`${server.origin}/courses/first-aid-en`)
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(1)
})

test('a session that ends in the middle of a lesson keeps the answer for the next sign-in', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  await bringIn(page, noura)
  await page.goto(server.origin + cutsPath('en'))
  await expect(mainButton(page)).toBeVisible()
  await page.route('**/log', route =>
    route.fulfill({ status: 401, json: { success: false, error: { code: 'auth/unauthorized', message: '' } } }),
  )
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.close()

  const again = await context.newPage()
  await bringIn(again, noura)
  await again.goto(server.origin)
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(1)
})

test('a server that dies and comes back has every answer once', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  await bringIn(page, noura)
  await page.goto(server.origin + cutsPath('en'))
  await expect(mainButton(page)).toBeVisible()
  await fetchedAhead(page)
  await server.stop('SIGKILL')
  await mainButton(page).click()
  await expect(page.getByText('1 answer is not saved yet')).toBeVisible()
  await server.start()
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted, { timeout: 30_000 }).toBe(1)
  await expect(page.getByText('not saved yet')).toHaveCount(0, { timeout: 30_000 })
})

test('two tabs send one letter once', async ({ context, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  const [first, second] = [await context.newPage(), await context.newPage()]
  let sent = 0
  context.on('request', request => {
    if (request.url().endsWith('/log')) sent += 1
  })
  await bringIn(first, noura)
  await first.goto(server.origin + cutsPath('en'))
  await second.goto(`${server.origin}/courses/first-aid-en`)
  await expect(mainButton(first)).toBeVisible()
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  for (const tab of [first, second]) await fetchedAhead(tab)
  await context.setOffline(true)
  await mainButton(first).click()
  await expect(second.getByText('1 answer is not saved yet')).toBeVisible()
  sent = 0
  await context.setOffline(false)
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(1)
  await expect(first.getByText('not saved yet')).toHaveCount(0)
  expect(sent).toBe(1)
})

test('what Noura answers without a network arrives after she merged her accounts elsewhere, once, from two tabs', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const byPhone = await personOf(server)
  const { person: byEmail } = await registered(server)
  await bringIn(page, byPhone)
  await page.goto(`${server.origin}${cutsPath('en')}`)
  await expect(mainButton(page)).toBeVisible()
  await fetchedAhead(page)
  await context.setOffline(true)
  await mainButton(page).click()
  await expect(page.getByText('1 answer is not saved yet')).toBeVisible()
  await page.close()

  await byEmail.call(
    mergeUser,
    {
      params: { uid: byEmail.session.uid },
      body: { phoneUid: byPhone.session.uid, phoneNumber: byPhone.phone },
    },
    { headers: { 'X-Merge-Proof': byPhone.session.idToken } },
  )
  const noura = await personOf(server, byPhone.phone)
  expect(noura.session.uid).toBe(byEmail.session.uid)
  const sent: string[] = []
  context.on('request', request => {
    if (request.url().endsWith('/log')) sent.push(request.postDataJSON().userId)
  })
  await context.setOffline(false)
  const tabs = [await context.newPage(), await context.newPage()]
  for (const tab of tabs) await bringIn(tab, noura)
  await Promise.all(tabs.map(tab => tab.goto(`${server.origin}/courses/first-aid-en`)))
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(1)
  for (const tab of tabs) await expect(tab.getByText('You stopped at page 2 of 9')).toBeVisible()
  expect(sent).toEqual([noura.session.uid])
})

test('two devices: the further page and the later answer stay', async ({ browser, server }) => {
  const noura = await personOf(server)
  const [phone, tablet] = await Promise.all([browser.newContext(), browser.newContext()])
  const [onPhone, onTablet] = [await phone.newPage(), await tablet.newPage()]
  await bringIn(onPhone, noura)
  await bringIn(onTablet, noura)
  await onPhone.goto(server.origin + cutsPath('en'))
  await onTablet.goto(server.origin + cutsPath('en'))
  await mainButton(onPhone).click()
  await expect(onPhone).toHaveURL(/\/2$/)
  await mainButton(onTablet).click()
  await expect(onTablet).toHaveURL(/\/2$/)
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(1)
  await phone.close()
  await tablet.close()
})

test('a phone whose clock is a day behind stays signed in, and its new answer replaces the old one', async ({
  page,
  server,
}) => {
  const noura = await personOf(server)
  for (const [number, pageId] of [
    [1, 'start'],
    [2, 'pressure'],
    [3, 'first-step'],
    [4, 'kit'],
  ] as const) {
    const body = {
      userId: noura.session.uid,
      pageId,
      pageNumber: number,
      ...(number === 4 ? { answer: ['gloves'] } : {}),
    }
    await noura.call(logPage, { params: { lessonId: LESSON }, body })
  }
  await page.clock.setSystemTime(Date.now() - 24 * 60 * 60 * 1000)
  await page.goto(`${server.origin}/login?lang=en`)
  await page.getByLabel('Phone number').fill(noura.phone)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  const code = page.getByLabel('Verification code')
  await expect(code).toBeFocused()
  await code.fill(codeSentTo(server, noura.phone))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.locator('.course').first()).toBeVisible()

  await page.goto(`${server.origin}${cutsPath('en')}/4`)
  await expect(page.getByRole('checkbox', { name: 'Gloves' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Plasters' }).check()
  await mainButton(page).click()
  await expect.poll(async () => (await progressOf(noura, LESSON))?.answers.kit).toHaveLength(2)
})
