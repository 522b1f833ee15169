import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { serially } from '../../database/serially.ts'
import type { Db } from '../../database/tables.ts'

export const ALGORITHM = 'ES256'

export type SigningKeys = {
  /** Name and key of the newest: with it tokens are signed. */
  id: string
  privateKey: CryptoKey
  /** All of them: tokens signed with an older one stay good until they run out. */
  publicKeys: JWK[]
}

/** The keys of this installation. The first process that asks makes one; those that come with it get the same. */
export async function openSigningKeys(db: Db, now: number): Promise<SigningKeys> {
  const jwks = await storedKeys(db, now)
  const newest = jwks[0] as JWK
  return {
    id: newest.kid as string,
    privateKey: (await importJWK(newest, ALGORITHM)) as CryptoKey,
    publicKeys: jwks.map(({ d: _private, ...publicPart }) => publicPart),
  }
}

async function storedKeys(db: Db, now: number): Promise<JWK[]> {
  const spare = await newKey()
  return serially(db, 'signing-keys', async trx => {
    const rows = await trx.selectFrom('signing_keys').select('private_jwk').orderBy('created_at', 'desc').execute()
    if (rows.length > 0) return rows.map(row => JSON.parse(row.private_jwk) as JWK)
    await trx
      .insertInto('signing_keys')
      .values({ id: spare.kid as string, private_jwk: JSON.stringify(spare), created_at: now })
      .execute()
    return [spare]
  })
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, alg: ALGORITHM, kid: await calculateJwkThumbprint(jwk) }
}
