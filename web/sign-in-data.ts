import type { Session } from '../contract/account.ts'
import { loadFirstData, startSessionAndFillCache } from './courses/first-data.ts'
import { wantTexts } from './i18n/texts.ts'
import { identityProvider } from './sign-in/provider/provider.ts'

/** The data call has the name already, so a slow provider does not delay the sign-in. */
const NAME_WAIT_MS = 4000

/** Loads the first screen's data, then stores the session. If loading fails, nothing is stored. */
export async function startSessionWithData(session: Session, newName: string): Promise<void> {
  // The signed-in screens have texts of their own.
  wantTexts('inside').catch(() => {})
  const data = await loadFirstData(session, newName)
  if (newName !== '') await giveName(session, newName)
  startSessionAndFillCache(session, data)
}

async function giveName(session: Session, name: string): Promise<void> {
  const given = identityProvider().then(provider => provider.setName(session, name))
  await Promise.race([given.catch(() => undefined), new Promise(resolve => setTimeout(resolve, NAME_WAIT_MS))])
}
