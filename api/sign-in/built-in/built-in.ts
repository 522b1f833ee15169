import { ApiError } from '../../../contract/calls/api-error.ts'
import type { IdentityProvider } from '../../identity/provider.ts'
import { cacheVerifiedTokens } from '../../identity/verified-tokens.ts'
import { createChallenges } from '../challenge.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { approvedSignInSince } from '../other-ways/approved-sign-ins.ts'
import { deleteExpiredRequests } from '../other-ways/requests.ts'
import { deleteExpiredEmailChanges } from '../password/change-email.ts'
import { createPasswords } from '../password/password-hash.ts'
import { deleteExpiredResetLinks } from '../password-reset/reset-links.ts'
import { deleteExpiredCodes } from '../phone/codes.ts'
import { openKeyRing } from '../sessions/key-ring.ts'
import { deleteExpiredSessions, isSessionLive } from '../sessions/sessions.ts'
import { createTokens } from '../sessions/tokens.ts'
import { embeddedAccounts } from './accounts.ts'
import { embeddedRoutes } from './routes.ts'

/**
 * Sign-in by our own server: codes by SMS, passwords, our own tokens and sessions, and a proof-of-work challenge as bot
 * check. Needs a migrated database, because the first start stores the signing key in it.
 */
export async function createEmbeddedIdentity({
  db,
  config,
  now,
  secrets,
  senders,
  warn,
  publishTo,
  publishAbout,
  challengeEffort,
  passwordEffort,
}: IdentityDeps): Promise<IdentityProvider> {
  const challenges = createChallenges({ db, now, secrets, effort: challengeEffort })
  const keys = await openKeyRing({ db, key: secrets.signingKeys, now, warn })
  const tokens = createTokens(keys, now)
  const { authenticate, evict } = cacheVerifiedTokens({
    now,
    verify: tokens.verify,
    isLive: (authUser, at) => isSessionLive(db, authUser, at),
  })
  const evictSession = (sessionId: string) => evict(authUser => authUser.sessionId === sessionId)
  const evictTokensOf = (uid: string) => {
    evict(authUser => authUser.uid === uid)
    // The long polls of this person check the session again, and end if it has ended.
    publishTo(uid)
  }
  const deps = {
    db,
    now,
    config,
    secrets,
    challenges,
    passwords: createPasswords(passwordEffort),
    tokens,
    evictSession,
    evictTokensOf,
    senders,
    warn,
    publishTo,
    publishAbout,
  }
  return {
    authenticate,
    readToken: async token => (await tokens.verify(token))?.authUser,
    requireSignIn: async signIn => {
      if (!(await isSessionLive(db, signIn, now()))) throw new ApiError('auth/unauthorized')
    },
    isVerified: challenges.isVerified,
    approvedSignInSince: user => approvedSignInSince(db, user),
    routes: embeddedRoutes(deps),
    accounts: embeddedAccounts(evictTokensOf),
    deleteExpired: async () => {
      await challenges.deleteExpired()
      await deleteExpiredCodes(db, now())
      await deleteExpiredRequests(db, now())
      await deleteExpiredSessions(db, now())
      await deleteExpiredResetLinks(db, now())
      await deleteExpiredEmailChanges(db, now())
      await keys.keep()
    },
  }
}
