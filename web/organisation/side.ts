import { wantTexts } from '../i18n/texts.ts'
import { queryClient } from '../queries/query-client.ts'
import { currentSession } from '../session.ts'
import { userQuery } from '../user/user.ts'
import { OrgFrame } from './frame/org-frame.tsx'

/** On a slow network, the frame is shown without its places after this time. */
const PERSON_LIMIT_MS = 1500

/** `addresses.ts` imports only this module for the organisation's screens, because every browser loads that table. */
export { currentScreen } from './current-screen.ts'

/**
 * Loads the frame with its texts, because it is also shown around a screen that could not be loaded. On a first visit
 * it waits for the person, because without their roles the bar would have no places.
 */
export async function currentFrame(): Promise<typeof OrgFrame> {
  const person = queryClient.fetchQuery(userQuery(currentSession()?.uid ?? '')).catch(() => {})
  const tooLong = new Promise(resolve => setTimeout(resolve, PERSON_LIMIT_MS))
  await Promise.all([wantTexts('organisation'), Promise.race([person, tooLong])])
  return OrgFrame
}
