import { type FirebaseApp as App, initializeApp, setLogLevel } from '@firebase/app'
import type { FirebaseApp } from '../contract/settings.ts'

/** The one app that all parts of Firebase share. Another call returns the same one. */
export function firebaseApp({ apiKey, authDomain, projectId, appId, measurementId }: FirebaseApp): App {
  // The missing values of its warning are given where they are used.
  setLogLevel('error')
  const options = { apiKey, authDomain, projectId, appId }
  return initializeApp(measurementId ? { ...options, measurementId } : options)
}
