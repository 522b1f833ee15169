declare const self: ServiceWorkerGlobalScope

const PLACE = '/messages'

/** The server wrote it, in the language of the reader (contract/push.ts). */
type Notice = { title: string; body: string; language: string; tag: string; path?: string }

/** Shows a notification while no page is open. */
export async function showNotice(data: PushMessageData): Promise<void> {
  const { title, body, language, tag, path }: Notice = data.json()
  if (await isLookedAt()) return
  await self.registration.showNotification(title, {
    body,
    tag,
    lang: language,
    dir: 'auto',
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path },
  })
}

/**
 * An open page shows the message by itself. But Safari ends a subscription after three pushes without a notification.
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

/** Only a page knows who is signed in. If none is open, the next page notices the change by itself. */
export async function tellPages(): Promise<void> {
  for (const page of await pages()) page.postMessage('push subscription changed')
}

async function pages(): Promise<WindowClient[]> {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return [...all]
}
