import type { PushPayload } from '../../contract/push.ts'
import { type NotificationTexts, notificationWords } from './notification-words.ts'

declare const self: ServiceWorkerGlobalScope

const PLACE = '/messages'

/** The build fills this in (build/worker.ts). */
declare const __NOTIFICATION_TEXTS__: NotificationTexts

/** The neutral name that was chosen for this phone. When the name changes, the page registers the worker again. */
const neutralName = new URL(location.href).searchParams.get('name')

/** Shows a notification, unless a page is visible. */
export async function showPush(data: PushMessageData): Promise<void> {
  const payload: PushPayload = data.json()
  if (await isLookedAt()) return
  const { language, tag, path } = payload
  const { title, ...look } = notificationWords(payload, neutralName, __NOTIFICATION_TEXTS__)
  await self.registration.showNotification(title, { ...look, tag, lang: language, dir: 'auto', data: { path } })
}

/**
 * Whether a page is visible: it shows the message by itself. Always false in Safari, which ends a subscription after
 * three pushes without a notification.
 */
async function isLookedAt(): Promise<boolean> {
  const isSafari = !/Chrome|Firefox/.test(navigator.userAgent)
  return !isSafari && (await pages()).some(page => page.visibilityState === 'visible')
}

/** Opens the conversation. A lesson that is open in another tab stays unchanged. */
export async function openFrom(notification: Notification): Promise<void> {
  notification.close()
  const path: string = notification.data?.path ?? PLACE
  const open = await pages()
  const pathOf = (page: WindowClient) => new URL(page.url).pathname
  const page = open.find(page => pathOf(page) === path) ?? open.find(page => pathOf(page).startsWith(PLACE))
  if (!page) {
    await self.clients.openWindow(path)
    return
  }
  await page.focus()
  // The page navigates by itself, because a reload would lose a running recording.
  if (pathOf(page) !== path) page.postMessage({ path })
}

/** Only a page can subscribe again, because only a page knows who is signed in. The next visit notices it, too. */
export async function notifyPages(): Promise<void> {
  for (const page of await pages()) page.postMessage('push subscription changed')
}

async function pages(): Promise<WindowClient[]> {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return [...all]
}
