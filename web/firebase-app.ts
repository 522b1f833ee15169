import { type FirebaseApp as App, initializeApp, setLogLevel } from '@firebase/app'
import type { FirebaseApp } from '../contract/settings.ts'

/** The one app that all parts of Firebase share. Another call returns the same one. */
export function firebaseApp({ apiKey, authDomain, projectId, appId, measurementId }: FirebaseApp): App {
  // Firebase warns of missing options here, but the code that needs them passes them itself.
  setLogLevel('error')
  const options = { apiKey, authDomain, projectId, appId }
  return initializeApp(measurementId ? { ...options, measurementId } : options)
}
