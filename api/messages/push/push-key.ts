import { generateKeyPairSync } from 'node:crypto'
import type { Db } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { decrypt, encrypt } from '../../secrets/encryption.ts'

/** The pair by which push services know the sender (VAPID, RFC 8292). Base64url. */
export type PushKey = { publicKey: string; privateKey: string }

const ID = 'vapid'

type Options = { key: Buffer; now: number; warn: (message: string) => void }

/** The pair of this installation. It is created at the first start, even if several processes start at once. */
export async function openPushKey(db: Db, { key, now, warn }: Options): Promise<PushKey> {
  return transactionWithLock(db, 'push-key', async trx => {
    const row = await trx.selectFrom('push_keys').select('sealed_keys').where('id', '=', ID).executeTakeFirst()
    const text = row && decrypt(row.sealed_keys, ID, key)
    if (text) return JSON.parse(text) as PushKey
    if (row) warn(CHANGED_SECRET)
    const made = newPair()
    const fresh = { sealed_keys: encrypt(JSON.stringify(made), ID, key), created_at: now }
    await trx
      .insertInto('push_keys')
      .values({ id: ID, ...fresh })
      .onConflict(conflict => conflict.column('id').doUpdateSet(fresh))
      .execute()
    // A push service accepts only the key that the browser named when it subscribed.
    await trx.deleteFrom('push_subscriptions').execute()
    return made
  })
}

/** The public key is a point: a 4, then its two coordinates (RFC 8292, section 3.2). */
function newPair(): PushKey {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
}

const CHANGED_SECRET =
  'SECRET_KEY is not the one under which the key for notifications was encrypted. A new one is used from now on: each browser that ' +
  'got notifications gets them again once the app is opened there.'
