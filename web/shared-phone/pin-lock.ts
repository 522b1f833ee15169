import { getAccountKeys } from '../../contract/account.ts'
import { call } from '../api.ts'
import { inOneTab } from '../browser/in-one-tab.ts'
import type { StoredSession } from '../session.ts'
import {
  countPinTry,
  deleteLock,
  deleteLocked,
  type LockedRow,
  lockedOf,
  lockOf,
  MAX_TRIES,
  saveLock,
  saveLocked,
  updateLock,
} from './locked-store.ts'
import { pack, unpack } from './packed.ts'
import { readPersonal, removePersonal, storeNames, writePersonal } from './personal-rows.ts'
import { decryptorWith, encryptorFor, makeLock, openByAccount, openByPin, type PinLock, withPin } from './pin-keys.ts'
import { storedSession } from './this-tab.ts'

/** What is stored encrypted until the right PIN is typed. */
export type LockedSession = { session: StoredSession; signsInWith?: string | undefined }

export type Opening = { isOpen: true; locked: LockedSession | undefined } | { isOpen: false; triesLeft: number }

type Entering = {
  /** Puts somebody else aside, once the PIN is right. */
  makeRoom(): Promise<void>
  /** Starts the session, if there is one. */
  begin(locked: LockedSession | undefined): void
}

/**
 * The PIN and the account open the same keys. The key of the account comes from the server, so this needs a network.
 */
export async function setPin(uid: string, pin: string): Promise<void> {
  const { data } = await call(getAccountKeys, {})
  const accountKey = data[uid]
  if (!accountKey) throw new Error('The server has no key of this account')
  await saveLock(await makeLock(uid, pin, accountKey))
}

/** Returns how many tries are left after a wrong PIN; undefined after the right one. */
export async function changePin(uid: string, pin: string, next: string): Promise<number | undefined> {
  const tried = await tryPin(uid, pin)
  if ('triesLeft' in tried) return tried.triesLeft
  await saveLock(await withPin({ ...tried.lock, tries: 0 }, next, tried.privateBytes))
  return undefined
}

/** Returns the same as `changePin`. */
export async function removePin(uid: string, pin: string): Promise<number | undefined> {
  const tried = await tryPin(uid, pin)
  if ('triesLeft' in tried) return tried.triesLeft
  await deleteLock(uid)
  return undefined
}

export async function hasLock(uid: string): Promise<boolean> {
  return (await lockOf(uid)) !== undefined
}

/** The number of tries that are left. 0 if only a sign-in opens this person's data. */
export async function triesLeft(uid: string): Promise<number> {
  const lock = await lockOf(uid)
  return lock?.byPin ? MAX_TRIES - lock.tries : 0
}

type Tried = { lock: PinLock; privateBytes: ArrayBuffer } | { triesLeft: number }

function tryPin(uid: string, pin: string): Promise<Tried> {
  return withLockOf(uid, async () => {
    const lock = await countPinTry(uid)
    if (!lock) return { triesLeft: 0 }
    const privateBytes = await openByPin(lock, pin)
    const triesLeft = MAX_TRIES - lock.tries
    if (privateBytes || triesLeft === 0) await updateLock(uid, privateBytes ? { tries: 0 } : { byPin: undefined })
    return privateBytes ? { lock, privateBytes } : { triesLeft }
  })
}

/** Stores the session encrypted. Called before it is removed from `localStorage`. */
export async function lockSession(uid: string, locked: LockedSession): Promise<void> {
  const lock = await lockOf(uid)
  if (!lock) return
  const encrypted = await (await encryptorFor(lock.publicKey))(pack(locked))
  await saveLocked([{ uid, store: SESSION, key: SESSION, ...encrypted }])
  await updateLock(uid, { isLocked: true })
}

const SESSION = 'session'

/**
 * Encrypts everything of this person that lies open on this phone. Open rows are deleted only when the encrypted ones
 * are on disk. So an interruption loses nothing, and the next call continues. It does nothing for a person who has come
 * back while it waited for its turn.
 */
export function lockData(uid: string): Promise<void> {
  return withLockOf(uid, async () => {
    const lock = await lockOf(uid)
    if (!lock || storedSession()?.uid === uid) return
    const encrypt = await encryptorFor(lock.publicKey)
    for (const store of storeNames) {
      const rows = await readPersonal(store, uid)
      const locked = await Promise.all(
        rows.map(async ({ key, value }): Promise<LockedRow> => ({ uid, store, key, ...(await encrypt(pack(value))) })),
      )
      if (locked.length > 0) await saveLocked(locked)
      await removePersonal(store, rows)
    }
  })
}

/** Decrypts everything of this person if the PIN is right, and lets them in. */
export async function openWithPin(uid: string, pin: string, { makeRoom, begin }: Entering): Promise<Opening> {
  const tried = await tryPin(uid, pin)
  if ('triesLeft' in tried) return { isOpen: false, triesLeft: tried.triesLeft }
  await makeRoom()
  const locked = await withLockOf(uid, async () => {
    const opened = await openData(uid, tried.privateBytes)
    // Called before this work ends: `lockData` may wait for that, and would lock everything again.
    begin(opened)
    return opened
  })
  return { isOpen: true, locked }
}

/**
 * After a sign-in without the PIN: decrypts everything with the key that the server gives to its owner, and removes the
 * PIN. Returns whether there was a PIN.
 */
export async function openWithAccount(uid: string): Promise<boolean> {
  const lock = await lockOf(uid)
  if (!lock?.isLocked) return false
  const { data } = await call(getAccountKeys, {})
  const accountKey = data[lock.accountUid]
  const privateBytes = accountKey && (await openByAccount(lock, accountKey))
  // The key is of another server, or of a new secret. The PIN may still open the data.
  if (!privateBytes) return false
  await withLockOf(uid, () => openData(uid, privateBytes))
  await deleteLock(uid)
  return true
}

/** Returns the decrypted session. */
async function openData(uid: string, privateBytes: ArrayBuffer): Promise<LockedSession | undefined> {
  const rows = await lockedOf(uid)
  const decrypt = await decryptorWith(privateBytes)
  for (const store of storeNames) {
    const own = rows.filter(row => row.store === store)
    await writePersonal(store, await Promise.all(own.map(async row => unpack(await decrypt(row)))))
    await deleteLocked(own)
  }
  await updateLock(uid, { isLocked: false })
  const session = rows.find(({ store }) => store === SESSION)
  return session && (unpack(await decrypt(session)) as LockedSession)
}

/** One tab at a time locks or opens a person. */
function withLockOf<Result>(uid: string, work: () => Promise<Result>): Promise<Result> {
  return inOneTab(`sbs.pin ${uid}`, work)
}
