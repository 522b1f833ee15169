import { cutsPath, mainButton, answer } from '../lessons/lesson-walk.ts'
import { mentorWith } from '../messages/talking.ts'
import { bringIn } from '../people.ts'
import { Server } from '../server.ts'
import { expect, test } from '../test.ts'
import { saved } from './worker.ts'
test.use({ serviceWorkers: 'allow' })
test('explore', async ({ context, watch }) => {
  watch.expected.push(/.*/)
  const language = process.env.L === 'ar' ? 'ar' : 'en'
  const server = new Server()
  await server.start()
  const { learner: noura } = await mentorWith(server, 1)
  const page = await context.newPage()
  page.on('console', m => console.log('console', m.type(), m.text()))
  await bringIn(page, noura, language)
  await page.goto(server.origin + '/messages')
  await page.waitForTimeout(2500)
  await page.goto(server.origin + '/account')
  await page.waitForTimeout(1500)
  await page.goto(server.origin + '/')
  await page.waitForTimeout(1500)
  await page.goto(server.origin + cutsPath(language))
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/2$/)
  await saved(page)
  await page.waitForTimeout(3000)
  console.log(await page.evaluate(async () => (await Promise.all((await caches.keys()).map(async n => [n, (await (await caches.open(n)).keys()).length])))))
  console.log(await page.evaluate(async () => { const db: IDBDatabase = await new Promise(r => { const q = indexedDB.open('step-by-step-data'); q.onsuccess = () => r(q.result) }); const k = await new Promise(r => { const q = db.transaction('queries').objectStore('queries').getAllKeys(); q.onsuccess = () => r(q.result) }); db.close(); return k }))
  await server.stop()
  await page.close()
  const again = await context.newPage()
  again.on('console', m => console.log('console2', m.type(), m.text()))
  for (const [n, path] of ['/', `/courses/first-aid-${language}`, cutsPath(language) + '/2', '/messages', '/account', '/courses/first-steps-en'].entries()) {
    const t0 = Date.now()
    await again.goto(server.origin + path)
    await again.waitForTimeout(1500)
    await again.screenshot({ path: `/tmp/off/${language}-${n}.png` })
    console.log(path, await again.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime))
  }
  await server.remove()
})
