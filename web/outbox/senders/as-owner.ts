import { ApiError } from '../../../contract/calls/api-error.ts'
import { freshToken } from '../../api.ts'
import { currentSession, endSession } from '../../session.ts'
import type { OutboxItem } from '../store.ts'

/** An upload takes its time: a person who signs in meanwhile neither sends it nor is signed out by it. */
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
