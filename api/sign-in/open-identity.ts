import type { Config } from '../config.ts'
import type { AccountsAtProvider, IdentityProvider } from '../identity/provider.ts'
import { embeddedAccounts } from './built-in/accounts.ts'
import { createEmbeddedIdentity } from './built-in/built-in.ts'
import { accountsAtFirebase, createFirebaseIdentity } from './firebase/firebase.ts'
import type { KeyOf } from './firebase/google-keys.ts'
import type { IdentityDeps } from './identity-deps.ts'

/** The provider that `IDENTITY` chooses. */
export function openIdentity(deps: IdentityDeps & { keyOf?: KeyOf }): Promise<IdentityProvider> {
  return deps.config.identity === 'firebase' ? createFirebaseIdentity(deps) : createEmbeddedIdentity(deps)
}

/** Opens only the accounts of the provider, for a process that signs nobody in and caches no tokens. */
export async function openAccounts(config: Config, now: () => number): Promise<AccountsAtProvider> {
  const evictTokensOf = () => {}
  if (config.identity === 'firebase') return accountsAtFirebase(config, now, evictTokensOf)
  return embeddedAccounts(evictTokensOf)
}
