import type { FirebaseApp, Settings } from '../../contract/settings.ts'
import type { Config } from '../config.ts'
import { storedValue, storeValue } from '../database/stored-values.ts'
import type { Db } from '../database/tables.ts'
import { countriesNow } from './organisation-settings.ts'

const MAINTENANCE = 'maintenance'

export type LessonFileKeys = { publicKeys: () => Promise<Record<string, string>> }

export async function settingsNow(db: Db, config: Config, lessonFileKeys: LessonFileKeys): Promise<Settings> {
  const { countries, defaultCountry } = await countriesNow(db, config)
  return {
    maintenance: await isInMaintenance(db),
    messengerEnabled: config.messengerEnabled,
    identity: config.identity,
    ...(config.identity === 'firebase' ? { firebase: appOf(config) } : {}),
    demo: config.isDemo,
    mediaBase: config.mediaBaseUrl,
    defaultCountry,
    passwordPolicy: config.passwordPolicy,
    phoneCountries: countries,
    lessonFiles: { issuer: config.publicUrl, keys: await lessonFileKeys.publicKeys() },
    ...(config.otherWays.length > 0 ? { otherWays: config.otherWays } : {}),
    ...(config.offlineEnabled ? {} : { offlineOff: true as const }),
  }
}

/** The values of the Firebase project for browsers; none of them is secret. */
function appOf({ firebaseApp, firebaseAuthEmulatorHost }: Config): FirebaseApp | undefined {
  const emulator = firebaseAuthEmulatorHost ? { emulator: `http://${firebaseAuthEmulatorHost}` } : {}
  return firebaseApp && { ...firebaseApp, ...emulator }
}

export async function switchMaintenance(db: Db, isOn: boolean): Promise<void> {
  await storeValue(db, MAINTENANCE, isOn)
}

export async function isInMaintenance(db: Db): Promise<boolean> {
  return (await storedValue(db, MAINTENANCE)) === true
}
