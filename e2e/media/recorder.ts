import type { Page } from '@playwright/test'
import { type Language, texts } from '../lessons/lesson-walk.ts'

/** The recorder on the page that is open. */
export function recorderOn(page: Page, language: Language = 'en') {
  const { recorder: words, media } = texts[language]
  const box = page.locator('.recorder')
  const button = (name: string) => box.getByRole('button', { name, exact: true })
  return {
    words,
    box,
    start: button(words.start),
    stop: button(words.stop),
    delete: button(words.delete),
    undo: button(words.undo),
    play: button(media.play),
    sound: box.locator('audio'),
    status: box.getByRole('status'),
    alert: box.getByRole('alert'),
    timeLeft: box.locator('.time'),
  }
}

/** The pieces of recordings that this browser stores, with the mp3 in base64. */
export function keptPieces(page: Page): Promise<{ uid: string; seconds: number; mp3: string }[]> {
  return page.evaluate(async name => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    // Opening a missing database would create it, without its tables.
    if (!(await indexedDB.databases()).some(database => database.name === name)) return []
    const db = await done(indexedDB.open(name))
    const rows = await done(db.transaction('pieces').objectStore('pieces').getAll())
    db.close()
    return rows.map(({ uid, seconds, mp3 }) => ({ uid, seconds, mp3: mp3.toBase64() }))
  }, 'step-by-step-recordings')
}

/** Makes each deletion of a piece fail, until the page is loaded again. */
export async function keepPieces(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { delete: remove } = IDBObjectStore.prototype
    IDBObjectStore.prototype.delete = function (...args) {
      if (this.name === 'pieces') throw new DOMException('The page is gone', 'AbortError')
      return remove.apply(this, args)
    }
  })
}
