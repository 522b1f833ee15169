import { defaultSettings, getSettings, SETTINGS_INTERVAL_MS, type Settings } from '../../contract/settings.ts'
import { callSignedOut } from '../api.ts'
import { readStoredJson, writeStored } from '../browser/stored.ts'

const STORED_AS = 'sbs.settings'

type Stored = { at: number; settings: Settings }

let lastRequest: Promise<Settings> | undefined

/** The server's settings; without a reply, the last known ones or the defaults. */
export async function loadSettings(): Promise<Settings> {
  // An unreachable server is not in maintenance: only its own reply closes the app.
  return requestSettings().catch(() => ({ ...defaultSettings, ...read()?.settings, maintenance: false }))
}

/** The server's settings without a guess: fails if the server has never replied. */
export async function settingsFromServer(): Promise<Settings> {
  return requestSettings().catch(failure => {
    const stored = read()?.settings
    if (!stored) throw failure
    return stored
  })
}

/** Asks at most once in five minutes. A failure is not remembered: the next call asks again. */
function requestSettings(): Promise<Settings> {
  lastRequest ??= fetchSettings().catch(failure => {
    lastRequest = undefined
    throw failure
  })
  return lastRequest
}

async function fetchSettings(): Promise<Settings> {
  const stored = read()
  const age = Date.now() - (stored?.at ?? 0)
  if (stored && age >= 0 && age < SETTINGS_INTERVAL_MS) return { ...defaultSettings, ...stored.settings }
  const { data } = await callSignedOut(getSettings, {})
  const settings = { ...defaultSettings, ...data }
  saveSettings({ at: Date.now(), settings })
  return settings
}

/** The settings as known now, without waiting. */
export function knownSettings(): Settings {
  return { ...defaultSettings, ...read()?.settings }
}

function read(): Stored | undefined {
  return readStoredJson(STORED_AS)
}

function saveSettings(stored: Stored): void {
  writeStored(STORED_AS, JSON.stringify(stored))
}

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

/** The last known value, without waiting. */
export function wasInMaintenance(): boolean {
  const { maintenance, firebase } = knownSettings()
  return maintenance && !firebase
}
