import { ApiError } from '../../../contract/calls/api-error.ts'
import { freshToken, onUnauthorized } from '../../api.ts'
import { currentSession } from '../../session.ts'
import type { OutboxItem } from '../store.ts'

/** An upload takes long. If another person signs in meanwhile, it neither uses their token nor signs them out. */
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
