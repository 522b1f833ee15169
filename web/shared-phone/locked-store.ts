import type { DBSchema } from 'idb'
import { phoneDatabase } from '../outbox/phone-database.ts'
import type { Locked, PinLock } from './pin-keys.ts'

/** After so many wrong PINs only a sign-in opens a person again. */
export const MAX_TRIES = 5

/** A row of one person from a store of this phone, encrypted. */
export type LockedRow = Locked & { uid: string; store: string; key: string }

interface Schema extends DBSchema {
  locks: { key: string; value: PinLock }
  rows: { key: [string, string, string]; value: LockedRow; indexes: { uid: string } }
}

const inTransaction = phoneDatabase<Schema>('step-by-step-people', 1, db => {
  db.createObjectStore('locks', { keyPath: 'uid' })
  db.createObjectStore('rows', { keyPath: ['uid', 'store', 'key'] }).createIndex('uid', 'uid')
})
/** A transaction is complete only when it is on disk. */
const strict = { durability: 'strict' } as const

export function lockOf(uid: string): Promise<PinLock | undefined> {
  return inTransaction('readonly', ['locks'], transaction => transaction.objectStore('locks').get(uid))
}

export async function saveLock(lock: PinLock): Promise<void> {
  await inTransaction('readwrite', ['locks'], transaction => transaction.objectStore('locks').put(lock), strict)
}

/** Deletes a lock and everything that it locks. */
export async function deleteLock(uid: string): Promise<void> {
  await inTransaction('readwrite', ['locks', 'rows'], async transaction => {
    const rows = transaction.objectStore('rows')
    const keys = await rows.index('uid').getAllKeys(uid)
    await Promise.all([transaction.objectStore('locks').delete(uid), ...keys.map(key => rows.delete(key))])
  })
}

/**
 * Counts a try before it is made, so that neither a reload nor a second tab gains one. Undefined if no try is left:
 * then the key that the PIN opens is deleted.
 */
export function countPinTry(uid: string): Promise<PinLock | undefined> {
  return inTransaction(
    'readwrite',
    ['locks'],
    async transaction => {
      const locks = transaction.objectStore('locks')
      const lock = await locks.get(uid)
      if (!lock?.byPin) return undefined
      const counted = { ...lock, tries: lock.tries + 1 }
      const isLeft = counted.tries <= MAX_TRIES
      await locks.put(isLeft ? counted : { ...counted, byPin: undefined })
      return isLeft ? counted : undefined
    },
    strict,
  )
}

export async function updateLock(uid: string, changes: Partial<PinLock>): Promise<void> {
  await inTransaction(
    'readwrite',
    ['locks'],
    async transaction => {
      const locks = transaction.objectStore('locks')
      const lock = await locks.get(uid)
      if (lock) await locks.put({ ...lock, ...changes })
    },
    strict,
  )
}

export async function saveLocked(rows: readonly LockedRow[]): Promise<void> {
  await inTransaction(
    'readwrite',
    ['rows'],
    transaction => Promise.all(rows.map(row => transaction.objectStore('rows').put(row))),
    strict,
  )
}

export function lockedOf(uid: string): Promise<LockedRow[]> {
  return inTransaction('readonly', ['rows'], transaction => transaction.objectStore('rows').index('uid').getAll(uid))
}

export async function deleteLocked(rows: readonly LockedRow[]): Promise<void> {
  await inTransaction('readwrite', ['rows'], transaction =>
    Promise.all(rows.map(({ uid, store, key }) => transaction.objectStore('rows').delete([uid, store, key]))),
  )
}

/** Moves the lock of an account to the account that it was merged into. */
export async function renameLock(from: string, to: string): Promise<void> {
  const lock = await lockOf(from)
  if (!lock) return
  if (!(await lockOf(to))) await saveLock({ ...lock, uid: to })
  await deleteLock(from)
}
