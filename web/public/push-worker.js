// Shows notifications while no page is open. It is at the root and under this name, because the URL of a service worker
// must never change. It is registered only in browsers whose owner turned notifications on. It caches nothing, and
// answers no requests.

const PLACE = '/messages'

addEventListener('install', () => self.skipWaiting())
addEventListener('push', event => event.waitUntil(show(event.data)))
addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(goThere(event.notification.data?.path ?? PLACE))
})
addEventListener('pushsubscriptionchange', event => event.waitUntil(tellPages()))

/** The server wrote the text, in the language of the reader (contract/push.ts). */
async function show(data) {
  const { title, body, language, tag, path } = data.json()
  if (await isLookedAt()) return
  const options = {
    body,
    tag,
    lang: language,
    dir: 'auto',
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path },
  }
  await registration.showNotification(title, options)
}

/**
 * An open page shows the message by itself. But Safari ends a subscription after three pushes without a notification.
 */
async function isLookedAt() {
  const isSafari = !/Chrome|Firefox/.test(navigator.userAgent)
  return !isSafari && (await pages()).some(page => page.visibilityState === 'visible')
}

/** Opens the conversation. A lesson that is open in another tab stays unchanged. */
async function goThere(path) {
  const open = await pages()
  const pathOf = page => new URL(page.url).pathname
  const page = open.find(page => pathOf(page) === path) ?? open.find(page => pathOf(page).startsWith(PLACE))
  if (!page) return clients.openWindow(path)
  await page.focus()
  // The page navigates by itself, because a reload would lose a running recording.
  if (pathOf(page) !== path) page.postMessage({ path })
}

/** Only a page knows who is signed in. If none is open, the next page notices the change by itself. */
async function tellPages() {
  for (const page of await pages()) page.postMessage('push subscription changed')
}

function pages() {
  return clients.matchAll({ type: 'window', includeUncontrolled: true })
}
