import type { Page } from '@playwright/test'
import { held } from '../held.ts'
import { answer, cutsOf, cutsPath, mainButton, texts } from '../lessons/lesson-walk.ts'
import { mentorWith, talk } from '../messages/talking.ts'
import { test } from '../own-server.ts'
import { bringIn, personOf, progressOf } from '../people.ts'
import { storedRows } from '../stored-rows.ts'
import { goInside } from '../study.ts'
import { expect, FAILED_REQUEST } from '../test.ts'
import { buildsSaved, savedFiles, savedOf, untilSaved } from './saved.ts'

// Known problems with service workers, and what browsers do to storage.

/** Chromium's error when a database is cleared while it is open. */
const CLEARED = /Force close delete origin/

// Known as joCur/quorum#216 and w3c/ServiceWorker#993.
test('a new version takes over while a call is open; the open page keeps its files, and a reload is of the new one', async ({
  context,
  own: server,
}) => {
  const noura = await personOf(server)
  const page = await context.newPage()
  await bringIn(page, noura)
  const before = (await page.goto(server.origin))?.headers()['page-version']
  await untilSaved(page, noura)
  // The server never answers this call, like a long poll without news.
  await context.route('**/messenger/v2/held', () => {})
  await page.evaluate(() => void fetch('/messenger/v2/held').catch(() => {}))

  await server.restartWith({ MEDIA_BASE_URL: `${server.origin}/media` })
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(page.getByText(texts.en.alone.newTitle)).toBeVisible()
  const workers = () =>
    page.evaluate(async () => {
      const { waiting, installing, active } = await navigator.serviceWorker.ready
      return [waiting, installing, active?.state]
    })
  await expect.poll(workers).toEqual([null, null, 'activated'])

  // The server no longer has the earlier build, and no other build has its files.
  await context.route('**/assets/**', route => route.fulfill({ status: 404 }))
  await page.evaluate(
    async newest => {
      const cache = await caches.open(newest)
      for (const request of await cache.keys()) if (request.url.includes('/assets/')) await cache.delete(request)
    },
    (await buildsSaved(page)).at(-1) as string,
  )
  await page.locator('a[href^="/courses/first-aid-en"]').first().click()
  await page.locator(`a[href^="${cutsPath('en')}"]`).click()
  await expect(mainButton(page)).toBeVisible()

  // A tab of the newer build has upgraded the databases of the phone. But what Noura writes here is stored.
  const newer = await context.newPage()
  await newer.goto(`${server.origin}/icon.svg`)
  await newer.evaluate(upgradeDatabases)
  await context.setOffline(true)
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/2$/)
  await expect(page.getByText('Waiting to be sent: 1 page')).toBeVisible()
  await context.setOffline(false)
  await expect.poll(async () => (await progressOf(noura, cutsOf('en')))?.lastCompleted).toBe(1)

  const after = (await page.reload())?.headers()['page-version']
  expect(after).not.toBe(before)
  await expect(mainButton(page)).toBeVisible()
})

/** Runs in the page: what the next version of a database does. */
async function upgradeDatabases(): Promise<void> {
  for (const { name = '', version = 0 } of await indexedDB.databases())
    await new Promise((resolve, reject) => {
      const request = indexedDB.open(name, version + 1)
      request.onsuccess = resolve
      request.onerror = reject
    })
}

test('a private window that stores nothing learns and writes as long as there is a network, and is told nothing false', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { learner: noura } = await mentorWith(server)
  await bringIn(page, noura)
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    indexedDB.open = refuse
    for (const name of ['open', 'match', 'keys', 'has', 'delete'] as const) CacheStorage.prototype[name] = refuse
    navigator.serviceWorker.register = refuse
  })
  await page.goto(server.origin + cutsPath('en'))
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/2$/)
  await expect.poll(async () => (await progressOf(noura, cutsOf('en')))?.lastCompleted).toBe(1)
  await goInside(page, '/messages')
  await talk(page).say('Hello')
  await expect(talk(page).bubble('Hello')).toBeVisible()
  await expect(talk(page).bubble('Hello')).not.toContainText(texts.en.messages.failed)
  await expect(page.getByText(texts.en.alone.title)).toHaveCount(0)
  await page.reload()
  await expect(talk(page).bubble('Hello')).toHaveCount(1)
})

test('a worker whose installation was cut goes on with what it has, and a phone that reads its storage late opens what is saved', async ({
  context,
  server,
  network,
}) => {
  const { learner: noura } = await mentorWith(server)
  const page = await context.newPage()
  await bringIn(page, noura)
  await test.step('a worker whose installation was cut goes on at the next visit with what it has', async () => {
    let isCut = true
    const requested: string[] = []
    await context.route('**/assets/**', async route => {
      if (!route.request().serviceWorker()) return route.continue()
      requested.push(route.request().url())
      // The first files of the build arrive.
      return isCut && requested.length > 6 ? route.abort() : route.continue()
    })
    await page.goto(network.origin)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => requested.length).toBeGreaterThan(6)
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active))
      .toBeFalsy()
    const saved = await savedFiles(page)
    expect(saved.length).toBeGreaterThan(0)
    expect(saved).not.toContain(`${network.origin}/`)

    isCut = false
    requested.length = 0
    await page.reload()
    await untilSaved(page, noura)
    expect(requested.filter(url => saved.includes(url))).toEqual([])
    await context.unroute('**/assets/**')
  })
  await test.step('a phone that reads its storage later than the network fails still opens what is saved', async () => {
    await goInside(page, cutsPath('en'))
    await expect.poll(() => savedOf(page, noura)).toHaveProperty('lesson')
    network.stop()
    // This was seen in WebKit on a busy machine.
    await page.addInitScript(() => {
      const get = IDBObjectStore.prototype.get
      IDBObjectStore.prototype.get = function (key) {
        const request = get.call(this, key)
        const { addEventListener } = request
        request.addEventListener = (type: string, listener: EventListener) =>
          addEventListener.call(request, type, event => setTimeout(() => listener.call(request, event), 2500))
        return request
      }
    })
    await page.reload()
    await expect(mainButton(page)).toBeVisible()
    await expect(page.getByText(texts.en.offline.title)).toHaveCount(0)
  })
})

test('somebody clears the storage while Noura answers: what is on her screen stays, what waits arrives, and a phone that dropped all begins at the sign-in', async ({
  context,
  server,
  watch,
}) => {
  watch.expected.push(CLEARED)
  const noura = await personOf(server)
  const page = await context.newPage()
  await bringIn(page, noura)
  await page.goto(server.origin + cutsPath('en'))
  const lastCompleted = async () => (await progressOf(noura, cutsOf('en')))?.lastCompleted
  const stored = () => storedRows(page, 'step-by-step-outbox', 'letters')
  const wake = () => page.evaluate(() => dispatchEvent(new Event('online')))
  await test.step('an answer that is on its way meanwhile takes no other one with it', async () => {
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/2$/)
    await expect.poll(stored).toHaveLength(0)
    const letGo = await held(context, '**/log')
    await answer.pressure?.(page, 'en')
    await mainButton(page).click()
    await answer['first-step']?.(page, 'en')
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/4$/)
    await expect.poll(stored).toHaveLength(2)
    await clear(page, 'indexeddb')
    await wake()
    // The items are numbered again from 1: the second item now has the former number of the first one, which is being
    // sent.
    await expect.poll(stored).toHaveLength(2)
    letGo()
    await expect.poll(lastCompleted, { timeout: 30_000 }).toBe(3)
    await expect.poll(stored).toHaveLength(0)
    await context.unroute('**/log')
  })
  watch.expectSilence()
  watch.expected.push(FAILED_REQUEST)
  await page.reload()
  await expect(mainButton(page)).toBeVisible()
  await untilSaved(page, noura)
  await test.step('what is on her screen stays, and what waits arrives', async () => {
    await context.route('**/log', route => route.abort())
    await answer.kit?.(page, 'en')
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/5$/)
    await answer.kinds?.(page, 'en')
    const waits = page.getByText('Waiting to be sent: 1 answer')
    await expect(waits).toBeVisible()
    // The browser clears the database first. A tab that does not know this makes the database again, before this tab
    // reads it.
    await clear(page, 'indexeddb')
    const other = await context.newPage()
    await other.goto(server.origin)
    const names = () => other.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    await expect.poll(names).toContain('step-by-step-outbox')
    await other.close()
    await wake()
    await expect.poll(stored).toHaveLength(1)
    // This tab makes the database again.
    await clear(page, 'all')
    await wake()
    await expect.poll(stored).toHaveLength(1)
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await expect(waits).toBeVisible()
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/6$/)
    await context.unroute('**/log')
    await wake()
    const answers = async () => Object.keys((await progressOf(noura, cutsOf('en')))?.answers ?? {})
    await expect.poll(answers, { timeout: 30_000 }).toEqual(expect.arrayContaining(['kit', 'kinds']))
    await page.reload()
    await expect(page).toHaveURL(/\/6$/)
  })
  await untilSaved(page, noura)
  await page.close()

  // WebKit drops all that a site has stored after seven days of use of the browser without a visit to the site.
  const again = await context.newPage()
  await clear(again, 'all', server.origin)
  await again.goto(server.origin + cutsPath('en'))
  await expect(again).toHaveURL(/\/login/)
  await expect(again.getByRole('heading', { level: 1 })).toBeVisible()
  await bringIn(again, noura)
  await again.goto(`${server.origin}/continue`)
  await expect(again).toHaveURL(`${server.origin}${cutsPath('en')}/6`)
  await untilSaved(again, noura)
})

/** Clears the storage, as a person does in the settings of a browser. */
async function clear(page: Page, storageTypes: string, origin = new URL(page.url()).origin): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devTools.detach()
}
