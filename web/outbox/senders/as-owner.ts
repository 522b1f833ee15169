import { ApiError } from '../../../contract/calls/api-error.ts'
import { type Call, createClient } from '../../../contract/calls/client.ts'
import { freshToken, onUnauthorized } from '../../api.ts'
import { currentSession } from '../../session.ts'
import type { OutboxItem } from '../store.ts'

/**
 * Longer than a long poll, and than the longest text takes on a poor network. If a network loses a request, a browser
 * may report no error for a quarter of an hour, and the next items of the queue would wait, too.
 */
const LIMIT_MS = 90_000

/** A client that calls as the owner of an item. Uploads do not use it, because they may take longer. */
export function callAsOwner(item: Pick<OutboxItem, 'uid'>): Call {
  return createClient({ ...asOwner(item), timeoutMs: LIMIT_MS })
}

/**
 * Options of a client that sends an item. If another person signs in meanwhile, the call fails: it must not use their
 * token, or sign them out. The item waits for its owner.
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
