import type { Page } from '@playwright/test'

/**
 * All rows of a store of IndexedDB; none while the app has not made it. Opening a missing database would create it
 * without its stores, and the app could save nothing there.
 */
export function storedRows<Row>(page: Page, database: string, store: string): Promise<Row[]> {
  return page.evaluate(
    async ([name, store]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      if (!(await indexedDB.databases()).some(database => database.name === name)) return []
      const db = await done(indexedDB.open(name))
      const rows = db.objectStoreNames.contains(store)
        ? await done(db.transaction(store).objectStore(store).getAll())
        : []
      db.close()
      return rows
    },
    [database, store] as const,
  )
}
