import type { Page } from '@playwright/test'
import type { Person } from '../people.ts'

/** Resolves when this phone has what it opens without a network: the build, and what this person has seen. */
export async function untilSaved(page: Page, who: Person): Promise<void> {
  await page.waitForFunction(async () => {
    const newest = (await caches.keys()).findLast(name => name.startsWith('sbs.build.'))
    const hasPage = newest !== undefined && (await (await caches.open(newest)).match('/'))
    return hasPage && navigator.serviceWorker.controller?.state === 'activated'
  })
  await page.waitForTimeout(400)
  if ((await savedRowsOf(page, who)).length === 0) throw new Error('Nothing is saved of this person')
}

export function buildsSaved(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await caches.keys()).filter(name => name.startsWith('sbs.build.')))
}

/** The keys of what is saved of a person. */
export function savedRowsOf(page: Page, { session }: Person): Promise<string[]> {
  return page.evaluate(async uid => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('step-by-step-data'))
    const keys = db.objectStoreNames.contains('queries')
      ? await done(db.transaction('queries').objectStore('queries').index('uid').getAllKeys(uid))
      : []
    db.close()
    return keys.map(String)
  }, session.uid)
}
