import type { Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { Tables } from '../database/tables.ts'
import type { Authenticate, AuthUser } from '../http/bearer.ts'
import type { Route } from '../http/serve.ts'

/** The service that identifies people: our own embedded sign-in, or a hosted one. */
export type IdentityProvider = {
  authenticate: Authenticate
  /** What a token says, if it is genuine and has not run out, whatever became of its session since. */
  readToken: (token: string) => Promise<AuthUser | undefined>
  /** Throws where an earlier sign-in is over, with the reason: `auth/login-blocked`, else `auth/unauthorized`. */
  requireSignIn: (signIn: SignIn) => Promise<void>
  /** Whether a puzzle was really solved. Looks only: the proof stays good for sending a code. */
  isVerified: (proof: string) => Promise<boolean>
  /** The calls that only this provider has. */
  routes: Route[]
  accounts: AccountsAtProvider
  /** Removes what has run out; to be called about every hour. */
  forgetExpired: () => Promise<void>
}

export type SignIn = Pick<AuthUser, 'uid' | 'sessionId' | 'signedInAt'>

/** What has to happen where people sign in when an account ends. Called last in the transaction that ends it. */
export type AccountsAtProvider = {
  /** From now on the phone of `from` signs in as `to`, and nobody as `from`. The same again changes nothing. */
  movePhone: (trx: Transaction<Tables>, move: { from: string; to: string; phoneNumber: string }) => Promise<void>
  /** Nobody signs in as `uid` any more. */
  remove: (trx: Transaction<Tables>, uid: string) => Promise<void>
  /** Drops what this process remembers of tokens, after the transaction. */
  forgetTokensOf: (uid: string) => void
}

/** Whether an earlier sign-in still holds: what was asked for in it ends with it. */
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
