import type { Config } from '../config.ts'
import type { Db } from '../database/tables.ts'
import type { AccountsAtProvider, IdentityProvider } from '../identity/provider.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Senders } from '../senders/senders.ts'
import { embeddedAccounts } from './built-in/accounts.ts'
import { createEmbeddedIdentity } from './built-in/built-in.ts'
import { accountsAtFirebase, createFirebaseIdentity } from './firebase/firebase.ts'
import type { KeyOf } from './firebase/google-keys.ts'

type Needs = {
  db: Db
  config: Config
  now: () => number
  secrets: Secrets
  senders: Senders
  /** Tells the operator. */
  warn: (message: string) => void
  /** Has the open calls of this person looked at again. */
  wake: (uid: string) => void
  proofEffort?: number
  keyOf?: KeyOf
}

/** The provider that this installation is set to. */
export function openIdentity(needs: Needs): Promise<IdentityProvider> {
  return needs.config.identity === 'firebase' ? createFirebaseIdentity(needs) : createEmbeddedIdentity(needs)
}

/** Its accounts alone, for a process that lets nobody in and so has no tokens to forget. */
export async function openAccounts(config: Config, now: () => number): Promise<AccountsAtProvider> {
  const forgetTokensOf = () => {}
  if (config.identity === 'firebase') return accountsAtFirebase(config, now, forgetTokensOf)
  return embeddedAccounts(forgetTokensOf)
}
