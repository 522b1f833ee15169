import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

/** How long a browser goes on with the settings it has before it asks again. */
export const SETTINGS_INTERVAL_MS = 300_000

export const Settings = v.object({
  maintenance: v.boolean(),
  messengerEnabled: v.boolean(),
  identity: v.picklist(['embedded']),
  /** Codes are shown on the page instead of being sent. */
  demo: v.boolean(),
  /** Where sound, films and pictures are, without a slash at the end. */
  mediaBase: v.string(),
  /** Chosen when the address tells no country; empty: the person chooses. */
  defaultCountry: v.string(),
})
export type Settings = v.InferOutput<typeof Settings>

export const getSettings = endpoint({
  method: 'GET',
  path: '/settings/v1/settings',
  signedIn: false,
  reply: v.object({ success: v.literal(true), data: Settings }),
})
