import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { DAY } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { decrypt, encrypt, isEncrypted } from '../../secrets/encryption.ts'

export const ALGORITHM = 'ES256'
const REPLACED_AFTER_MS = 90 * DAY
/** A key is deleted this long after its successor was created: then its last token has long expired. */
const KEPT_AFTER_SUCCESSOR_MS = DAY

/** `id` names the key in tokens. */
export type SigningKey = { id: string; privateKey: CryptoKey; publicKey: CryptoKey; createdAt: number }

/** Newest first. `unreadable` counts those encrypted with another secret. */
export type StoredKeys = { keys: SigningKey[]; unreadable: number }

type Row = { id: string; private_jwk: string; created_at: number }
type KeyOptions = { key: Buffer; now: number }

export async function readSigningKeys(db: Db, key: Buffer): Promise<StoredKeys> {
  const rows = await rowsIn(db)
  const readable = rows.flatMap(row => {
    const jwk = jwkIn(row, key)
    return jwk ? { jwk, createdAt: row.created_at } : []
  })
  return { keys: await Promise.all(readable.map(importKey)), unreadable: rows.length - readable.length }
}

/**
 * Creates a key if there is none or the newest is too old. Encrypts all keys, and deletes those whose tokens have
 * expired. If several processes begin at once, only one of them creates a key.
 */
export async function saveSigningKeys(db: Db, { key, now }: KeyOptions): Promise<void> {
  const spare = await newKey()
  await transactionWithLock(db, 'signing-keys', async trx => {
    const rows = await rowsIn(trx)
    for (const { id, private_jwk } of rows.filter(row => !isEncrypted(row.private_jwk))) {
      const sealed = { private_jwk: encrypt(private_jwk, id, key) }
      await trx.updateTable('signing_keys').set(sealed).where('id', '=', id).execute()
    }
    const newest = rows.find(row => jwkIn(row, key))
    if (!newest || newest.created_at <= now - REPLACED_AFTER_MS) await add(trx, spare, { key, now })
    const successor = rows.findIndex(({ created_at }) => created_at <= now - KEPT_AFTER_SUCCESSOR_MS)
    const over = successor < 0 ? [] : rows.slice(successor + 1).map(({ id }) => id)
    if (over.length > 0) await trx.deleteFrom('signing_keys').where('id', 'in', over).execute()
  })
}

/**
 * Creates a new key now. With `atOnce` the earlier keys stop working: every token has to be refreshed, but nobody is
 * signed out.
 */
export async function rotateSigningKeys(db: Db, { key, now, atOnce }: KeyOptions & { atOnce: boolean }): Promise<void> {
  const fresh = await newKey()
  await transactionWithLock(db, 'signing-keys', async trx => {
    if (atOnce) await trx.deleteFrom('signing_keys').execute()
    await add(trx, fresh, { key, now })
  })
}

async function rowsIn(db: Db): Promise<Row[]> {
  return db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
}

function jwkIn({ id, private_jwk }: Row, key: Buffer): JWK | undefined {
  const text = isEncrypted(private_jwk) ? decrypt(private_jwk, id, key) : private_jwk
  return text === undefined ? undefined : JSON.parse(text)
}

async function importKey({ jwk, createdAt }: { jwk: JWK; createdAt: number }): Promise<SigningKey> {
  const { d: _private, ...publicPart } = jwk
  const [privateKey, publicKey] = await Promise.all([importJWK(jwk, ALGORITHM), importJWK(publicPart, ALGORITHM)])
  return { id: jwk.kid as string, privateKey: privateKey as CryptoKey, publicKey: publicKey as CryptoKey, createdAt }
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, alg: ALGORITHM, kid: await calculateJwkThumbprint(jwk) }
}

async function add(db: Db, jwk: JWK, { key, now }: KeyOptions): Promise<void> {
  const id = jwk.kid as string
  await db
    .insertInto('signing_keys')
    .values({ id, private_jwk: encrypt(JSON.stringify(jwk), id, key), created_at: now })
    .execute()
}
