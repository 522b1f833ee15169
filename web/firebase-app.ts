import { type FirebaseApp as App, initializeApp, setLogLevel } from '@firebase/app'
import type { FirebaseApp } from '../contract/settings.ts'

/** The one app that all of Firebase's parts stand on: asked for again, it is the same. */
export function firebaseApp({ apiKey, authDomain, projectId, appId, measurementId }: FirebaseApp): App {
  // What it would warn of is made up for where it is used.
  setLogLevel('error')
  const options = { apiKey, authDomain, projectId, appId }
  return initializeApp(measurementId ? { ...options, measurementId } : options)
}
