import { ApiError, NETWORK_FAILED } from '../../../contract/calls/api-error.ts'
import type { Settings } from '../../../contract/settings.ts'
import { settingsFromServer } from '../../settings/settings.ts'
import { embeddedIdentity } from './built-in.ts'
import type { SignInProvider } from './identity-provider.ts'

const providers: Record<Settings['identity'], () => Promise<SignInProvider>> = {
  embedded: async () => embeddedIdentity,
  // In a chunk of its own: without Firebase nothing of it is loaded.
  firebase: async () => (await import('./firebase/firebase.ts')).firebaseIdentity,
}

/** The provider that the server names. It is never guessed: if the server cannot be asked, that is a network error. */
export async function identityProvider(): Promise<SignInProvider> {
  const { identity } = await settingsFromServer().catch(() => {
    throw new ApiError(NETWORK_FAILED)
  })
  return providers[identity]()
}
