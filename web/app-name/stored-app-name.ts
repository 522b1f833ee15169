import type { Language } from '../../contract/languages.ts'
import type { NeutralName } from '../../contract/text/app-names.ts'
import { readStoredJson } from '../browser/stored.ts'

/** boot.js reads this key before the first paint. */
export const NAME_STORED_AS = 'sbs.appName'

declare global {
  interface Window {
    /** The words of the chosen name, for the title of the page. boot.js sets them before the app is loaded. */
    sbsNames?: StoredName['names'] | undefined
  }
}

/**
 * A neutral name with its words in every language, so that only a browser with a neutral name has to load these words.
 */
export type StoredName = { id: NeutralName; names: Record<Language, string> }

/** The neutral name that was chosen on this phone; undefined: the app's own. */
export function storedAppName(): StoredName | undefined {
  return readStoredJson(NAME_STORED_AS)
}
