import { getDraft } from '../../../contract/organisation/drafts.ts'
import { writeSound } from '../../engines/author-files.ts'
import { expectGoodOnBoth, sizes } from '../../good-screens.ts'
import { bringIn, newAuthor } from '../../people.ts'
import { expect, FAILED_REQUEST, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

test('Reem writes with a full phone and without a network: she reads that nothing is stored, copies her text out, and it is sent later', async ({
  server,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const reem = await newAuthor(server)
  const value = {
    id: 'cups',
    type: 'multichoice',
    textContent: '# How many cups?',
    options: { answers: [{ id: 'one', text: 'One cup' }] },
  }
  const { id, params, lesson } = await courseWithPage(reem, value)
  await bringIn(page, reem)
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...given: Parameters<typeof put>) {
      const request = put.apply(this, given)
      if (this.transaction.db.name !== 'step-by-step-course-drafts') return request
      if ('refusesAtOnce' in window) throw new DOMException('full', 'QuotaExceededError')
      refuseLate(this)
      return request
    }
    // A slow device says only after the first try to send that it has no room.
    function refuseLate(store: IDBObjectStore, until = performance.now() + 2500): void {
      store.count().onsuccess = () => {
        if (performance.now() < until) refuseLate(store, until)
        else store.transaction.abort()
      }
    }
  })
  await page.goto(`${server.origin}/org/courses/${id}/edit/${lesson}/cups`)
  const answer = page.getByRole('textbox', { name: 'Answer 1', exact: true })
  await expect(answer).toBeVisible()
  await page.context().setOffline(true)
  const said = await page.evaluateHandle(() => {
    const texts: string[] = []
    const line = document.querySelector('.ed-bar [role=status]') as Element
    const observer = new MutationObserver(() => texts.push(line.textContent ?? ''))
    observer.observe(line, { childList: true, characterData: true, subtree: true })
    return texts
  })
  await answer.fill('Two cups')
  await expect(page.getByText(/^Neither sent nor kept/)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { refusesAtOnce: true }))
  await answer.fill('Two cups of tea')
  // Nor is it said for a moment that the phone has it.
  expect(await said.jsonValue()).not.toContainEqual(expect.stringMatching(/^Offline: kept/))
  await page.getByRole('button', { name: 'Copy my text' }).click()
  await expect(page.getByRole('textbox', { name: 'Your text' })).toHaveValue('Two cups of tea')
  await expectGoodOnBoth(page, 'a text that is stored nowhere')
  await page.context().setOffline(false)
  await expect(page.getByText('Draft, saved')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('button', { name: 'Copy my text' })).toHaveCount(0)
  const { lessons } = (await reem.call(getDraft, { params })).data
  expect(JSON.stringify(lessons)).toContain('Two cups of tea')
})

test('Reem brings a sound to a full phone without a network: she reads that it is not kept, until the phone has room', async ({
  server,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const reem = await newAuthor(server)
  const { id, params, lesson } = await courseWithPage(reem, { id: 'kettle', type: 'rich-text' })
  await bringIn(page, reem)
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...given: Parameters<typeof put>) {
      if (this.name === 'files' && !('hasRoom' in window)) throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, given)
    }
  })
  await page.goto(`${server.origin}/org/courses/${id}/edit/${lesson}/kettle`)
  await page.getByText('More on this page').click()
  await page.context().setOffline(true)
  await page.locator('input[type=file][accept*=audio]').setInputFiles(writeSound(server.dataDir))
  await expect(page.getByText(/^A file is neither sent nor kept on this device/)).toBeVisible()
  await expectGoodOnBoth(page, 'a file that is stored nowhere')
  await page.evaluate(() => Object.assign(window, { hasRoom: true }))
  await expect(page.getByText(/^Offline: kept on this device/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Draft, saved')).toBeVisible({ timeout: 40_000 })
  const { files } = (await reem.call(getDraft, { params })).data
  expect(files.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^media\/hello-\w+\.mp3$/))
})
