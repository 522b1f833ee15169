import { maintenanceCommand } from '../../api/commands/maintenance.ts'
import { command } from '../command.ts'
import { held } from '../held.ts'
import { bringIn, personOf } from '../people.ts'
import { goInside } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

const LESSON = '/courses/first-aid-en/lessons/first-aid-en-cuts'

test('a first visit shows the sign-in in Arabic, from right to left, and every path leads there', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  let settingsRequests = 0
  page.on('request', request => {
    if (request.url().endsWith('/settings/v1/settings')) settingsRequests += 1
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  const response = await page.goto(server.origin)
  await expect(page).toHaveURL(`${server.origin}/login`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page).toHaveTitle('تسجيل الدخول')
  await expect(page.getByText('4.4.3')).toBeVisible()
  await test.step('only our own files can run on the page', async () => {
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
  })
  await test.step('a browser that is new enough has the warning in the page, hidden', async () => {
    await expect(page.locator('#browser-warning')).toBeHidden()
    await expect(page.locator('#browser-warning')).toHaveCount(1)
  })
  await test.step('a dark system changes nothing: the theme is sbs, and light', async () => {
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'sbs')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(233, 236, 239)')
  })
  await test.step('the letters grow at 1920 pixels and at 2560, and not one pixel before', async () => {
    const before = page.viewportSize()
    for (const [width, size] of [
      [1919, '16px'],
      [1920, '18px'],
      [2559, '18px'],
      [2560, '22px'],
    ] as const) {
      await page.setViewportSize({ width, height: 1080 })
      await expect(page.locator('html'), `${width} pixels`).toHaveCSS('font-size', size)
    }
    if (before) await page.setViewportSize(before)
  })
  await test.step('the language changes at once and is remembered', async () => {
    await page.waitForFunction(() => localStorage.getItem('sbs.settings'))
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'Step by Step' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    await expect(page).toHaveTitle('Log in')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Step by Step' })).toBeVisible()
  })
  await test.step('the settings are loaded once in five minutes', async () => {
    await expect(page.locator('form')).toBeVisible()
    expect(settingsRequests).toBe(1)
  })
  await test.step('signed out, every path leads to the sign-in and keeps the query', async () => {
    for (const path of ['/', '/lessons', '/courses', '/courses/first-aid-en', LESSON, '/nowhere']) {
      await page.goto(`${server.origin}${path}?rid=007&x=a%2Fb`, { waitUntil: 'commit' })
      await expect(page).toHaveURL(`${server.origin}/login?rid=007&x=a%2Fb`)
    }
  })
  await test.step('a session without a uid counts as signed out', async () => {
    await page.evaluate(() => localStorage.setItem('sbs.session', '{"idToken":"x"}'))
    await page.goto(server.origin)
    await expect(page).toHaveURL(/\/login$/)
  })
  await test.step('settings that cannot be loaded close nothing', async () => {
    await page.route('**/settings/v1/settings', route => route.fulfill({ status: 500, body: 'broken' }))
    await page.evaluate(() => localStorage.removeItem('sbs.settings'))
    const refused = page.waitForResponse('**/settings/v1/settings')
    await page.reload()
    await refused
    await expect(page.locator('form')).toBeVisible()
    await page.unroute('**/settings/v1/settings')
  })
  await test.step('maintenance replaces everything, the sign-in too, until it is over', async () => {
    await page.addInitScript(() => localStorage.removeItem('sbs.settings'))
    await command(server, maintenanceCommand, 'on')
    try {
      await page.goto(`${server.origin}/login?lang=en`)
      await expect(page.getByRole('heading', { name: 'Maintenance in Progress' })).toBeVisible()
      await expect(page.getByText('Please try again shortly')).toBeVisible()
      await expect(page.locator('form')).toHaveCount(0)
    } finally {
      await command(server, maintenanceCommand, 'off')
    }
    await page.goto(`${server.origin}/login?lang=ar`)
    await expect(page.locator('form')).toBeVisible()
  })
})

test('Noura walks through the app: every screen has its title and its heading, and the query stays on every link', async ({
  page,
  server,
}) => {
  const views: string[] = []
  page.on('request', request => {
    if (!request.url().endsWith('/analytics/v1/events')) return
    for (const event of request.postDataJSON().events)
      if (event.name === 'screen_view') views.push(event.params.screen_name)
  })
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(`${server.origin}/courses/first-aid-en`)
  await expect.poll(() => views).toEqual(['login'])
  await bringIn(page, await personOf(server))
  await page.goto(`${server.origin}/?rid=5`)
  await expect(page).toHaveTitle('Courses')
  await expect(page.locator('.course')).toHaveCount(4)
  await page.getByRole('link', { name: /First aid at home/ }).click()
  await expect(page).toHaveURL(`${server.origin}/courses/first-aid-en?rid=5`)
  await expect(page).toHaveTitle('Course')
  await expect(heading).toBeFocused()
  // A deeper screen slides in from the left.
  await expect(page.locator('html')).toHaveAttribute('data-slide', 'slide-left')
  await test.step('the focus moves to the heading of the new screen, however late it loads', async () => {
    const letGo = await held(page, '**/disciple/v2/lessons/*')
    await page.getByRole('link', { name: /Cuts and small bleeds/ }).click()
    await expect(page.locator('main')).toHaveAttribute('aria-busy', 'true')
    await expect(heading).toBeFocused()
    letGo()
    await expect(page.locator('main')).not.toHaveAttribute('aria-busy')
    await expect(heading).toBeFocused()
  })
  await expect(page).toHaveURL(`${server.origin}${LESSON}?rid=5`)
  await expect
    .poll(() => views, 'each completed navigation counts one view of its screen')
    .toEqual(['login', 'home', 'course', 'courseLesson'])
  await page.getByRole('link', { name: 'Back to the course' }).click()
  await expect(page).toHaveURL(`${server.origin}/courses/first-aid-en?rid=5`)
  await test.step('a path that only leads on counts no view, and a corrected one counts once', async () => {
    await expect.poll(() => views).toHaveLength(5)
    views.length = 0
    await goInside(page, '/continue?rid=5')
    await expect(page).toHaveURL(`${server.origin}/courses/first-steps-en/lessons/first-steps-en-welcome?rid=5`)
    await goInside(page, `${LESSON}/7?rid=5`)
    await expect(page).toHaveURL(`${server.origin}${LESSON}?rid=5`)
    await goInside(page, '/courses/first-aid-en?rid=5')
    await expect.poll(() => views).toEqual(['courseLesson', 'courseLesson', 'course'])
  })
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(`${server.origin}/?rid=5`)
  await expect(page.locator('html')).toHaveAttribute('data-slide', 'slide-right')
  await page.goBack()
  await expect(page).toHaveURL(`${server.origin}/courses/first-aid-en?rid=5`)
  await test.step('the menu does not stay open over another screen', async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await page.goForward()
    await expect(page).toHaveURL(`${server.origin}/?rid=5`)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(heading).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(`${server.origin}/courses/first-aid-en?rid=5`)
  })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Courses' }).click()
  await expect(page).toHaveURL(`${server.origin}/?rid=5`)

  await test.step('the course list is the same under its other two paths', async () => {
    for (const path of ['/lessons', '/courses']) {
      await page.goto(server.origin + path)
      await expect(page.locator('.course')).toHaveCount(4)
    }
  })
  await test.step('the praise after a lesson does not come back with the browser, and Escape on it leads to the heading', async () => {
    await page.goto(`${server.origin}/courses/first-aid-en`)
    const praise = async () => {
      await page.evaluate(() => history.replaceState({ finished: 'first-aid-en-calm' }, ''))
      await page.reload()
      await expect(page.getByText('You finished “')).toBeVisible()
    }
    await praise()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Next lesson/ })
      .click()
    await expect(page).toHaveURL(`${server.origin}${LESSON}`)
    await page.goBack()
    await expect(page.locator('.path')).toBeVisible()
    await expect(page.getByText('You finished “')).toHaveCount(0)
    await praise()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { level: 1, name: 'First aid at home' })).toBeFocused()
  })
  await test.step('signed in, the sign-in leads home, and unknown paths do, too', async () => {
    await page.goto(`${server.origin}/nowhere?x=1`, { waitUntil: 'commit' })
    await expect(page).toHaveURL(`${server.origin}/?x=1`)
  })
  const longPoll = page.waitForRequest(request => /wait=/.test(request.headers().prefer ?? ''))
  await page.goto(`${server.origin}/login?x=1`)
  await expect(page).toHaveURL(`${server.origin}/?x=1`)
  await test.step('the menu opens and closes by keyboard, shows the version and signs out', async () => {
    const releaseSwitch = await held(page, '**/assets/push-switch-*')
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toContainText('4.4.3')
    const leave = menu.getByRole('button', { name: 'Log out' })
    const late = menu.getByRole('switch', { name: 'Notifications' })
    await expect(late).toHaveCount(0)
    const before = await leave.boundingBox()
    expect(before).not.toBeNull()
    releaseSwitch()
    await expect(late).toBeVisible()
    expect(await leave.boundingBox(), 'what comes late moves nothing under a finger').toEqual(before)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    const [ended, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The server has ended the session, but the page does not know it yet. No other request may use the session
    // meanwhile.
    await page.route('**/identity/v1/signOut', async route => {
      const response = await route.fetch()
      ended.resolve()
      await told.promise
      await route.fulfill({ response })
    })
    await longPoll
    await leave.press('Enter')
    await ended.promise
    await expect(leave).toHaveAttribute('aria-busy', 'true')
    told.resolve()
    await expect(page).toHaveURL(`${server.origin}/login?x=1`)
    expect(await page.evaluate(() => localStorage.getItem('sbs.session'))).toBeNull()
  })
})
