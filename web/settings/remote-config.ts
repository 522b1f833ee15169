import { fetchAndActivate, getBoolean, getRemoteConfig } from '@firebase/remote-config'
import { type FirebaseApp, SETTINGS_INTERVAL_MS } from '../../contract/settings.ts'
import { firebaseApp } from '../firebase-app.ts'

/** The parameter of this name in Firebase's Remote Config; false by default. */
export async function maintenanceAtFirebase(app: FirebaseApp): Promise<boolean> {
  const config = getRemoteConfig(firebaseApp(app))
  config.settings.minimumFetchIntervalMillis = SETTINGS_INTERVAL_MS
  config.defaultConfig = { maintenance: false }
  await fetchAndActivate(config)
  return getBoolean(config, 'maintenance')
}
