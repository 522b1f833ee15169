import { ApiError } from '../../../contract/calls/api-error.ts'
import { type Call, createClient } from '../../../contract/calls/client.ts'
import { freshToken, onUnauthorized } from '../../api.ts'
import { currentSession } from '../../session.ts'
import type { OutboxItem } from '../store.ts'

/**
 * Longer than a long poll, and than the longest text takes on a poor network. Where a network loses a request without a
 * word, a browser waits for a quarter of an hour, and what is behind it waits, too.
 */
const LIMIT_MS = 90_000

/** A call of the owner of an item that is no upload. */
export function callAsOwner(item: Pick<OutboxItem, 'uid'>): Call {
  return createClient({ ...asOwner(item), timeoutMs: LIMIT_MS })
}

/**
 * For sending an item. If another person signs in meanwhile, it neither uses their token nor signs them out: it waits
 * for its owner.
 */
export function asOwner({ uid }: Pick<OutboxItem, 'uid'>) {
  return {
    async token() {
      const token = await freshToken()
      if (currentSession()?.uid !== uid) throw new ApiError('auth/unauthorized')
      return token
    },
    onUnauthorized,
  }
}
