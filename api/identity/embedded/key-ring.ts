import type { Db } from '../../database/tables.ts'
import { MINUTE, SECOND } from '../../http/limits.ts'
import { keepSigningKeys, readSigningKeys, type SigningKey, type Stored } from './signing-keys.ts'

/** So a key that another process made, or took away, is heard of. */
const READ_AFTER_MS = MINUTE
/** An unknown name may be that of a new key; of many that are made up, few lead to the database. */
const READ_AGAIN_AFTER_MS = 2 * SECOND

export type KeyRing = {
  /** With this one tokens are signed. */
  newest: () => Promise<SigningKey>
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
  await keepSigningKeys(db, { key, now: now() })
  let known = await readSigningKeys(db, key)
  let readAt = now()
  let reading: Promise<Stored> | undefined

  async function knownWithin(ms: number): Promise<SigningKey[]> {
    if (now() - readAt < ms) return known.keys
    reading ??= readSigningKeys(db, key).finally(() => {
      reading = undefined
    })
    known = await reading
    readAt = now()
    return known.keys
  }

  const named = (id: string) => (each: SigningKey) => each.id === id

  return {
    newest: async () => {
      const [newest] = await knownWithin(READ_AFTER_MS)
      if (newest) return newest
      // Somebody emptied the table, or keeps it under another secret now.
      await keepSigningKeys(db, { key, now: now() })
      return (await knownWithin(0))[0] as SigningKey
    },
    find: async id =>
      (await knownWithin(READ_AFTER_MS)).find(named(id)) ?? (await knownWithin(READ_AGAIN_AFTER_MS)).find(named(id)),
    keep: async () => {
      await keepSigningKeys(db, { key, now: now() })
      await knownWithin(0)
    },
  }
}

const CHANGED_SECRET =
  'SECRET_KEY is not the one under which the signing keys were kept. New ones are used from now on: everybody stays ' +
  'signed in, but codes and puzzles that are under way have to be asked for anew.'
