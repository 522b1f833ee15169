import { wantTexts } from '../i18n/texts.ts'
import { queryClient } from '../queries/query-client.ts'
import { currentSession } from '../session.ts'
import { userQuery } from '../user/user.ts'
import { OrgFrame } from './frame/org-frame.tsx'

/** On a slow network the frame without its places says more than nothing. */
const PERSON_LIMIT_MS = 1500

/** The one module that addresses.ts loads for all screens here, because every browser loads that table. */
export { screenHere } from './screen-here.ts'

/**
 * Loads the texts of the frame, too: it is also shown around a screen that could not be loaded. On a first visit it
 * waits for the person: without their roles its bar would have no places.
 */
export async function frameHere(): Promise<typeof OrgFrame> {
  const person = queryClient.fetchQuery(userQuery(currentSession()?.uid ?? '')).catch(() => {})
  const tooLong = new Promise(resolve => setTimeout(resolve, PERSON_LIMIT_MS))
  await Promise.all([wantTexts('organisation'), Promise.race([person, tooLong])])
  return OrgFrame
}
