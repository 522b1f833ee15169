import type { Language } from '../../contract/languages.ts'
import type { NeutralName } from '../../contract/text/app-names.ts'
import { readStoredJson } from '../browser/stored.ts'

/** boot.js reads it before the first paint. */
export const NAME_STORED_AS = 'sbs.appName'

declare global {
  interface Window {
    /** The words of the chosen name, for the title of the page. boot.js sets them before the app is there. */
    sbsNames?: StoredName['names'] | undefined
  }
}

/** A neutral name, stored in every language: so only browsers that chose one load the names. */
export type StoredName = { id: NeutralName; names: Record<Language, string> }

/** The neutral name that was chosen on this phone; undefined: the app's own. */
export function storedAppName(): StoredName | undefined {
  return readStoredJson(NAME_STORED_AS)
}
