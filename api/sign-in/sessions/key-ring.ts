import { MINUTE, SECOND } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import { readSigningKeys, type SigningKey, type Stored, saveSigningKeys } from './signing-keys.ts'

/** So a key that another process made, or took away, is heard of. */
const READ_AFTER_MS = MINUTE
/** Every process has heard of a key that is this old, so none refuses what it signs. */
const KNOWN_TO_ALL_AFTER_MS = 2 * READ_AFTER_MS
/** Of key names that are made up, few lead to the database. */
const LOOK_AGAIN_AFTER_MS = 2 * SECOND

export type KeyRing = {
  /** With this one tokens are signed. */
  signer: () => Promise<SigningKey>
  find: (id: string) => Promise<SigningKey | undefined>
  /** Makes a new key when the newest is too old; to be called about every hour. */
  keep: () => Promise<void>
}

/** The signing keys as this process knows them. `warn` tells the operator. */
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
  let reading: Promise<Stored> | undefined

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
      // Somebody emptied the table, or keeps it under another secret now.
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
  'SECRET_KEY is not the one under which the signing keys were kept. New ones are used from now on: everybody stays ' +
  'signed in, but codes and puzzles that are under way have to be requested again.'
