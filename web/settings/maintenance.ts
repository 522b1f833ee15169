import { knownSettings, loadSettings } from './settings.ts'

/** Whether the app is closed: as our server says, or Firebase if Firebase signs people in. */
export async function isInMaintenance(): Promise<boolean> {
  const { maintenance, firebase } = await loadSettings()
  if (!firebase) return maintenance
  try {
    const { maintenanceAtFirebase } = await import('./remote-config.ts')
    return await maintenanceAtFirebase(firebase)
  } catch {
    // An unreachable server is not in maintenance.
    return false
  }
}

/** What is known of it now, without waiting. */
export function wasInMaintenance(): boolean {
  const { maintenance, firebase } = knownSettings()
  return maintenance && !firebase
}
