import { type Language, languageCodes } from '../../contract/languages.ts'
import type { NeutralName } from '../../contract/text/app-names.ts'
import { writeStored } from '../browser/stored.ts'
import loaders from '../i18n/text-parts.ts?loaders'
import { NAME_STORED_AS, storedAppName } from './stored-app-name.ts'

/** Stores the name for this phone; undefined stands for the app's own. Returns false if this browser stores nothing. */
export async function storeAppName(id: NeutralName | undefined): Promise<boolean> {
  const names = id && (await namesOf(id))
  // A private window may refuse to store anything.
  writeStored(NAME_STORED_AS, id && JSON.stringify({ id, names }))
  window.sbsNames = storedAppName()?.names
  return storedAppName()?.id === id
}

async function namesOf(id: NeutralName): Promise<Record<Language, string>> {
  const names = languageCodes.map(async code => [code, (await loaders[code].install()).default.appName?.[id]])
  return Object.fromEntries(await Promise.all(names))
}

/** Sets the links from which the browser takes the name and the icon. boot.js does the same before the first paint. */
export function showAppName(language: Language): void {
  const id = storedAppName()?.id
  setLink('manifest', `/manifest.webmanifest?language=${language}${id ? `&name=${id}` : ''}`)
  setLink('icon', id ? `/icons/${id}.svg` : '/icon.svg')
  setLink('apple-touch-icon', id ? `/icons/${id}.png` : '/icon-maskable-512.png')
}

function setLink(rel: string, href: string): void {
  document.querySelector(`[rel=${rel}]`)?.setAttribute('href', href)
}
