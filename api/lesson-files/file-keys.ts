import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { SIGNATURE_ALGORITHM } from '../../contract/lesson-files/lesson-file.ts'
import { MINUTE } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { decrypt, encrypt } from '../secrets/encryption.ts'

export type FileKey = { id: string; privateKey: CryptoKey }

export type FileKeys = {
  /** The newest key. */
  signer: () => Promise<FileKey>
  /** All public keys by their ids, as uncompressed points of P-256, base64url. */
  publicKeys: () => Promise<Record<string, string>>
}

/** A process reads the keys this often, to find one that the operator's command created. */
const READ_AFTER_MS = MINUTE
const ID_LENGTH = 11
const UNCOMPRESSED = 4

type Row = { id: string; public_key: string; sealed_key: string; created_at: number }
type KeyOptions = { key: Buffer; now: number }

/** The keys that sign lesson files. If several processes start for the first time, only one of them creates a key. */
export async function openFileKeys({
  db,
  key,
  now,
  warn,
}: {
  db: Db
  key: Buffer
  now: () => number
  warn: (message: string) => void
}): Promise<FileKeys> {
  let rows = await ensureSigningKey(db, { key, now: now() }, warn)
  let readAt = now()

  async function rowsOfNow(): Promise<Row[]> {
    if (now() - readAt < READ_AFTER_MS) return rows
    rows = await ensureSigningKey(db, { key, now: now() }, warn)
    readAt = now()
    return rows
  }

  return {
    signer: async () => {
      const jwks = (await rowsOfNow()).flatMap(row => jwkIn(row, key) ?? [])
      return importKey(jwks[0] as JWK)
    },
    publicKeys: async () => Object.fromEntries((await rowsOfNow()).map(({ id, public_key }) => [id, public_key])),
  }
}

/** Creates a new key now. Files of the earlier keys stay good, unless `isRevoking`. */
export async function rotateFileKey(
  db: Db,
  { key, now, isRevoking }: KeyOptions & { isRevoking: boolean },
): Promise<void> {
  const fresh = await newRow({ key, now })
  await transactionWithLock(db, 'lesson-file-keys', async trx => {
    if (isRevoking) await trx.deleteFrom('lesson_file_keys').execute()
    await trx.insertInto('lesson_file_keys').values(fresh).execute()
  })
}

async function ensureSigningKey(db: Db, options: KeyOptions, warn: (message: string) => void): Promise<Row[]> {
  const rows = await rowsIn(db)
  if (rows.some(row => jwkIn(row, options.key))) return rows
  const fresh = await newRow(options)
  return transactionWithLock(db, 'lesson-file-keys', async trx => {
    const present = await rowsIn(trx)
    if (present.some(row => jwkIn(row, options.key))) return present
    if (present.length > 0) warn(CHANGED_SECRET)
    await trx.insertInto('lesson_file_keys').values(fresh).execute()
    return [fresh, ...present]
  })
}

async function rowsIn(db: Db): Promise<Row[]> {
  return db.selectFrom('lesson_file_keys').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
}

function jwkIn({ id, sealed_key }: Row, key: Buffer): JWK | undefined {
  const text = decrypt(sealed_key, id, key)
  return text === undefined ? undefined : JSON.parse(text)
}

async function importKey(jwk: JWK): Promise<FileKey> {
  return { id: jwk.kid as string, privateKey: (await importJWK(jwk, SIGNATURE_ALGORITHM)) as CryptoKey }
}

async function newRow({ key, now }: KeyOptions): Promise<Row> {
  const { privateKey } = await generateKeyPair(SIGNATURE_ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  // Every phone has the ids, so they are short.
  const id = (await calculateJwkThumbprint(jwk)).slice(0, ID_LENGTH)
  return {
    id,
    public_key: pointOf(jwk),
    sealed_key: encrypt(JSON.stringify({ ...jwk, kid: id }), id, key),
    created_at: now,
  }
}

function pointOf({ x, y }: JWK): string {
  const coordinates = [x, y].map(part => Buffer.from(part as string, 'base64url'))
  return Buffer.concat([Buffer.of(UNCOMPRESSED), ...coordinates]).toString('base64url')
}

const CHANGED_SECRET =
  'SECRET_KEY is not the one under which the key of lesson files was encrypted. A new one signs from now on. Phones ' +
  'accept earlier files, too.'
