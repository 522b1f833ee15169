import { type Auth, connectAuthEmulator, initializeAuth, inMemoryPersistence } from '@firebase/auth'
import type { FirebaseApp } from '../../../../contract/settings.ts'
import { firebaseApp } from '../../../firebase-app.ts'
import { settingsFromServer } from '../../../settings/settings.ts'

export type SignInService = { auth: Auth; app: FirebaseApp }

let service: Promise<SignInService> | undefined

/** Firebase's sign-in for the project that our server names. */
export function signInService(): Promise<SignInService> {
  service ??= connect().catch(failure => {
    service = undefined
    throw failure
  })
  return service
}

async function connect(): Promise<SignInService> {
  const { firebase: app } = await settingsFromServer()
  if (!app) throw new Error('The server names no Firebase project')
  // session.ts stores the session for every provider: a second copy could only differ.
  const auth = initializeAuth(firebaseApp(app), { persistence: inMemoryPersistence })
  if (app.emulator) {
    connectAuthEmulator(auth, app.emulator, { disableWarnings: true })
    auth.settings.appVerificationDisabledForTesting = true
  }
  return { auth, app }
}
