import type { Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { Tables } from '../database/tables.ts'
import type { Authenticate, AuthUser } from '../http/bearer.ts'
import type { Route } from '../http/serve.ts'

/** Signs people in: our own server (`embedded`), or a hosted service. */
export type IdentityProvider = {
  authenticate: Authenticate
  /** The claims of a genuine, unexpired token, even if its session has ended. */
  readToken: (token: string) => Promise<AuthUser | undefined>
  /** Throws if an earlier sign-in is over: `auth/login-blocked`, otherwise `auth/unauthorized`. */
  requireSignIn: (signIn: SignIn) => Promise<void>
  /** Whether a challenge was solved. The solution can still be used once to send a code. */
  isVerified: (proof: string) => Promise<boolean>
  /** When another browser was last let in since this sign-in, and who let it in. Only if the provider can do that. */
  approvedSignInSince?: (user: AuthUser) => Promise<{ at: number; by: string } | undefined>
  /** Calls that only this provider has. */
  routes: Route[]
  accounts: AccountsAtProvider
  /** Deletes expired rows; called about every hour. */
  deleteExpired: () => Promise<void>
}

export type SignIn = Pick<AuthUser, 'uid' | 'sessionId' | 'signedInAt'>

/** The provider's part in ending an account. It is called last in the transaction that ends the account. */
export type AccountsAtProvider = {
  /** Moves a phone: it then signs in as `to`, and nobody can sign in as `from`. Repeating it changes nothing. */
  movePhone: (trx: Transaction<Tables>, move: { from: string; to: string; phoneNumber: string }) => Promise<void>
  remove: (trx: Transaction<Tables>, uid: string) => Promise<void>
  /** Evicts cached tokens of this process, after the transaction. */
  evictTokensOf: (uid: string) => void
}

/** Whether an earlier sign-in is still valid. A file that was requested in it, for example, is sent only then. */
export async function isSignedIn(
  { requireSignIn }: Pick<IdentityProvider, 'requireSignIn'>,
  signIn: SignIn,
): Promise<boolean> {
  try {
    await requireSignIn(signIn)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
