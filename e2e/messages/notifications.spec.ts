import type { Page } from '@playwright/test'
import { sendMessage } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { expectNoBarrier } from '../good-screens.ts'
import { type Language, texts } from '../lessons/lesson-walk.ts'
import { bringIn, type Person, personOf } from '../people.ts'
import { expectHome } from '../sign-in/auth-screens.ts'
import { test as base, expect } from '../test.ts'
import { bring, isSubscribed, shownOn, startWithPush, subscribesAt } from './push.ts'

type Everything = Awaited<ReturnType<typeof startWithPush>>

const test = base.extend<object, { all: Everything }>({
  all: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const all = await startWithPush()
      await use(all)
      await all.close()
    },
    { scope: 'worker' },
  ],
  serviceWorkers: 'allow',
})

const write = (from: Person, to: string, text: string) =>
  from.call(sendMessage, { body: { to, content: encodeText(text), type: 'disciple' } })

function menu(page: Page, language: Language) {
  const t = texts[language]
  return {
    turn: page.getByRole('switch', { name: new RegExp(`^${t.push.title}(?! without)`) }),
    text: page.getByRole('switch', { name: t.push.showsText }),
    leave: page.getByRole('button', { name: t.page.logout }),
    open: async () => {
      await page.getByRole('button', { name: t.header.menu }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  }
}

/** Closes the app; the browser stays open with another page. */
async function leave(page: Page): Promise<Page> {
  const elsewhere = await page.context().newPage()
  await page.close()
  return elsewhere
}

/** First expects that the browser has nothing of it. Then turns it on. */
async function turnOn(page: Page, language: Language) {
  const { open, turn } = menu(page, language)
  await open()
  await expect(turn).not.toBeChecked()
  expect(await isSubscribed(page)).toBe(false)
  await turn.click()
  await expect(turn).toBeChecked()
}

test(`Noura turns notifications on, closes the app, and is notified of a message`, async ({
  page,
  context,
  all: { server, service, salma },
}) => {
  const noura = await personOf(server)
  const browser = await subscribesAt(context, service)
  await context.grantPermissions(['notifications'], { origin: server.origin })
  await bringIn(page, noura, 'ar')
  await page.goto(server.origin)
  await turnOn(page, 'ar')
  await expect(menu(page, 'ar').text).not.toBeChecked()
  await expectNoBarrier(page, 'menu, turned on')

  const elsewhere = await leave(page)
  await write(salma, noura.session.uid, 'For you alone')
  await expect.poll(() => browser.arrived.length).toBe(1)
  await bring(elsewhere, server.origin, browser.arrived[0] as never)
  const expected = ['خطوة بخطوة', 'رسالة جديدة']
  await expect.poll(() => shownOn(context, server.origin)).toHaveLength(1)
  const [shown] = await shownOn(context, server.origin)
  expect([shown?.title, shown?.body, shown?.lang]).toEqual([...expected, 'ar'])
  for (const picture of [shown?.icon, shown?.badge])
    expect((await context.request.get(picture as string)).headers()['content-type']).toBe('image/png')
})

test('Yousef turns notifications on where the app has its name and icon, and they come in the right place', async ({
  page,
  context,
  all: { server, service },
}) => {
  const t = texts.en
  await subscribesAt(context, service)
  await context.grantPermissions(['notifications'], { origin: server.origin })
  await bringIn(page, await personOf(server))
  await page.goto(`${server.origin}/account`)
  await page.getByRole('link', { name: t.account.appName }).click()
  await expect(page.getByRole('radio', { name: t.appName.notes })).toBeVisible()
  const quiet = page.getByRole('switch', { name: t.appName.quiet })

  await test.step('notifications with and without words are one switch, the same as in the menu', async () => {
    await expect(quiet).toHaveCount(0)
    await turnOn(page, 'en')
    await page.keyboard.press('Escape')
    await expect(quiet).toBeChecked()
    await expectNoBarrier(page, 'name and icon, with notifications')
    await quiet.click()
    await expect(quiet).not.toBeChecked()
    await menu(page, 'en').open()
    await expect(menu(page, 'en').text).toBeChecked()
    await menu(page, 'en').text.click()
    await page.keyboard.press('Escape')
    await expect(quiet).toBeChecked()
  })

  await test.step('a press on a notification opens its conversation, and leaves the lesson in its tab', async () => {
    const address = page.url()
    // Only a real press can open a window; everything before it is real.
    const press = async () => {
      const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
      return worker.evaluate(async () => {
        const scope = globalThis as unknown as {
          registration: ServiceWorkerRegistration
          clients: { openWindow(path: string): Promise<void> }
        }
        const { promise, resolve } = Promise.withResolvers<string>()
        scope.clients.openWindow = async path => resolve(path)
        await scope.registration.showNotification('Step by Step', { tag: 'pressed', data: { path: '/messages/noura' } })
        const [notification] = await scope.registration.getNotifications({ tag: 'pressed' })
        const Press = (globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event })
          .NotificationEvent
        dispatchEvent(new Press('notificationclick', { notification }))
        return promise
      })
    }
    // The browser may end an idle worker at any moment, and the question with it.
    let opened = ''
    await expect(async () => {
      opened = await press()
    }).toPass()
    expect(opened).toBe('/messages/noura')
    await expect.poll(() => shownOn(context, server.origin)).toEqual([])
    await expect(page).toHaveURL(address)
  })

  await test.step('a message on an open page causes no notification, and a newer one of the same conversation replaces the older', async () => {
    const notice = { title: 'Step by Step', body: 'A new message', language: 'en', tag: 'one' } as never
    await bring(page, server.origin, notice)
    expect(await shownOn(context, server.origin)).toEqual([])
    const elsewhere = await leave(page)
    await bring(elsewhere, server.origin, notice)
    await bring(elsewhere, server.origin, notice)
    await expect.poll(() => shownOn(context, server.origin)).toHaveLength(1)
    await bring(elsewhere, server.origin, { ...(notice as object), tag: 'two' } as never)
    await expect.poll(() => shownOn(context, server.origin)).toHaveLength(2)
  })
})

test('Noura lets notifications show the message, and turns them off again, with the keyboard only', async ({
  page,
  context,
  all: { server, service, salma },
}) => {
  const noura = await personOf(server)
  const browser = await subscribesAt(context, service)
  await context.grantPermissions(['notifications'], { origin: server.origin })
  await bringIn(page, noura)
  await page.goto(server.origin)
  const { open, turn, text } = menu(page, 'en')
  await open()
  await turn.focus()
  await page.keyboard.press('Space')
  await expect(turn).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(text).toBeFocused()
  await page.keyboard.press('Space')
  await expect(text).toBeChecked()
  const again = await leave(page)
  await write(salma, noura.session.uid, 'Well done!')
  await expect.poll(() => browser.arrived.length).toBe(1)
  expect(browser.arrived[0]).toMatchObject({ title: 'Salma Haddad', body: 'Well done!' })

  await again.goto(server.origin)
  const later = menu(again, 'en')
  await later.open()
  await expect(later.text).toBeChecked()
  await later.turn.focus()
  await again.keyboard.press('Space')
  await expect(later.turn).not.toBeChecked()
  await expect(later.text).toBeHidden()
  await expect(later.turn).toBeFocused()
  expect(await isSubscribed(again)).toBe(false)

  await test.step('a person who signs out of a shared phone gets no more notifications there', async () => {
    await again.keyboard.press('Escape')
    await turnOn(again, 'en')
    await expectSignOutToEndThem(again)
  })
})

test(`a person who wrote to their mentor is offered notifications once`, async ({
  page,
  context,
  all: { server, service },
}) => {
  const t = texts.ar
  await subscribesAt(context, service)
  await context.grantPermissions(['notifications'], { origin: server.origin })
  await bringIn(page, await personOf(server), 'ar')
  await page.goto(`${server.origin}/messages`)
  const offer = page.getByRole('region', { name: t.push.title })
  await expect(page.getByRole('textbox')).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.getByRole('textbox').fill('Hello')
  await page.keyboard.press('Enter')
  await expect(offer).toBeVisible()
  await expectNoBarrier(page, 'offer')
  await offer.getByRole('button', { name: t.push.turnOn }).click()
  await expect(offer.getByText(t.push.isOn)).toBeFocused()
  await offer.getByRole('switch', { name: t.push.showsText }).click()
  await expect(offer.getByRole('switch')).toBeChecked()
  await expectNoBarrier(page, 'offer, turned on')
  await page.reload()
  await expect(page.getByText('Hello')).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('"not now" is remembered, for the person who chose it', async ({ page, context, all: { server } }) => {
  await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }))
  const t = texts.en
  const writeAs = async (who: Page, person: Person) => {
    await who.addInitScript(session => localStorage.setItem('sbs.session', JSON.stringify(session)), person.session)
    await who.goto(`${server.origin}/messages?lang=en`)
    await who.getByRole('textbox').fill('Hello')
    await who.keyboard.press('Enter')
    return who.getByRole('region', { name: t.push.title })
  }
  const offer = await writeAs(page, await personOf(server))
  await offer.getByRole('button', { name: t.push.notNow }).click()
  await expect(offer).toHaveCount(0)
  const asked = page.waitForResponse(/push-offer.*\.js$/)
  await page.reload()
  await expect(page.getByText('Hello')).toBeVisible()
  await asked
  await expect(offer).toHaveCount(0)
  const another = await context.newPage()
  await page.close()
  await expect(await writeAs(another, await personOf(server))).toBeVisible()
})

/** Signs out in the open menu. */
async function expectSignOutToEndThem(page: Page): Promise<void> {
  await menu(page, 'en').leave.click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sbs.push'))).toBe(null)
  await expect.poll(() => isSubscribed(page)).toBe(false)
}

test('a person who signs out of a shared phone without a network gets no more notifications there', async ({
  page,
  context,
  watch,
  all: { server, service },
}) => {
  watch.expected.push(/./)
  await subscribesAt(context, service)
  await context.grantPermissions(['notifications'], { origin: server.origin })
  await bringIn(page, await personOf(server))
  await page.goto(server.origin)
  await turnOn(page, 'en')
  await context.setOffline(true)
  await expectSignOutToEndThem(page)
})

test('notifications of somebody who is put aside end, and come back without words', async ({
  page,
  context,
  all: { server, service },
}) => {
  const noura = await personOf(server)
  await subscribesAt(context, service)
  await context.grantPermissions(['notifications'], { origin: server.origin })
  await bringIn(page, noura)
  await page.goto(`${server.origin}/account`)
  await turnOn(page, 'en')
  await menu(page, 'en').text.click()
  await expect(menu(page, 'en').text).toBeChecked()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() =>
    (globalThis as unknown as { registration: ServiceWorkerRegistration }).registration.showNotification('Salma'),
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: texts.en.who.add }).click()
  await page.getByRole('link', { name: texts.en.who.back }).click()
  await expect.poll(() => shownOn(context, server.origin)).toEqual([])
  await expect.poll(() => isSubscribed(page)).toBe(false)
  await page.locator('.face').first().click()
  await expect.poll(() => isSubscribed(page)).toBe(true)
  await menu(page, 'en').open()
  await expect(menu(page, 'en').turn).toBeChecked()
  await expect(menu(page, 'en').text).not.toBeChecked()
})

test('at the next visit the server gets the changed language, and if another person has signed in, notifications end', async ({
  page,
  context,
  all: { server, service, salma },
}) => {
  const noura = await personOf(server)
  const browser = await subscribesAt(context, service)
  await context.grantPermissions(['notifications'], { origin: server.origin })
  await bringIn(page, noura)
  await page.goto(server.origin)
  await turnOn(page, 'en')
  const told = page.waitForResponse(/push\/subscribe$/)
  await page.goto(`${server.origin}/?lang=ar`)
  await told
  const another = await leave(page)
  await write(salma, noura.session.uid, 'hello')
  await expect.poll(() => browser.arrived.length).toBe(1)
  expect(browser.arrived[0]?.body).toBe('رسالة جديدة')

  await another.addInitScript(
    session => localStorage.setItem('sbs.session', JSON.stringify(session)),
    (await personOf(server)).session,
  )
  await another.goto(server.origin)
  await expectHome(another)
  await expect.poll(() => isSubscribed(another)).toBe(false)
})

test.describe('if notifications are impossible', () => {
  test('a browser that blocks notifications shows how to allow them', async ({ page, context, all: { server } }) => {
    await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
    for (const language of ['ar', 'en'] as Language[])
      await test.step(`in ${language}`, async () => {
        await bringIn(page, await personOf(server), language)
        await page.goto(server.origin)
        const { open, turn } = menu(page, language)
        await open()
        await expect(turn).toBeDisabled()
        await expect(page.getByText(texts[language].push.denied)).toBeVisible()
        await expectNoBarrier(page, 'menu, denied')
      })
  })

  test('an iPhone shows that it needs the home screen', async ({ browser, all: { server } }) => {
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0'
    const context = await browser.newContext({ userAgent, viewport: { width: 360, height: 740 } })
    await context.addInitScript(() => {
      delete (window as Partial<typeof globalThis>).PushManager
    })
    const page = await context.newPage()
    for (const language of ['ar', 'en'] as Language[])
      await test.step(`in ${language}`, async () => {
        await bringIn(page, await personOf(server), language)
        await page.goto(server.origin)
        await menu(page, language).open()
        await expect(page.getByText(texts[language].push.homeScreen)).toBeVisible()
      })
    await context.close()
  })

  test('a push service that does not answer is reported, and can be tried again', async ({
    page,
    context,
    watch,
    all: { server },
  }) => {
    watch.expected.push(/Push API in incognito/)
    await context.grantPermissions(['notifications'], { origin: server.origin })
    await bringIn(page, await personOf(server))
    await page.goto(server.origin)
    const { open, turn } = menu(page, 'en')
    await open()
    await turn.click()
    await expect(page.getByText(texts.en.push.failed)).toBeVisible()
    await expect(turn).not.toBeChecked()
    await expect(turn).toBeEnabled()
  })
})
