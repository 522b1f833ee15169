import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { expect, test as inBrowser } from '../test.ts'
import type {} from './kept-rows-page.ts'

/** Each of these URLs has a storage of its own, as another phone has. */
const PAGES = /^http:\/\/localhost:\d\/$/

/**
 * Tests what a browser stores of kept lessons, without the app and a server. The fixture of the worker is not used,
 * because it would start a worker, a browser and a server for this one journey.
 */
const test = inBrowser.extend<{ newPhone(): Promise<Page> }>({
  newPhone: async ({ page }, use) => {
    const input = fileURLToPath(new URL('kept-rows-page.ts', import.meta.url))
    const options = { write: false, minify: false, rolldownOptions: { input } } as const
    const made = await build({ configFile: false, logLevel: 'error', build: options })
    const script = (made as Rolldown.RolldownOutput).output[0].code
    await page.route(PAGES, route => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
    let phones = 0
    await use(async () => {
      phones += 1
      await page.goto(`http://localhost:${phones}/`)
      await page.addScriptTag({ content: script, type: 'module' })
      await page.waitForFunction(() => 'phone' in window)
      return page
    })
  },
})

test('a phone keeps what its people keep, and removes what nobody does', async ({ newPhone }) => {
  for (const [sentence, holds] of Object.entries(sentences))
    await test.step(sentence, async () => holds(await newPhone()))
})

const sentences: Record<string, (phone: Page) => Promise<void>> = {
  'a lesson that is removed can be taken back for a while; then its text and its film go': async phone => {
    const seen = await phone.evaluate(async () => {
      const { phone } = window
      await phone.keep('noura', 'cuts')
      await phone.removeDownloads('noura', ['cuts'], 1000)
      const whileRemoved = await phone.downloadsOf('noura')
      await phone.deleteRemoved(10_999)
      await phone.undoRemoval('noura', ['cuts'])
      const back = await phone.downloadsOf('noura')
      await phone.removeDownloads('noura', ['cuts'], 1000)
      await phone.deleteRemoved(11_000)
      return { whileRemoved, back, left: await phone.here(), texts: await phone.savedLessons('noura') }
    })
    expect(seen.whileRemoved).toEqual([])
    expect(seen.back).toMatchObject([{ lessonId: 'cuts', state: 'ready', media: ['film.mp3'] }])
    expect(seen.left).toEqual({ rows: [], files: [] })
    expect(seen.texts).toEqual([])
  },

  'when Yousef signs out, a film that Noura keeps, too, stays': async phone => {
    const left = await phone.evaluate(async () => {
      const { phone } = window
      await phone.keep('noura', 'cuts')
      await phone.keep('yousef', 'cuts')
      await phone.keep('yousef', 'burns', 'other')
      await phone.deleteDownloadsOf('yousef')
      return { ...(await phone.here()), texts: await phone.savedLessons('yousef') }
    })
    expect(left).toMatchObject({ rows: [{ uid: 'noura', lessonId: 'cuts' }], texts: [], files: ['film.mp3'] })
  },

  'a kept lesson takes what was promised, and what the server says of a new version': async phone => {
    const sizes = await phone.evaluate(async () => {
      const { phone } = window
      const sizes = async () => (await phone.downloadsOf('noura')).map(({ bytes }) => bytes)
      await phone.keep('noura', 'cuts')
      const kept = await sizes()
      await phone.list('noura', 'cuts', '2')
      return [kept, await sizes()]
    })
    expect(sizes).toEqual([[469_000], [480_000]])
  },

  'a begun film stays when the text changes at the server, and somebody else comes before it goes on': async phone => {
    const left = await phone.evaluate(async () => {
      const { phone } = window
      await phone.begin('noura', 'cuts')
      await phone.list('noura', 'cuts', '2')
      // A visit of Yousef deletes what was removed.
      await phone.deleteRemoved()
      const afterNews = await phone.here()
      await phone.want('noura', 'cuts', 'film', '3')
      await phone.deleteRemoved()
      return [afterNews, await phone.here()]
    })
    expect(left).toMatchObject([{ files: ['film.mp3'] }, { files: ['film.mp3'] }])
  },

  'a lesson that Yousef may not see stays for Noura, also if he comes while it is looked up': async phone => {
    const requested: string[] = []
    await phone.route('**/lessons/**', route => {
      requested.push(route.request().url())
      return route.fulfill({ status: 404, json: { success: false, error: { code: 'not-found', message: '' } } })
    })
    const left = await phone.evaluate(async () => {
      const { phone } = window
      await phone.begin('noura', 'cuts')
      await phone.list('noura', 'cuts', '2')
      phone.comes('noura')
      const { getAll } = IDBIndex.prototype
      const looked = new Promise<void>(resolve => {
        IDBIndex.prototype.getAll = function (...query) {
          const found = getAll.apply(this, query)
          IDBIndex.prototype.getAll = getAll
          phone.comes('yousef')
          found.addEventListener('success', () => setTimeout(resolve, 0))
          return found
        }
      })
      phone.startDownloading()
      await looked
      // This lock becomes free when all work that began before has ended.
      await navigator.locks.request('sbs.downloads', () => {})
      return phone.here()
    })
    expect(left).toMatchObject({ rows: [{ uid: 'noura', lessonId: 'cuts' }], files: ['film.mp3'] })
    expect(requested).toEqual([])
  },

  'a lesson that is added just after the queue was found empty is downloaded': async phone => {
    const requested: string[] = []
    await phone.route('**/lessons/**', route => void requested.push(route.request().url()))
    await phone.evaluate(() => {
      const { phone } = window
      phone.comes('noura')
      const { request } = LockManager.prototype
      LockManager.prototype.request = async function (this: LockManager, ...args: unknown[]) {
        const result = await Reflect.apply(request, this, args)
        if (args[0] !== 'sbs.downloads') return result
        LockManager.prototype.request = request
        // A busy phone reports the free lock late, so these calls come first.
        await phone.want('noura', 'cuts')
        await phone.list('noura', 'cuts', '2')
        return result
      }
      phone.startDownloading()
    })
    await expect.poll(() => requested).toHaveLength(1)
  },

  'a full phone lets lessons go at once: removed, deleted or cancelled': async phone => {
    const seen = await phone.evaluate(async () => {
      const { phone } = window
      await phone.keep('noura', 'cuts')
      await phone.keep('noura', 'burns', 'burn')
      await phone.begin('noura', 'calm')
      await phone.keep('noura', 'breath', 'air')
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (...args) {
        const request = put.apply(this, args)
        this.transaction.abort()
        return request
      }
      const mayReturn = await phone.removeDownloads('noura', ['cuts'])
      await phone.deleteDownloads('noura', ['burns'])
      await phone.cancelDownloads('noura', ['calm'])
      return { mayReturn, ...(await phone.here()), texts: await phone.savedLessons('noura') }
    })
    expect(seen).toMatchObject({
      mayReturn: false,
      rows: [{ lessonId: 'breath' }],
      files: ['air.mp3'],
      texts: ['breath'],
    })
  },

  'without room for a lesson file, the lesson that was here stays as it was, and nothing of the file': async phone => {
    const seen = await phone.evaluate(async () => {
      const { phone } = window
      await phone.keep('noura', 'cuts')
      const before = await phone.here()
      const { put } = Cache.prototype
      Cache.prototype.put = async () => {
        throw new DOMException('', 'QuotaExceededError')
      }
      const stored = [await phone.give('noura', 'cuts', 'other'), await phone.give('noura', 'burns', 'other')]
      const after = await phone.here()
      Cache.prototype.put = put
      stored.push(await phone.give('noura', 'burns', 'other'))
      return { before, stored, after, atLast: await phone.here() }
    })
    expect(seen.after).toEqual(seen.before)
    expect(seen.stored).toEqual([false, false, true])
    expect(seen.atLast.files.sort()).toEqual(['film.mp3', 'other.mp3'])
  },

  'merging accounts moves the lessons, and their files stay': async phone => {
    const left = await phone.evaluate(async () => {
      const { phone } = window
      await phone.keep('former', 'cuts')
      await phone.keep('former', 'burns', 'other')
      await phone.keep('noura', 'burns', 'other')
      await phone.moveDownloads(['former'], 'noura')
      await phone.deleteRemoved()
      return phone.here()
    })
    expect(left.rows).toMatchObject([
      { uid: 'noura', lessonId: 'burns', state: 'ready' },
      { uid: 'noura', lessonId: 'cuts', state: 'waiting' },
    ])
    expect(left.files.sort()).toEqual(['film.mp3', 'other.mp3'])
  },
}
