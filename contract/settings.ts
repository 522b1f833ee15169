import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'

/** A browser asks for the settings again after this time. */
export const SETTINGS_INTERVAL_MS = 300_000

/** The values that Firebase's console shows for a web app. */
export const FirebaseApp = v.object({
  apiKey: v.string(),
  authDomain: v.string(),
  projectId: v.string(),
  appId: v.string(),
  /** If present, events go to Google Analytics instead of our file. */
  measurementId: v.optional(v.string()),
  /** http://host:port of Firebase's Auth Emulator, for development and tests. */
  emulator: v.optional(v.string()),
})
export type FirebaseApp = v.InferOutput<typeof FirebaseApp>

export const Settings = v.object({
  maintenance: v.boolean(),
  messengerEnabled: v.boolean(),
  /** The provider of sign-in: this server, or Firebase Authentication. */
  identity: v.picklist(['embedded', 'firebase']),
  firebase: v.optional(FirebaseApp),
  /** Codes are shown on the page instead of being sent. */
  demo: v.boolean(),
  /** Base URL of sound, films and pictures, without a slash at the end. */
  mediaBase: v.string(),
  /** Used if the country of the IP address is not known. If empty, the person chooses a country. */
  defaultCountry: v.string(),
  /** The rule for new passwords. */
  passwordPolicy: v.picklist(['standard', 'strong']),
  /** Two-letter codes of countries whose phones may sign in; empty allows all. */
  phoneCountries: v.array(v.string()),
  /** How phones recognise lesson files of this server: its URL, and the public keys (P-256, base64url) by their ids. */
  lessonFiles: v.optional(v.object({ issuer: v.string(), keys: v.record(v.string(), v.string()) })),
  /** The operator switched offline use off: no lesson can be kept on a phone. */
  offlineOff: v.optional(v.literal(true)),
  /** What the code step offers when no SMS arrives. */
  otherWays: v.optional(v.array(v.picklist(['whatsapp', 'email', 'approval']))),
  /** This browser sends `Save-Data`. */
  saveData: v.optional(v.literal(true)),
})
export type Settings = v.InferOutput<typeof Settings>

/** The settings of an operator who sets nothing. A browser uses them, too, until its server has replied. */
export const defaultSettings: Settings = {
  maintenance: false,
  messengerEnabled: true,
  identity: 'embedded',
  demo: false,
  mediaBase: '/media',
  defaultCountry: '',
  passwordPolicy: 'standard',
  phoneCountries: [],
}

export const getSettings = endpoint({
  method: 'GET',
  path: '/settings/v1/settings',
  signedIn: false,
  reply: v.object({ success: v.literal(true), data: Settings }),
})
