import type { Config } from '../config.ts'
import type { Db } from '../database/tables.ts'
import type { AccountsAtProvider, IdentityProvider } from '../identity/provider.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Senders } from '../senders/senders.ts'
import { embeddedAccounts } from './built-in/accounts.ts'
import { createEmbeddedIdentity } from './built-in/built-in.ts'
import { accountsAtFirebase, createFirebaseIdentity } from './firebase/firebase.ts'
import type { KeyOf } from './firebase/google-keys.ts'

type Deps = {
  db: Db
  config: Config
  now: () => number
  secrets: Secrets
  senders: Senders
  warn: (message: string) => void
  /** Wakes this person's long polls. */
  wake: (uid: string) => void
  /** Wakes the mentor of a person whose account changed. */
  wakeAbout: (uid: string) => Promise<void>
  proofEffort?: number
  keyOf?: KeyOf
}

/** The provider that `IDENTITY` chooses. */
export function openIdentity(deps: Deps): Promise<IdentityProvider> {
  return deps.config.identity === 'firebase' ? createFirebaseIdentity(deps) : createEmbeddedIdentity(deps)
}

/** Opens only the accounts of the provider, for a process that signs nobody in and caches no tokens. */
export async function openAccounts(config: Config, now: () => number): Promise<AccountsAtProvider> {
  const evictTokensOf = () => {}
  if (config.identity === 'firebase') return accountsAtFirebase(config, now, evictTokensOf)
  return embeddedAccounts(evictTokensOf)
}
