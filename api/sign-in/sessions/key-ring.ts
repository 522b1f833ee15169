import { MINUTE, SECOND } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import { readSigningKeys, type SigningKey, type StoredKeys, saveSigningKeys } from './signing-keys.ts'

/** A process reads the keys this often, to find those that another process created or deleted. */
const READ_AFTER_MS = MINUTE
/** After this time every process has read a new key and accepts its tokens. */
const KNOWN_TO_ALL_AFTER_MS = 2 * READ_AFTER_MS
/** Tokens with invented key ids must not cause a query each. */
const LOOK_AGAIN_AFTER_MS = 2 * SECOND

export type KeyRing = {
  /** The key that signs new tokens. */
  signer: () => Promise<SigningKey>
  find: (id: string) => Promise<SigningKey | undefined>
  /** Creates a new key if the newest is too old; called about every hour. */
  keep: () => Promise<void>
}

/** The signing keys as this process knows them. */
export async function openKeyRing({
  db,
  key,
  now,
  warn,
}: {
  db: Db
  key: Buffer
  now: () => number
  warn: (message: string) => void
}): Promise<KeyRing> {
  const before = await readSigningKeys(db, key)
  if (before.unreadable > 0) warn(CHANGED_SECRET)
  await saveSigningKeys(db, { key, now: now() })
  let { keys } = await readSigningKeys(db, key)
  let readAt = now()
  let lookedAgainAt = Number.NEGATIVE_INFINITY
  let reading: Promise<StoredKeys> | undefined

  async function keysOfNow(): Promise<SigningKey[]> {
    if (now() - readAt >= READ_AFTER_MS) await read()
    return keys
  }

  async function read(): Promise<void> {
    reading ??= readSigningKeys(db, key).finally(() => {
      reading = undefined
    })
    keys = (await reading).keys
    readAt = now()
  }

  async function signerOfNow(): Promise<SigningKey | undefined> {
    const all = await keysOfNow()
    return all.find(each => each.createdAt <= now() - KNOWN_TO_ALL_AFTER_MS) ?? all.at(-1)
  }

  async function keep(): Promise<void> {
    await saveSigningKeys(db, { key, now: now() })
    await read()
  }

  return {
    keep,

    async signer() {
      const signer = await signerOfNow()
      if (signer) return signer
      // The table was emptied, or is encrypted with another secret now.
      await keep()
      return (await signerOfNow()) as SigningKey
    },

    async find(id) {
      const isIt = (each: SigningKey) => each.id === id
      const known = (await keysOfNow()).find(isIt)
      if (known || now() - lookedAgainAt < LOOK_AGAIN_AFTER_MS) return known
      lookedAgainAt = now()
      await read()
      return keys.find(isIt)
    },
  }
}

const CHANGED_SECRET =
  'SECRET_KEY is not the one under which the signing keys were encrypted. New ones are used from now on: everybody stays ' +
  'signed in, but codes and challenges that are under way have to be requested again.'
