import { ApiError } from '../../../contract/calls/api-error.ts'
import type { AccountsAtProvider } from '../../identity/provider.ts'
import type { IdentityToolkit } from './identity-toolkit.ts'

/**
 * Firebase gives a number to one user at a time, so it leaves the one before it comes to the other. Each step can be
 * done again; when the second fails, the number goes back, since the transaction around it has not happened then.
 */
export function firebaseAccounts(
  toolkit: IdentityToolkit,
  forgetTokensOf: AccountsAtProvider['forgetTokensOf'],
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
    forgetTokensOf,
  }
}

function unlessGone(error: Error): void {
  if (!error.message.startsWith('USER_NOT_FOUND')) throw away(error)
}

/** The reason is for the log; the person is asked to try again. */
function away(cause: Error): Error {
  return Object.assign(new ApiError('unavailable', { retryAfter: 5 }), { cause })
}
