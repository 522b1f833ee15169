import { Refusal } from '../../../contract/calls/api-error.ts'
import type { FirebaseApp } from '../../../contract/settings.ts'
import { keepIdentifiers } from '../../account/keep-identifiers.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import type { Caller } from '../../http/bearer.ts'
import type { AccountsAtProvider, IdentityProvider } from '../../identity/provider.ts'
import { rememberVerified } from '../../identity/verified-tokens.ts'
import { firebaseAccounts } from './accounts.ts'
import { googleKeys, type KeyOf } from './google-keys.ts'
import { firebaseTokens } from './id-tokens.ts'
import { identityToolkit } from './identity-toolkit.ts'
import { refuseOtherProject, serviceAccount } from './service-account.ts'

/** Firebase Authentication vouches for people: it keeps the ways in, and what else there is of a person is kept here. */
export async function createFirebaseIdentity({
  db,
  config,
  now,
  wake,
  keyOf = googleKeys(),
}: {
  db: Db
  config: Pick<Config, 'firebase'>
  now: () => number
  wake: (uid: string) => void
  keyOf?: KeyOf
}): Promise<IdentityProvider> {
  const { projectId } = config.firebase.app as FirebaseApp
  const isEmulated = config.firebase.emulatorHost !== ''
  const tokens = firebaseTokens({ projectId, keyOf, isEmulated, now })
  const { whoseToken, forget } = rememberVerified({
    now,
    verify: async token => {
      const verified = await tokens.verify(token)
      if (verified) await keepIdentifiers(db, verified.proven, now())
      return verified
    },
    isLive: caller => isLive(db, caller),
  })
  const accounts = await accountsAtFirebase(config, now, uid => {
    forget(caller => caller.uid === uid)
    // Their long polls look at the sign-in again, and end with it.
    wake(uid)
  })
  return {
    whoseToken,
    readToken: async token => (await tokens.verify(token))?.caller,
    requireSignIn: async signIn => {
      if (!(await isLive(db, signIn))) throw new Refusal('auth/unauthorized')
    },
    isProven: async () => false,
    routes: [],
    accounts,
    forgetExpired: async () => {},
  }
}

export async function accountsAtFirebase(
  { firebase }: Pick<Config, 'firebase'>,
  now: () => number,
  forgetTokensOf: AccountsAtProvider['forgetTokensOf'],
): Promise<AccountsAtProvider> {
  const { projectId } = firebase.app as FirebaseApp
  return firebaseAccounts(identityToolkit({ projectId, ...(await rightsOf(firebase, now)) }), forgetTokensOf)
}

type Rights = { accessToken: () => Promise<string>; address?: string }

async function rightsOf(
  { app, emulatorHost, serviceAccountFile }: Config['firebase'],
  now: () => number,
): Promise<Rights> {
  if (emulatorHost === '') refuseOtherProject(serviceAccountFile, (app as FirebaseApp).projectId)
  if (emulatorHost === '') return { accessToken: await serviceAccount(serviceAccountFile, now) }
  return { accessToken: async () => 'owner', address: `http://${emulatorHost}/identitytoolkit.googleapis.com` }
}

/** Firebase hears nothing of a block or a sign-out by the operator, so each token is looked at here, too. */
async function isLive(db: Db, { uid, signedInAt }: Pick<Caller, 'uid' | 'signedInAt'>): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(['blocked_at', 'signed_out_at'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (!row) return false
  if (row.blocked_at !== null) throw new Refusal('auth/login-blocked')
  return row.signed_out_at === null || row.signed_out_at < signedInAt
}
