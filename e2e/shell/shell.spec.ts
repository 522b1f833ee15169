import { expectNoBarrier } from '../good-screens.ts'
import { held } from '../held.ts'
import { bringIn, personOf } from '../people.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

const LESSON = '/courses/first-aid-en/lessons/first-aid-en-cuts'

test('a first visit shows Arabic, from right to left, with the sign-in', async ({ page, server }) => {
  await page.goto(server.origin)
  await expect(page).toHaveURL(`${server.origin}/login`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page).toHaveTitle('تسجيل الدخول')
  await expect(page.getByText('4.4.3')).toBeVisible()
})

test('the language changes at once and is remembered', async ({ page, server }) => {
  await page.goto(`${server.origin}/login`)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Step by Step' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(page).toHaveTitle('Log in')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Step by Step' })).toBeVisible()
})

test('signed out, every path leads to the sign-in and keeps the query', async ({ page, server }) => {
  for (const path of ['/', '/lessons', '/courses', '/courses/first-aid-en', LESSON, '/nowhere']) {
    await page.goto(`${server.origin}${path}?rid=007&x=a%2Fb`)
    await expect(page).toHaveURL(`${server.origin}/login?rid=007&x=a%2Fb`)
  }
})

test('a session without a uid counts as signed out', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('sbs.session', '{"idToken":"x"}'))
  await page.goto(server.origin)
  await expect(page).toHaveURL(/\/login$/)
})

test('signed in, the sign-in leads home, and unknown paths do, too', async ({ page, server }) => {
  await bringIn(page, await personOf(server))
  await page.goto(`${server.origin}/login?x=1`)
  await expect(page).toHaveURL(`${server.origin}/?x=1`)
  await page.goto(`${server.origin}/nowhere?x=1`)
  await expect(page).toHaveURL(`${server.origin}/?x=1`)
})

test('files that the network did not load are loaded at the next tap, without a reload', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await page.route('**/assets/behind-*', route => route.abort())
  await bringIn(page, await personOf(server))
  const refused = page.waitForEvent('requestfailed', request => request.url().includes('/behind-'))
  await page.goto(server.origin)
  await refused
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await page.unroute('**/assets/behind-*')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await menu.click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a tab of a deleted version says so, and loads the new one', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  await bringIn(page, await personOf(server))
  await page.goto(server.origin)
  await page.route('**/assets/account-screen-*', route => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'A new version is here' })).toBeVisible()
  await page.unroute('**/assets/account-screen-*')
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

test('a part of the screen that a poor network did not load is tried again, without an online event', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await page.clock.install()
  await page.route('**/assets/behind-*.js', route => route.abort())
  await bringIn(page, await personOf(server))
  const refused = page.waitForEvent('requestfailed', request => request.url().includes('/behind-'))
  await page.goto(server.origin + LESSON)
  await refused
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

test('every screen has its title, and the query stays on every link', async ({ page, server }) => {
  await bringIn(page, await personOf(server))
  await page.goto(`${server.origin}/?rid=5`)
  await expect(page).toHaveTitle('Courses')
  await page.getByRole('link', { name: /First aid at home/ }).click()
  await expect(page).toHaveURL(`${server.origin}/courses/first-aid-en?rid=5`)
  await expect(page).toHaveTitle('Course')
  await page.getByRole('link', { name: /Cuts and small bleeds/ }).click()
  await expect(page).toHaveURL(`${server.origin}${LESSON}?rid=5`)
  await page.getByRole('link', { name: 'Back to the course' }).click()
  await expect(page).toHaveURL(`${server.origin}/courses/first-aid-en?rid=5`)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(`${server.origin}/?rid=5`)
  await page.goBack()
  await expect(page).toHaveURL(`${server.origin}/courses/first-aid-en?rid=5`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Courses' }).click()
  await expect(page).toHaveURL(`${server.origin}/?rid=5`)
})

test('the course list is the same under its three paths', async ({ page, server }) => {
  await bringIn(page, await personOf(server))
  for (const path of ['/', '/lessons', '/courses']) {
    await page.goto(server.origin + path)
    await expect(page.locator('.course')).toHaveCount(4)
  }
})

test('deeper screens slide in from the left of the path, shallower ones from the right', async ({ page, server }) => {
  await bringIn(page, await personOf(server))
  await page.goto(server.origin)
  await page.getByRole('link', { name: /First aid at home/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-slide', 'slide-left')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-slide', 'slide-right')
})

test('each completed navigation counts one view of its screen', async ({ page, server }) => {
  const views: string[] = []
  page.on('request', request => {
    if (!request.url().endsWith('/analytics/v1/events')) return
    for (const event of request.postDataJSON().events)
      if (event.name === 'screen_view') views.push(event.params.screen_name)
  })
  await page.goto(`${server.origin}/courses/first-aid-en`)
  await expect.poll(() => views).toEqual(['login'])
  await bringIn(page, await personOf(server))
  await page.goto(server.origin)
  await page.getByRole('link', { name: /First aid at home/ }).click()
  await page.getByRole('link', { name: /Cuts and small bleeds/ }).click()
  await expect.poll(() => views).toEqual(['login', 'home', 'course', 'courseLesson'])
})

test('the focus moves to the heading of the new screen, however late it loads', async ({ page, server }) => {
  await bringIn(page, await personOf(server))
  await page.goto(server.origin)
  await page.getByRole('link', { name: /First aid at home/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const letGo = await held(page, '**/disciple/v2/lessons/*')
  await page.getByRole('link', { name: /Cuts and small bleeds/ }).click()
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  letGo()
  await expect(page.locator('main')).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('Escape on the praise after a lesson leads back to the heading of the course', async ({ page, server }) => {
  await bringIn(page, await personOf(server))
  await page.goto(`${server.origin}/courses/first-aid-en`)
  await page.evaluate(() => history.replaceState({ finished: 'first-aid-en-calm' }, ''))
  await page.reload()
  await expect(page.getByText('You finished “')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'First aid at home' })).toBeFocused()
})

test('a tap has an effect at once, however slowly the next screen loads', async ({ page, server }) => {
  await page.clock.install()
  const letGo = await held(page, '**/assets/lesson-*.js')
  await bringIn(page, await personOf(server))
  await page.goto(`${server.origin}/courses/first-aid-en`)
  const step = page.getByRole('link', { name: /Cuts and small bleeds/ })
  await expect(step).toBeVisible()
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
})

test('the menu opens and closes by keyboard, shows the version and signs out', async ({ page, server }) => {
  await bringIn(page, await personOf(server))
  const longPoll = page.waitForRequest(request => /wait=/.test(request.headers().prefer ?? ''))
  await page.goto(`${server.origin}/?x=1`)
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toContainText('4.4.3')
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
  await menu.getByRole('button', { name: 'Log out' }).press('Enter')
  await ended.promise
  await expect(menu.getByRole('button', { name: 'Log out' })).toHaveAttribute('aria-busy', 'true')
  told.resolve()
  await expect(page).toHaveURL(`${server.origin}/login?x=1`)
  expect(await page.evaluate(() => localStorage.getItem('sbs.session'))).toBeNull()
})

test('a menu that cannot be loaded says so, and opens by itself when the network is back', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await bringIn(page, await personOf(server))
  await page.route('**/assets/behind-*', route => route.abort())
  await page.goto(server.origin)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('alert')).toHaveText('The menu could not be loaded. It opens once there is a connection.')
  await page.unroute('**/assets/behind-*')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a sign-out in one tab signs out the other', async ({ context, server }) => {
  const [first, second] = [await context.newPage(), await context.newPage()]
  await bringIn(first, await personOf(server))
  await first.goto(server.origin)
  await second.goto(server.origin)
  await expect(second.locator('.course').first()).toBeVisible()
  await first.getByRole('button', { name: 'Menu' }).click()
  await first.getByRole('button', { name: 'Log out' }).click()
  await expect(first).toHaveURL(/\/login$/)
  await expect(second).toHaveURL(/\/login$/)
})

test('a session that the server refuses ends at the sign-in', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const person = await personOf(server)
  await bringIn(page, { ...person, session: { ...person.session, idToken: 'forged.forged.forged' } })
  await page.goto(server.origin)
  await expect(page).toHaveURL(/\/login$/)
})

test('courses that cannot be loaded are reported', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  await bringIn(page, await personOf(server))
  await page.route('**/courses/step-by-step*', route => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto(server.origin)
  await expect(page.getByRole('alert')).toHaveText('Could not find courses', { timeout: 15_000 })
  await page.unroute('**/courses/step-by-step*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.course')).toHaveCount(4)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('without a network a screen says so, and appears by itself when the network is back', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await bringIn(page, await personOf(server))
  await page.goto(`${server.origin}/courses/first-aid-en`)
  const lesson = page.getByRole('link', { name: /Burns/ })
  await expect(lesson).toBeVisible()
  await context.setOffline(true)
  await lesson.click()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  await expect(page.getByText('Sorry! We were unable to load the page you requested.')).toBeVisible({ timeout: 15_000 })
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: /Burns/ })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('maintenance replaces everything, the sign-in too, until it is over', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.removeItem('sbs.settings'))
  await server.admin('maintenance', 'on')
  try {
    await page.goto(`${server.origin}/login?lang=en`)
    await expect(page.getByRole('heading', { name: 'Maintenance in Progress' })).toBeVisible()
    await expect(page.getByText('Please try again shortly')).toBeVisible()
    await expect(page.locator('form')).toHaveCount(0)
  } finally {
    await server.admin('maintenance', 'off')
  }
  await page.goto(`${server.origin}/login?lang=ar`)
  await expect(page.locator('form')).toBeVisible()
})

test('the settings are loaded once in five minutes', async ({ page, server }) => {
  let asked = 0
  page.on('request', request => {
    if (request.url().endsWith('/settings/v1/settings')) asked += 1
  })
  await page.goto(`${server.origin}/login`)
  await page.waitForFunction(() => localStorage.getItem('sbs.settings'))
  await page.reload()
  await expect(page.locator('form')).toBeVisible()
  expect(asked).toBe(1)
})

test('settings that cannot be loaded close nothing', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  await page.route('**/settings/v1/settings', route => route.fulfill({ status: 500, body: 'broken' }))
  await page.goto(`${server.origin}/login`)
  await expect(page.locator('form')).toBeVisible()
})

for (const lacking of ['Object.assign', 'findLast', 'lookbehind'])
  test(`a browser that lacks ${lacking} gets a warning instead of the app`, async ({ page, server }) => {
    const logged: string[] = []
    const events: { name: string; params: object }[] = []
    page.on('console', message => logged.push(message.text()))
    page.on('request', request => {
      if (request.url().endsWith('/analytics/v1/events')) events.push(...request.postDataJSON().events)
    })
    await page.addInitScript(lacking => {
      if (lacking === 'Object.assign') Reflect.deleteProperty(Object, 'assign')
      if (lacking === 'findLast') Reflect.deleteProperty(Array.prototype, 'findLast')
      if (lacking === 'lookbehind')
        globalThis.RegExp = new Proxy(RegExp, {
          construct(Pattern, [source, flags]) {
            if (String(source).includes('(?<=')) throw new SyntaxError('Invalid regular expression')
            return new Pattern(source, flags)
          },
        })
    }, lacking)
    await page.goto(server.origin)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('هذا المتصفّح قديم')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('This browser is too old')
    await expect(page.locator('#root')).toBeEmpty()
    expect(logged).toContain('Invalid browser')
    expect(events).toMatchObject([{ name: 'page_view', params: { screen_name: 'browser-warning' } }])
    if (lacking === 'Object.assign') return
    await expectNoBarrier(page, 'old browser')
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

test('any other browser has the warning in the page, hidden', async ({ page, server }) => {
  await page.goto(server.origin)
  await expect(page.locator('#browser-warning')).toBeHidden()
  await expect(page.locator('#browser-warning')).toHaveCount(1)
})

test('a dark system changes nothing: the theme is sbs, and light', async ({ page, server }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(server.origin)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'sbs')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(233, 236, 239)')
})

test('only our own files can run on the page', async ({ page, server }) => {
  const response = await page.goto(server.origin)
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
})
