import { texts } from '../lessons/lesson-walk.ts'
import { bringIn, personOf } from '../people.ts'
import { finishPage } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

const LESSON = '/courses/first-aid-en/lessons/first-aid-en-cuts'

test('files that the network did not load are loaded later, without a reload', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST, /^TypeError: Failed to fetch/)
  const behind = '**/assets/behind-*'
  const menu = page.getByRole('button', { name: 'Menu' })
  const noura = await personOf(server)
  await finishPage(noura, 'first-aid-en-cuts', 'first-step')
  await bringIn(page, noura)
  await test.step('a menu that cannot be loaded says so, and opens by itself when the network is back', async () => {
    await page.route(behind, route => route.abort())
    await page.goto(server.origin)
    await menu.click()
    await expect(page.getByRole('alert')).toHaveText(
      'The menu could not be loaded. It opens once there is a connection.',
    )
    await page.unroute(behind)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
  await test.step('without an online event it opens at the next tap', async () => {
    await page.route(behind, route => route.abort())
    const refused = page.waitForEvent('requestfailed', request => request.url().includes('/behind-'))
    await page.reload()
    await refused
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await menu.click()
    await page.unroute(behind)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await menu.click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })
  await test.step('a tab of a deleted version says so, and loads the new one', async () => {
    await page.route('**/assets/account-screen-*', route => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { name: 'A new version is here' })).toBeVisible()
    await page.route('**/*', route => route.abort())
    await page.getByRole('button', { name: 'Load again' }).click()
    const offline = page.getByRole('heading', { name: texts.en.offline.title })
    await expect(offline, 'a line that carries nothing leads to no error page of the browser').toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: texts.en.common.tryAgain }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  })
  await test.step('pages that cannot be loaded are not asked for without end: the screen says so, with a way to try again', async () => {
    let requests = 0
    const pages = '**/assets/pages-*'
    await page.route(pages, route => {
      requests++
      return route.abort()
    })
    await page.goto(`${server.origin}${LESSON}/2`)
    await expect(page.getByText('Watch the movement'), 'a missing player leaves the text').toBeVisible()
    await page.goto(`${server.origin}${LESSON}/4`)
    await expect(page.getByRole('heading', { name: texts.en.offline.title })).toBeVisible()
    const before = requests
    await page.waitForTimeout(1000)
    expect(requests).toBe(before)
    await page.unroute(pages)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('checkbox')).toHaveCount(6)
  })
  await test.step('a sign-in that could not be loaded comes by itself, a moment after the browser reports a network', async () => {
    const signIn = '**/assets/sign-in*'
    await page.route(signIn, route => route.abort())
    await page.goto(`${server.origin}/courses`)
    await page.getByRole('button', { name: /^Menu/ }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    const offline = page.getByRole('heading', { name: texts.en.offline.title })
    await expect(offline).toBeVisible()
    const refused = page.waitForEvent('requestfailed', request => request.url().includes('/sign-in'))
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await refused
    await page.unroute(signIn)
    await expect(page.getByLabel(texts.en.login.phone, { exact: true })).toBeVisible()
  })
})
