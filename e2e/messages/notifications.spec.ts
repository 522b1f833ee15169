import type { Page } from '@playwright/test'
import { markReceivedSeen, sendMessage } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { expectNoBarrier } from '../good-screens.ts'
import { type Language, texts } from '../lessons/lesson-walk.ts'
import { bringIn, type Person, personOf } from '../people.ts'
import { expectHome } from '../sign-in/auth-screens.ts'
import { goInside } from '../study.ts'
import { test as base, expect, FAILED_REQUEST } from '../test.ts'
import { bring, isSubscribed, shownBeside, shownOn, startWithPush, subscribesAt } from './push.ts'

type Everything = Awaited<ReturnType<typeof startWithPush>>

const test = base.extend<{ all: Everything }>({
  all: async ({ servers }, use) => use(await servers.kept('push', () => startWithPush(servers))),
  serviceWorkers: 'allow',
})

// The server of these journeys costs more than a journey, so one worker starts it.
test.describe.configure({ mode: 'default' })

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

/** Expects that notifications are off in this browser, and turns them on. */
async function turnOn(page: Page, language: Language) {
  const { open, turn } = menu(page, language)
  await open()
  await expect(turn).not.toBeChecked()
  expect(await isSubscribed(page)).toBe(false)
  await turn.click()
  await expect(turn).toBeChecked()
}

test('Noura is notified of a message while the app is closed, in the language of her last visit, and not while another person uses the phone', async ({
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
  const { data: first } = await write(salma, noura.session.uid, 'For you alone')
  await expect.poll(() => browser.arrived.length).toBe(1)
  await bring(elsewhere, server.origin, browser.arrived[0] as never)
  const expected = ['خطوة بخطوة', 'رسالة جديدة']
  let all: Awaited<ReturnType<typeof shownOn>> = []
  await expect(async () => {
    all = await shownOn(context, server.origin)
    expect(all).toHaveLength(1)
  }).toPass()
  const [shown] = all
  expect([shown?.title, shown?.body, shown?.lang]).toEqual([...expected, 'ar'])
  for (const picture of [shown?.icon, shown?.badge])
    expect((await context.request.get(picture as string)).headers()['content-type']).toBe('image/png')

  await test.step('at the next visit the server gets the changed language', async () => {
    const subscribed = elsewhere.waitForResponse(/push\/subscribe$/)
    await elsewhere.goto(`${server.origin}/?lang=en`)
    await subscribed
    const another = await leave(elsewhere)
    // Until she opens the conversation, she gets no second notification.
    await noura.call(markReceivedSeen, { body: { from: Number(first.from) } })
    await write(salma, noura.session.uid, 'hello')
    await expect.poll(() => browser.arrived.length).toBe(2)
    expect(browser.arrived[1]?.body).toBe('A new message')

    await test.step('if another person has signed in, notifications end', async () => {
      await bringIn(another, await personOf(server))
      await another.goto(server.origin)
      await expectHome(another)
      await expect.poll(() => isSubscribed(another)).toBe(false)
    })
  })
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

  await test.step('notifications of a person who is put aside end, and come back without words', async () => {
    await menu(page, 'en').open()
    await menu(page, 'en').text.click()
    await expect(menu(page, 'en').text).toBeChecked()
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    await worker.evaluate(() =>
      (globalThis as unknown as { registration: ServiceWorkerRegistration }).registration.showNotification('Salma'),
    )
    await page.keyboard.press('Escape')
    await goInside(page, '/account')
    await page.getByRole('button', { name: t.who.add }).click()
    await page.getByRole('link', { name: t.who.back }).click()
    await expect.poll(() => shownBeside(page)).toEqual([])
    await expect.poll(() => isSubscribed(page)).toBe(false)
    await page.locator('.face').first().click()
    await expect.poll(() => isSubscribed(page)).toBe(true)
    await menu(page, 'en').open()
    await expect(menu(page, 'en').turn).toBeChecked()
    await expect(menu(page, 'en').text).not.toBeChecked()
    await page.keyboard.press('Escape')
  })

  await test.step('a press on a notification opens its conversation, and leaves the lesson in its tab', async () => {
    const address = page.url()
    // Only a press of a person can open a window, so `openWindow` is replaced. Everything before it is real.
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
    // The browser may end an idle worker at any moment, and then the press has no result.
    let opened = ''
    await expect(async () => {
      opened = await press()
    }).toPass()
    expect(opened).toBe('/messages/noura')
    await expect.poll(() => shownBeside(page)).toEqual([])
    await expect(page).toHaveURL(address)
  })

  await test.step('a message on an open page causes no notification, and a newer one of the same conversation replaces the older', async () => {
    const notice = { title: 'Step by Step', body: 'A new message', language: 'en', tag: 'one' } as never
    await bring(page, server.origin, notice)
    expect(await shownBeside(page)).toEqual([])
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
  watch,
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

  await test.step('the same without a network', async () => {
    const last = await leave(again)
    await bringIn(last, await personOf(server))
    await last.goto(server.origin)
    await turnOn(last, 'en')
    watch.expected.push(FAILED_REQUEST)
    await context.setOffline(true)
    await expectSignOutToEndThem(last)
  })
})

/** Signs out in the open menu. */
async function expectSignOutToEndThem(page: Page): Promise<void> {
  await menu(page, 'en').leave.click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sbs.push'))).toBe(null)
  await expect.poll(() => isSubscribed(page)).toBe(false)
}

test('a person who wrote to their mentor is offered notifications once, and "not now" is remembered for them alone', async ({
  page,
  context,
  all: { server, service },
}) => {
  await subscribesAt(context, service)
  await context.grantPermissions(['notifications'], { origin: server.origin })
  const offerTo = async (who: Page, language: Language) => {
    await bringIn(who, await personOf(server), language)
    await who.goto(`${server.origin}/messages`)
    const offer = who.getByRole('region', { name: texts[language].push.title })
    await expect(who.getByRole('textbox')).toBeVisible()
    await expect(offer).toHaveCount(0)
    await who.getByRole('textbox').fill('Hello')
    await who.keyboard.press('Enter')
    await expect(offer).toBeVisible()
    return offer
  }

  await test.step('"not now" is remembered', async () => {
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }))
    const offer = await offerTo(page, 'en')
    await offer.getByRole('button', { name: texts.en.push.notNow }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 }), 'the button is gone').toBeFocused()
    await expect(offer).toHaveCount(0)
    const offerLoaded = page.waitForResponse(/push-offer.*\.js$/)
    await page.reload()
    await expect(page.getByText('Hello')).toBeVisible()
    await offerLoaded
    await expect(offer).toHaveCount(0)
  })

  await test.step('another person on the same phone is offered them, and turns them on', async () => {
    const { push } = texts.ar
    const another = await leave(page)
    const offer = await offerTo(another, 'ar')
    await expectNoBarrier(another, 'offer')
    await offer.getByRole('button', { name: push.turnOn }).click()
    await expect(offer.getByText(push.isOn)).toBeFocused()
    await offer.getByRole('switch', { name: push.showsText }).click()
    await expect(offer.getByRole('switch')).toBeChecked()
    await expectNoBarrier(another, 'offer, turned on')
    await another.reload()
    await expect(another.getByText('Hello')).toBeVisible()
    await expect(offer).toHaveCount(0)
  })
})

test('where notifications are impossible, the menu says why', async ({ page, context, watch, all: { server } }) => {
  await context.grantPermissions(['notifications'], { origin: server.origin })
  /** Opens the menu on a phone, and looks at it in both languages: it has the switch of the language. */
  const inTheMenu = async (phone: Page, expectIt: (language: Language) => Promise<void>) => {
    await bringIn(phone, await personOf(server), 'ar')
    await phone.goto(server.origin)
    await menu(phone, 'ar').open()
    await expectIt('ar')
    await phone.locator('.drawer [lang=en]').click()
    await expectIt('en')
  }

  await test.step('a push service that does not answer is reported, and can be tried again', async () => {
    watch.expected.push(/Push API in incognito/)
    await bringIn(page, await personOf(server))
    await page.goto(server.origin)
    const { open, turn } = menu(page, 'en')
    await open()
    await turn.click()
    await expect(page.getByText(texts.en.push.failed)).toBeVisible()
    await expect(turn).not.toBeChecked()
    await expect(turn).toBeEnabled()
  })

  const blocking = await leave(page)
  await test.step('a browser that blocks notifications shows how to allow them', async () => {
    await blocking.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
    await inTheMenu(blocking, async language => {
      await expect(menu(blocking, language).turn).toBeDisabled()
      await expect(blocking.getByText(texts[language].push.denied)).toBeVisible()
      await expectNoBarrier(blocking, `menu, denied, ${language}`)
    })
  })

  await test.step('an iPhone shows that it needs the home screen', async () => {
    const iPhone = await leave(blocking)
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0'
    await iPhone.addInitScript(named => {
      Object.defineProperty(navigator, 'userAgent', { get: () => named })
      delete (window as Partial<typeof globalThis>).PushManager
    }, userAgent)
    await inTheMenu(iPhone, language => expect(iPhone.getByText(texts[language].push.homeScreen)).toBeVisible())
  })
})
