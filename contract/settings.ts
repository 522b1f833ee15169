import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'

/** How long a browser goes on with the settings it has before it asks again. */
export const SETTINGS_INTERVAL_MS = 300_000

/** What Firebase's console shows of a web app. */
export const FirebaseApp = v.object({
  apiKey: v.string(),
  authDomain: v.string(),
  projectId: v.string(),
  appId: v.string(),
  /** With it events go to Google Analytics instead of our own file. */
  measurementId: v.optional(v.string()),
  /** http://host:port of Firebase's Auth Emulator, for development and tests. */
  emulator: v.optional(v.string()),
})
export type FirebaseApp = v.InferOutput<typeof FirebaseApp>

export const Settings = v.object({
  maintenance: v.boolean(),
  messengerEnabled: v.boolean(),
  /** Who vouches for people: this server, or Firebase Authentication. */
  identity: v.picklist(['embedded', 'firebase']),
  firebase: v.optional(FirebaseApp),
  /** Codes are shown on the page instead of being sent. */
  demo: v.boolean(),
  /** Where sound, films and pictures are, without a slash at the end. */
  mediaBase: v.string(),
  /** Chosen when the address tells no country; empty: the person chooses. */
  defaultCountry: v.string(),
  /** What new passwords must be. */
  passwordPolicy: v.picklist(['standard', 'strong']),
  /** Two letters each: countries whose phones may sign in; none stands for all. */
  phoneCountries: v.array(v.string()),
  /** This browser asks for less data by its `Save-Data` header. */
  saveData: v.optional(v.literal(true)),
})
export type Settings = v.InferOutput<typeof Settings>

export const getSettings = endpoint({
  method: 'GET',
  path: '/settings/v1/settings',
  signedIn: false,
  reply: v.object({ success: v.literal(true), data: Settings }),
})
