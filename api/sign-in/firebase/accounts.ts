import { ApiError } from '../../../contract/calls/api-error.ts'
import type { AccountsAtProvider } from '../../identity/provider.ts'
import type { IdentityToolkit } from './identity-toolkit.ts'

/**
 * At Firebase a number belongs to one user at a time, so it is removed from the first before the second gets it. Each
 * step can be repeated. If the second fails, the number goes back, because the transaction around it fails, too.
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

/** The cause is for the log; the person is asked to try again. */
function away(cause: Error): Error {
  return Object.assign(new ApiError('unavailable', { retryAfter: 5 }), { cause })
}
