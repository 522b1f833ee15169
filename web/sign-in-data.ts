import type { Session } from '../contract/account.ts'
import { firstData, goInWith } from './courses/first-data.ts'
import { wantTexts } from './i18n/texts.ts'
import { identityProvider } from './sign-in/provider/provider.ts'

/** The data call has the name already: nobody is kept at the door until the provider has it, too. */
const NAME_WAIT_MS = 4000

/** Has all that the first screen shows, then keeps the session, which leads there. Without the one there is not the other. */
export async function enter(session: Session, newName: string): Promise<void> {
  // Where it leads has texts of its own.
  wantTexts('inside').catch(() => {})
  const data = await firstData(session, newName)
  if (newName !== '') await giveName(session, newName)
  goInWith(session, data)
}

async function giveName(session: Session, name: string): Promise<void> {
  const given = identityProvider().then(provider => provider.setName(session, name))
  await Promise.race([given.catch(() => undefined), new Promise(resolve => setTimeout(resolve, NAME_WAIT_MS))])
}
