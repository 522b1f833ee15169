import { mergeUser } from '../../contract/account.ts'
import { cutsPath, mainButton } from '../lessons/lesson-walk.ts'
import { bringIn, personByPhone, personOf, progressOf, registered } from '../people.ts'
import { fetchedAhead } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

const LESSON = 'first-aid-en-cuts'

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
  await expect(page.getByText('Waiting to be sent: 1 page')).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('sbs.session'))

  const other = await context.newPage()
  await bringIn(other, yousef)
  other.on('request', request => {
    if (request.url().endsWith('/log')) sent.push(request.postDataJSON().userId)
  })
  await page.close()
  // Before, her own tab may have tried again.
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

test("Noura's answers without a network arrive once after she merged her accounts on another device, from two tabs", async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const byPhone = await personByPhone(server)
  const { person: byEmail } = await registered(server)
  await bringIn(page, byPhone)
  await page.goto(`${server.origin}${cutsPath('en')}`)
  await expect(mainButton(page)).toBeVisible()
  await fetchedAhead(page)
  await context.setOffline(true)
  await mainButton(page).click()
  await expect(page.getByText('Waiting to be sent: 1 page')).toBeVisible()
  await page.close()

  await byEmail.call(
    mergeUser,
    {
      params: { uid: byEmail.session.uid },
      body: { phoneUid: byPhone.session.uid, phoneNumber: byPhone.phone },
    },
    { headers: { 'X-Merge-Proof': byPhone.session.idToken } },
  )
  const noura = await personByPhone(server, byPhone.phone)
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
