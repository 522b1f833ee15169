import type { BrowserContext, Page } from '@playwright/test'
import { keptPieces, recorderOn } from '../media/recorder.ts'
import { answerOf, arrived, give, heardBy, leaveRecording, mp3Of, openSpoken, sendingsOf } from '../messages/spoken.ts'
import { test } from '../own-server.ts'
import type { Server } from '../server.ts'
import { expect } from '../test.ts'
import { untilSaved } from './saved.ts'

test("with the app closed, the browser sends Noura's recording as soon as there is a network, and the next visit does not send it again", async ({
  context,
  own: server,
}) => {
  const recording = mp3Of(60)
  const page = await context.newPage()
  const noura = await openSpoken(page, server)
  await expect(recorderOn(page).start).toBeVisible()
  await leaveRecording(page, noura, recording)
  // From the second visit on, the worker can send.
  await untilSaved(page, noura)
  await page.reload()
  await expect(recorderOn(page).delete).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toContain('sends')
  await server.stop()
  await give(page)
  await expect(page.getByText('Waiting to be sent: 1 answer')).toBeVisible()
  await expect.poll(() => storedSender(page)).toMatchObject({ uid: noura.session.uid })
  await letTokenExpire(page)
  await page.close()
  await server.start()
  expect(await answerOf(noura)).toBeUndefined()

  await comeOnline(context, server)
  expect((await heardBy(server, noura, await arrived(noura))).equals(recording)).toBe(true)
  const sent = sendingsOf(context)
  const again = await context.newPage()
  await again.goto(`${server.origin}/courses`)
  await expect(again.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => storedSender(again)).toBeUndefined()
  await expect(again.getByText('Waiting to be sent')).toHaveCount(0)
  expect(await keptPieces(again)).toEqual([])
  // The page's token has expired, too. The page gets the same new token as the worker.
  await expect.poll(() => again.evaluate(() => JSON.parse(localStorage['sbs.session']).expiresAt)).toBeGreaterThan(0)
  expect(sent).toEqual({ recordings: 0, logs: [] })
})

/** Does what a browser does when it finds a network. The browser of the test has one all the time. */
async function comeOnline(context: BrowserContext, server: Server): Promise<void> {
  const blank = await context.newPage()
  const browser = await context.newCDPSession(blank)
  const registered = new Promise<string>(resolve =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [ours] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(server.origin))
      if (ours) resolve(ours.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const registrationId = await registered
  const sync = { origin: server.origin, registrationId, tag: 'outbox', lastChance: true }
  await browser.send('ServiceWorker.dispatchSyncEvent', sync)
  await blank.close()
}

/** The session with which the worker would send. */
function storedSender(page: Page): Promise<{ uid: string } | undefined> {
  return page.evaluate(inSenders, undefined)
}

/** Makes the token expire, as if Noura had been without a network for hours. */
async function letTokenExpire(page: Page): Promise<void> {
  await page.evaluate(inSenders, 0)
  await page.evaluate(() => {
    localStorage['sbs.session'] = JSON.stringify({ ...JSON.parse(localStorage['sbs.session']), expiresAt: 0 })
  })
}

/** Runs in the page. Returns the stored sender. With `expiresAt`, changes the sender first. */
async function inSenders(expiresAt: number | undefined): Promise<{ uid: string } | undefined> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  if (!(await indexedDB.databases()).some(({ name }) => name === 'step-by-step-sender')) return undefined
  const db = await done(indexedDB.open('step-by-step-sender'))
  const senders = db.transaction('sessions', 'readwrite').objectStore('sessions')
  const sender = await done(senders.get('sender'))
  if (sender && expiresAt !== undefined) await done(senders.put({ ...sender, expiresAt }, 'sender'))
  db.close()
  return sender
}
