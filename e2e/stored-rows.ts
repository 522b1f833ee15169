import type { Page } from '@playwright/test'

/** All rows of a store of IndexedDB. Empty if the app has not made the store yet. */
export function storedRows<Row>(page: Page, database: string, store: string): Promise<Row[]> {
  return page.evaluate(
    async ([name, store]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const opening = indexedDB.open(name)
      // Without this, the opening would make a database without stores, in which the app could save nothing.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      const db = await done(opening).catch(() => undefined)
      if (!db) return []
      const rows = db.objectStoreNames.contains(store)
        ? await done(db.transaction(store).objectStore(store).getAll())
        : []
      db.close()
      return rows
    },
    [database, store] as const,
  )
}

/** Adds a row to a store that the app has made. */
export async function addRow(page: Page, database: string, store: string, row: object): Promise<void> {
  await page.evaluate(
    async ([name, store, row]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>(resolve => (request.onsuccess = () => resolve(request.result)))
      const db = await done(indexedDB.open(name))
      await done(db.transaction(store, 'readwrite').objectStore(store).add(row))
      db.close()
    },
    [database, store, row] as const,
  )
}
