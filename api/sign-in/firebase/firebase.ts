import { ApiError } from '../../../contract/calls/api-error.ts'
import type { FirebaseApp } from '../../../contract/settings.ts'
import { saveIdentifiers } from '../../account/save-identifiers.ts'
import { throwIfBlocked } from '../../account/user-status.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import type { AuthUser } from '../../http/bearer.ts'
import type { AccountsAtProvider, IdentityProvider } from '../../identity/provider.ts'
import { cacheVerifiedTokens } from '../../identity/verified-tokens.ts'
import { firebaseAccounts } from './accounts.ts'
import { googleKeys, type KeyOf } from './google-keys.ts'
import { firebaseTokens } from './id-tokens.ts'
import { identityToolkit } from './identity-toolkit.ts'
import { noteSignIn } from './note-sign-in.ts'
import { requireSameProject, serviceAccount } from './service-account.ts'

type FirebaseConfig = Pick<Config, 'firebaseApp' | 'firebaseServiceAccount' | 'firebaseAuthEmulatorHost'>

/** Sign-in by Firebase Authentication: Firebase stores phones and passwords, everything else is stored here. */
export async function createFirebaseIdentity({
  db,
  config,
  now,
  publishTo,
  keyOf = googleKeys(),
}: {
  db: Db
  config: FirebaseConfig
  now: () => number
  publishTo: (uid: string) => void
  keyOf?: KeyOf
}): Promise<IdentityProvider> {
  const { projectId } = config.firebaseApp as FirebaseApp
  const isEmulated = config.firebaseAuthEmulatorHost !== ''
  const tokens = firebaseTokens({ projectId, keyOf, isEmulated })
  const { authenticate, evict } = cacheVerifiedTokens({
    now,
    verify: async (token, at) => {
      const verified = await tokens.verify(token, at)
      if (!verified) return undefined
      await saveIdentifiers(db, verified.proven, at)
      await noteSignIn(db, verified, at)
      return verified
    },
    isLive: authUser => isLive(db, authUser),
  })
  const accounts = await accountsAtFirebase(config, now, uid => {
    evict(authUser => authUser.uid === uid)
    // The long polls of this person check the sign-in again, and end if it has ended.
    publishTo(uid)
  })
  return {
    authenticate,
    readToken: async token => (await tokens.verify(token, now()))?.authUser,
    requireSignIn: async signIn => {
      if (!(await isLive(db, signIn))) throw new ApiError('auth/unauthorized')
    },
    isVerified: async () => false,
    routes: [],
    accounts,
    deleteExpired: async () => {},
  }
}

export async function accountsAtFirebase(
  config: FirebaseConfig,
  now: () => number,
  evictTokensOf: AccountsAtProvider['evictTokensOf'],
): Promise<AccountsAtProvider> {
  const { projectId } = config.firebaseApp as FirebaseApp
  return firebaseAccounts(identityToolkit({ projectId, ...(await rightsOf(config, now)) }), evictTokensOf)
}

type Rights = { accessToken: () => Promise<string>; url?: string }

async function rightsOf(config: FirebaseConfig, now: () => number): Promise<Rights> {
  const { firebaseApp, firebaseServiceAccount, firebaseAuthEmulatorHost: emulator } = config
  if (emulator !== '')
    return { accessToken: async () => 'owner', url: `http://${emulator}/identitytoolkit.googleapis.com` }
  requireSameProject(firebaseServiceAccount, (firebaseApp as FirebaseApp).projectId)
  return { accessToken: await serviceAccount(firebaseServiceAccount, now) }
}

/** Firebase does not know that the operator blocked or signed out a person, so each token is checked here, too. */
async function isLive(db: Db, { uid, signedInAt }: Pick<AuthUser, 'uid' | 'signedInAt'>): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(['blocked_at', 'block_reason', 'signed_out_at'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (!row) return false
  throwIfBlocked(row)
  return row.signed_out_at === null || row.signed_out_at < signedInAt
}
