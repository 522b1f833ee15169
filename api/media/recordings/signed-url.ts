import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE } from '../../../contract/time.ts'

const LIFETIME_MS = 10 * MINUTE

export type RecordingPath = { alias: string; filename: string }

type Stored = { filename: string; storage_key: string }

/**
 * The URL of a recording for a player, because a player sends no token. It is valid for one listener, one file and some
 * minutes. Each use checks again whether the listener may hear the recording.
 */
export function signedUrlOf(
  secret: Buffer,
  { filename, storage_key }: Stored,
  listener: string,
  now: number,
): { url: string; expiresAt: number } {
  const path = { alias: storage_key.slice(0, storage_key.indexOf('/')), filename }
  const expiresAt = now + LIFETIME_MS
  const signature = signatureOf(secret, path, listener, expiresAt)
  const query = new URLSearchParams({ listener, expires: String(expiresAt), signature })
  return { url: `${pathOf(path)}?${query}`, expiresAt }
}

/** The listener in the query of a URL; undefined if the signature is wrong or expired. */
export function listenerIn(
  secret: Buffer,
  path: RecordingPath,
  query: Record<string, unknown>,
  now: number,
): string | undefined {
  const { listener, expires, signature } = query
  if (typeof listener !== 'string' || typeof signature !== 'string') return undefined
  const expiresAt = Number(expires)
  if (!(expiresAt > now)) return undefined
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(secret, path, listener, expiresAt))]
  return given.length === right.length && timingSafeEqual(given, right) ? listener : undefined
}

function signatureOf(secret: Buffer, path: RecordingPath, listener: string, expiresAt: number): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([pathOf(path), listener, expiresAt]))
    .digest('base64url')
}

function pathOf({ alias, filename }: RecordingPath): string {
  return `/${alias}/user-content/${filename}`
}
