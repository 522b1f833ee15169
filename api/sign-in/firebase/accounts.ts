import { ApiError } from '../../../contract/calls/api-error.ts'
import type { AccountsAtProvider } from '../../identity/provider.ts'
import type { IdentityToolkit } from './identity-toolkit.ts'

/**
 * At Firebase a number belongs to one user at a time, so it is removed from one user before the other user gets it.
 * Each step can be repeated. If the second step fails, the first user gets the number back, because the transaction
 * fails, too.
 */
export function firebaseAccounts(
  toolkit: IdentityToolkit,
  evictTokensOf: AccountsAtProvider['evictTokensOf'],
): AccountsAtProvider {
  return {
    movePhone: async (_trx, { from, to, phoneNumber }) => {
      await toolkit('update', { localId: from, deleteProvider: ['phone'] }).catch(unlessGone)
      await toolkit('update', { localId: to, phoneNumber }).catch(async error => {
        await toolkit('update', { localId: from, phoneNumber }).catch(() => {})
        throw away(error)
      })
      await toolkit('delete', { localId: from }).catch(unlessGone)
    },
    remove: async (_trx, uid) => toolkit('delete', { localId: uid }).catch(unlessGone),
    evictTokensOf,
  }
}

function unlessGone(error: Error): void {
  if (!error.message.startsWith('USER_NOT_FOUND')) throw away(error)
}

/** The error for a person, who is asked to try again. Its cause is for the log. */
function away(cause: Error): Error {
  return Object.assign(new ApiError('unavailable', { retryAfter: 5 }), { cause })
}
