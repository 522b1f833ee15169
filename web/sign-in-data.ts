import { createClient } from '../contract/client.ts'
import { listCourses } from '../contract/courses.ts'
import type { Session } from '../contract/identity.ts'
import { coursesQuery } from './courses/courses.ts'
import { identityProvider } from './identity/provider.ts'
import { loadUser, userQuery } from './identity/user.ts'
import { queryClient } from './query-client.ts'
import { startSession } from './session.ts'

/** The data call has the name already: nobody is kept at the door until the provider has it, too. */
const NAME_WAIT_MS = 4000

/** Has all that the first screen shows, then keeps the session, which leads there. Without the one there is not the other. */
export async function enter(session: Session, newName: string): Promise<void> {
  const callAs = createClient({ token: async () => session.idToken })
  const [user, courses] = await Promise.all([
    loadUser(session.uid, session, callAs, newName),
    callAs(listCourses, { query: {} }),
  ])
  if (newName !== '') await giveName(session, newName)
  startSession(session)
  // Only now: a change of session empties what was there.
  queryClient.setQueryData(userQuery(session.uid).queryKey, user)
  queryClient.setQueryData(coursesQuery(session.uid, false).queryKey, courses.data)
}

async function giveName(session: Session, name: string): Promise<void> {
  const given = identityProvider().then(provider => provider.setName(session, name))
  await Promise.race([given.catch(() => undefined), new Promise(resolve => setTimeout(resolve, NAME_WAIT_MS))])
}
