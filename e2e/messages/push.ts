import type { BrowserContext, Page } from '@playwright/test'
import { type Arrived, type PushService, startPushService, type TestBrowser } from '../../api/messages/push/testing.ts'
import { type SharedProcess, SharedServer } from '../shared-process.ts'
import { mentorWith } from './talking.ts'

/** Starts a server with a mentor. Its push service runs on this machine. */
export async function startWithPush(servers: SharedProcess) {
  const service = await startPushService()
  const server = new SharedServer(servers, { PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS: service.origin })
  await server.start()
  const remove = async () => {
    service.close()
    await server.remove()
  }
  return { server, service, salma: (await mentorWith(server, 0)).mentor, remove }
}

/** Chromium in tests has no push service, so this replaces its response; the rest is real. */
export async function subscribesAt(context: BrowserContext, service: PushService): Promise<TestBrowser> {
  const browser = service.browser()
  await context.addInitScript(
    ({ endpoint, keys }) => {
      const remembered = 'test.subscription'
      const made = (key: number[]) => ({
        endpoint,
        options: { applicationServerKey: Uint8Array.from(key).buffer },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => localStorage.removeItem(remembered),
      })
      // A page outside of the app has no PushManager.
      if (typeof PushManager === 'undefined') return
      Object.assign(PushManager.prototype, {
        async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
          localStorage.setItem(remembered, JSON.stringify([...applicationServerKey]))
          return made([...applicationServerKey])
        },
        async getSubscription() {
          const key = localStorage.getItem(remembered)
          return key && made(JSON.parse(key))
        },
      })
    },
    { endpoint: browser.endpoint, keys: browser.keys },
  )
  return browser
}

/** Delivers a push message to the worker, as the browser does. */
export async function bring(page: Page, origin: string, { title, body, language, tag }: Arrived): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (ours) resolve(ours.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const data = JSON.stringify({ title, body, language, tag })
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  await session.detach()
}

/** Whether this browser has a push subscription. Without one its service worker gets no notification. */
export function isSubscribed(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return Boolean(await registration?.pushManager.getSubscription())
  })
}

type Shown = { title: string; body: string; lang: string; tag: string; icon: string; badge: string }

/** The notifications that the phone shows while the app is closed. */
export async function shownOn(context: BrowserContext, origin: string): Promise<Shown[]> {
  const page = await context.newPage()
  // The icon of the page is empty: otherwise the browser would ask the server for an icon.
  const body = '<title>Nothing</title><link rel="icon" href="data:,">'
  await page.route('**/nothing', route => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${origin}/nothing`)
  const shown = await shownBeside(page)
  await page.close()
  return shown
}

/**
 * The notifications that the phone shows. The page asks for them, because another worker may take over at any moment.
 */
export function shownBeside(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const all = (await registration?.getNotifications()) as (Notification & { badge: string })[] | undefined
    return (all ?? []).map(({ title, body, lang, tag, icon, badge }) => ({ title, body, lang, tag, icon, badge }))
  })
}
