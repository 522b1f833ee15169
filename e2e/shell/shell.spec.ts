import type { Route } from '@playwright/test'
import { maintenance } from '../../api/commands/maintenance.ts'
import { command } from '../command.ts'
import { expectNoBarrier } from '../good-screens.ts'
import { held } from '../held.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { bringIn, personOf } from '../people.ts'
import { settled } from '../settled.ts'
import { goInside } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

const LESSON = '/courses/first-aid-en/lessons/first-aid-en-cuts'

test('a first visit shows the sign-in in Arabic, from right to left, and every path leads there', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  let asked = 0
  page.on('request', request => {
    if (request.url().endsWith('/settings/v1/settings')) asked += 1
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
    expect(asked).toBe(1)
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
    await command(server, maintenance, 'on')
    try {
      await page.goto(`${server.origin}/login?lang=en`)
      await expect(page.getByRole('heading', { name: 'Maintenance in Progress' })).toBeVisible()
      await expect(page.getByText('Please try again shortly')).toBeVisible()
      await expect(page.locator('form')).toHaveCount(0)
    } finally {
      await command(server, maintenance, 'off')
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
  // A deeper screen slides in from the left of the path.
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
    // The server has ended the session before the page knows it. No other request may use it meanwhile.
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

test('a tap has an effect at once, however slowly the next screen loads', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  await page.clock.install()
  const letGo = await held(page, '**/assets/lesson-*.js')
  await page.route('**/assets/behind-*.js', route => route.abort())
  await bringIn(page, await personOf(server))
  const refused = page.waitForEvent('requestfailed', request => request.url().includes('/behind-'))
  await page.goto(`${server.origin}/courses/first-aid-en`)
  const step = page.getByRole('link', { name: /Cuts and small bleeds/ })
  await expect(step).toBeVisible()
  await refused
  await page.clock.pauseAt(Date.now() + 60_000)
  await step.click()
  await expect(step).toHaveAttribute('data-tapped', 'true')
  await expect(step).toContainText('Opening the lesson…')
  await expect(page.locator('.pending')).toBeVisible()
  await step.click()
  await page.clock.runFor(400)
  await expect(page.getByRole('heading', { level: 1, name: 'Cuts and small bleeds' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Back to the course' })).toBeVisible()
  await page.clock.runFor(8000)
  await expect(page.getByText('The network is slow. Still trying.')).toBeVisible()
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'First aid at home' })).toBeVisible()
  await expect(page).toHaveURL(/\/courses\/first-aid-en$/)
  await step.click()
  letGo()
  await expect(page.locator('main.lesson-page h1')).toBeVisible()
  await expect(page.locator('.pending')).toBeHidden()
  await test.step('a part of the screen that a poor network did not load is tried again, without an online event', async () => {
    await page.clock.resume()
    await page.unroute('**/assets/behind-*.js')
    await page.route('**/log', route => route.abort())
    await page.getByRole('button', { name: 'Let’s begin' }).click()
    // The answer is on disk. A clock that is moved before that ends the time in which the browser has to store it.
    await expect(page).toHaveURL(/\/2$/)
    await expect(async () => {
      await page.clock.fastForward(60_000)
      await expect(page.getByText(/^Waiting to be sent/)).toBeVisible({ timeout: 1000 })
    }).toPass()
  })
})

test('Noura changes the language without a network, and while texts of the menu are still coming: all is in the new one', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await bringIn(page, await personOf(server), 'ar')
  const { menu } = texts.ar.header
  await page.goto(`${server.origin}/?lang=ar`)
  await page.getByRole('link', { name: 'الخطوات الأولى' }).first().click()
  await test.step('without a network she reads so for a moment, and can press again', async () => {
    await page.getByRole('button', { name: menu }).click()
    const isCut = (route: Route) => route.abort()
    await page.route('**/assets/**/*en-*', isCut)
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('alert')).toHaveText(texts.ar.offline.title)
    await expect(page.getByRole('button', { name: 'English' })).toHaveAttribute('aria-busy', 'false')
    await page.unroute('**/assets/**/*en-*', isCut)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('button', { name: 'العربية' })).toBeVisible()
  })
  await test.step('the URLs of this visit name it, too', async () => {
    await expect(page).toHaveURL(/first-steps-ar\?lang=en$/)
    await page.goBack()
    await expect(page).toHaveURL(`${server.origin}/?lang=en`)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
  await page.goto(server.origin)
  for (const [first, last] of [
    ['ar', 'en'],
    ['en', 'ar'],
  ] as const)
    await test.step(`in ${last} last`, async () => {
      const gates = { ar: Promise.withResolvers<void>(), en: Promise.withResolvers<void>() }
      const asked = { ar: '', en: '' }
      // The switch for notifications comes after the menu, with texts of its own.
      await page.route('**/assets/ar-*.js', async route => {
        const response = await route.fetch()
        if ((await response.text()).includes(texts.ar.push.title)) {
          asked.ar = route.request().url()
          await gates.ar.promise
        }
        await route.fulfill({ response })
      })
      await page.route('**/assets/en-*.js', async route => {
        asked.en ||= route.request().url()
        await gates.en.promise
        await route.continue()
      })
      await page.evaluate(() => localStorage.setItem('sbs.language', 'ar'))
      await page.reload()
      await page.getByRole('button', { name: texts.ar.header.menu }).click()
      await page.getByRole('button', { name: 'English' }).click()
      await expect.poll(() => asked.ar && asked.en).not.toBe('')
      const came = page.waitForEvent('requestfinished', request => request.url() === asked[first])
      gates[first].resolve()
      await came
      gates[last].resolve()
      await expect(page.getByRole('dialog', { name: texts.en.header.menu })).toBeVisible()
      // A missing text would be reported in the console.
      await settled(page)
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await expect(page.getByRole('switch', { name: texts.en.push.title })).toBeVisible()
      await page.unrouteAll()
    })
})

test('a screen that cannot be loaded says why, and a session that the server refuses ends', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  await bringIn(page, noura)
  await test.step('courses that cannot be loaded are reported', async () => {
    await page.route('**/courses/step-by-step*', route => route.fulfill({ status: 500, json: { success: false } }))
    await page.goto(server.origin)
    await expect(page.getByRole('alert')).toHaveText('Could not find courses', { timeout: 15_000 })
    await page.unroute('**/courses/step-by-step*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('.course')).toHaveCount(4)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
  await test.step('without a network a screen says so, and appears by itself when the network is back', async () => {
    await page.getByRole('link', { name: /First aid at home/ }).click()
    const lesson = page.getByRole('link', { name: /Burns/ })
    await expect(lesson).toBeVisible()
    await context.setOffline(true)
    await lesson.click()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    await expect(page.getByText('Sorry! We were unable to load the page you requested.')).toBeVisible({
      timeout: 15_000,
    })
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: /Burns/ })).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
  await test.step('a session that the server refuses ends at the sign-in', async () => {
    const forged = { ...noura.session, idToken: 'forged.forged.forged', refreshToken: 'forged' }
    await page.evaluate(session => localStorage.setItem('sbs.session', JSON.stringify(session)), forged)
    await page.goto(server.origin)
    await expect(page).toHaveURL(/\/login$/)
  })
})

test('a browser that lacks one needed feature gets a warning instead of the app', async ({ page, server }) => {
  let logged: string[] = []
  let events: { name: string; params: object }[] = []
  page.on('console', message => logged.push(message.text()))
  page.on('request', request => {
    if (request.url().endsWith('/analytics/v1/events')) events.push(...request.postDataJSON().events)
  })
  await page.addInitScript(() => {
    const lacking = new URLSearchParams(location.search).get('lacking')
    if (lacking === 'Object.assign') Reflect.deleteProperty(Object, 'assign')
    if (lacking === 'findLast') Reflect.deleteProperty(Array.prototype, 'findLast')
    if (lacking === 'lookbehind')
      globalThis.RegExp = new Proxy(RegExp, {
        construct(Pattern, [source, flags]) {
          if (String(source).includes('(?<=')) throw new SyntaxError('Invalid regular expression')
          return new Pattern(source, flags)
        },
      })
  })
  for (const lacking of ['Object.assign', 'findLast', 'lookbehind'])
    await test.step(lacking, async () => {
      logged = []
      events = []
      await page.goto(`${server.origin}/?lacking=${lacking}`)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('هذا المتصفّح قديم')
      await expect(page.getByRole('heading', { level: 2 })).toHaveText('This browser is too old')
      await expect(page.locator('#root')).toBeEmpty()
      expect(logged).toContain('Invalid browser')
      expect(events).toMatchObject([{ name: 'page_view', params: { screen_name: 'browser-warning' } }])
      if (lacking !== 'Object.assign') await expectNoBarrier(page, 'old browser')
    })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says what is missing, in both languages', async ({ page, server }) => {
    await page.goto(server.origin)
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('لغة JavaScript متوقفة في هذا المتصفّح')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('JavaScript is off in this browser')
  })
})
