import { ApiError } from '../../../contract/calls/api-error.ts'
import { freshToken, onUnauthorized } from '../../api.ts'
import { currentSession } from '../../session.ts'
import type { OutboxItem } from '../store.ts'

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
