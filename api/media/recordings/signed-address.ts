import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE } from '../../../contract/time.ts'

const LIFETIME_MS = 10 * MINUTE

export type Address = { alias: string; filename: string }

type Stored = { filename: string; storage_key: string }
type Signing = { addressKey: Buffer; now: () => number }

/** Where this listener's player finds a recording. */
export function addressOf({ filename, storage_key }: Stored, listener: string, { addressKey, now }: Signing) {
  const alias = storage_key.slice(0, storage_key.indexOf('/'))
  return signedAddress(addressKey, { alias, filename }, listener, now())
}

/**
 * An address that a player can use, which sends no token: for one listener, one file and the next minutes. Whether they may
 * hear it is checked again at each use.
 */
export function signedAddress(
  secret: Buffer,
  address: Address,
  listener: string,
  now: number,
): { url: string; expiresAt: number } {
  const expiresAt = now + LIFETIME_MS
  const signature = signatureOf(secret, address, listener, expiresAt)
  const query = new URLSearchParams({ listener, expires: String(expiresAt), signature })
  return { url: `${pathOf(address)}?${query}`, expiresAt }
}

/** Who may listen by the query of an address; undefined when it is not one of ours or has run out. */
export function listenerIn(
  secret: Buffer,
  address: Address,
  query: Record<string, unknown>,
  now: number,
): string | undefined {
  const { listener, expires, signature } = query
  if (typeof listener !== 'string' || typeof signature !== 'string') return undefined
  const expiresAt = Number(expires)
  if (!(expiresAt > now)) return undefined
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(secret, address, listener, expiresAt))]
  return given.length === right.length && timingSafeEqual(given, right) ? listener : undefined
}

function signatureOf(secret: Buffer, address: Address, listener: string, expiresAt: number): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([pathOf(address), listener, expiresAt]))
    .digest('base64url')
}

function pathOf({ alias, filename }: Address): string {
  return `/${alias}/user-content/${filename}`
}
