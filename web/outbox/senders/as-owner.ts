import { ApiError } from '../../../contract/calls/api-error.ts'
import { freshToken } from '../../api.ts'
import { currentSession, endSession } from '../../session.ts'
import type { OutboxItem } from '../store.ts'

/** An upload takes long. If another person signs in meanwhile, it neither uses their token nor signs them out. */
export function asOwner({ uid }: Pick<OutboxItem, 'uid'>) {
  const isHere = () => currentSession()?.uid === uid
  return {
    async token() {
      const token = await freshToken()
      if (!isHere()) throw new ApiError('auth/unauthorized')
      return token
    },
    onUnauthorized: (code: string) => isHere() && endSession(code),
  }
}
