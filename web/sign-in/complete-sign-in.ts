import type { Session } from '../../contract/account.ts'
import { ApiError, isNetworkFailure, NETWORK_FAILED } from '../../contract/calls/api-error.ts'
import type { SignInProvider } from './provider/identity-provider.ts'

/**
 * Loads what the first screen needs and goes there. If loading fails, the person stays here and reads the error 0318,
 * and nothing is stored. Where the network failed, the error says that, too.
 */
export async function completeSignIn(session: Session, newName: string): Promise<void> {
  try {
    const signInData = await import('../sign-in-data.ts')
    await signInData.startSessionWithData(session, newName)
  } catch (failure) {
    const isBlocked = failure instanceof ApiError && failure.code === 'auth/login-blocked'
    if (isBlocked) throw failure
    // Any error that is no `ApiError` is a chunk that could not be loaded.
    const isLost = !(failure instanceof ApiError) || isNetworkFailure(failure)
    throw new ApiError('0318', isLost ? { message: NETWORK_FAILED } : {})
  }
}

/** Throws 0311 for a session without a uid. */
export function requireUid(session: Session | undefined): Session {
  if (!session?.uid) throw new ApiError('0311')
  return session
}

/** Ends a session that is not needed. If the request fails, the session expires by itself. */
export function abandon(provider: SignInProvider, session: Session): void {
  void provider.signOut(session).catch(() => {})
}
