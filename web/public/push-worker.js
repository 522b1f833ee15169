// Shows what came while no page was open. It stands at the root as it is here: a service worker's address never changes,
// and it is registered only in browsers whose owner turned notifications on. It holds nothing, and answers no requests.

const PLACE = '/messages'

addEventListener('install', () => self.skipWaiting())
addEventListener('push', event => event.waitUntil(show(event.data)))
addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(goThere(event.notification.data?.path ?? PLACE))
})
addEventListener('pushsubscriptionchange', event => event.waitUntil(tellPages()))

/** The server made the words, in the language of their reader (contract/push.ts). */
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

/** A page that is looked at tells by itself. Safari, though, ends a subscription that shows nothing three times. */
async function isLookedAt() {
  const isSafari = !/Chrome|Firefox/.test(navigator.userAgent)
  return !isSafari && (await pages()).some(page => page.visibilityState === 'visible')
}

/** Leads to the conversation. A lesson that is open in another tab stays as it is. */
async function goThere(path) {
  const open = await pages()
  const pathOf = page => new URL(page.url).pathname
  const page = open.find(page => pathOf(page) === path) ?? open.find(page => pathOf(page).startsWith(PLACE))
  if (!page) return clients.openWindow(path)
  await page.focus()
  // The page turns by itself: reloading it would lose what is being recorded in it.
  if (pathOf(page) !== path) page.postMessage({ path })
}

/** Only a page knows who is signed in. Where none is open, the next one sees for itself that something changed. */
async function tellPages() {
  for (const page of await pages()) page.postMessage('push subscription changed')
}

function pages() {
  return clients.matchAll({ type: 'window', includeUncontrolled: true })
}
