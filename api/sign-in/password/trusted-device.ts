import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A device is trusted for this e-mail address with this password. */
export type TrustedFor = { email: string; passwordChangedAt: number }

/**
 * A token for a browser in which a person just signed in: `<id>.<HMAC>`. It names nobody, and a new password ends it.
 */
export function newTrustedDevice(account: TrustedFor, key: Buffer): string {
  const id = randomBytes(16).toString('base64url')
  return `${id}.${markOf(id, account, key)}`
}

/** The id of a trusted device of this account; undefined for any other text. */
export function deviceIdOf(knownDevice: string | undefined, account: TrustedFor, key: Buffer): string | undefined {
  const [, id, mark] = /^([\w-]{22})\.([\w-]{43})$/.exec(knownDevice ?? '') ?? []
  if (!id || !mark) return undefined
  return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(id, account, key))) ? id : undefined
}

function markOf(id: string, { email, passwordChangedAt }: TrustedFor, key: Buffer): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([id, email, passwordChangedAt]))
    .digest('base64url')
}
