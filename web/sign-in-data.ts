import { type Call, createClient } from '../contract/client.ts'
import { listCourses } from '../contract/courses.ts'
import { setDisplayName } from '../contract/embedded-identity.ts'
import type { Session } from '../contract/identity.ts'
import { coursesQuery } from './courses/courses.ts'
import { loadUser, userQuery } from './identity/user.ts'
import { queryClient } from './query-client.ts'
import { startSession } from './session.ts'

/** A name can be given later, too: nobody is kept at the door for it. */
const NAME_WAIT_MS = 4000

/** Has all that the first screen shows, then keeps the session, which leads there. Without the one there is not the other. */
export async function enter(session: Session, newName: string): Promise<void> {
  const callAs = createClient({ token: async () => session.idToken })
  if (newName !== '') await giveName(callAs, newName)
  const [user, courses] = await Promise.all([
    loadUser(session.uid, session, callAs),
    callAs(listCourses, { query: {} }),
  ])
  startSession(session)
  // Only now: a change of session empties what was there.
  queryClient.setQueryData(userQuery(session.uid).queryKey, user)
  queryClient.setQueryData(coursesQuery(session.uid, false).queryKey, courses.data)
}

async function giveName(callAs: Call, displayName: string): Promise<void> {
  const given = callAs(setDisplayName, { body: { displayName } }).catch(() => undefined)
  await Promise.race([given, new Promise(resolve => setTimeout(resolve, NAME_WAIT_MS))])
}
