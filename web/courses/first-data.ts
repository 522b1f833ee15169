import type { Session } from '../../contract/account.ts'
import { createClient } from '../../contract/calls/client.ts'
import { type Course, listCourses } from '../../contract/courses.ts'
import { SIGN_IN_LIMIT_MS } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { startSession } from '../session.ts'
import { loadUser, type UserWithProgress, userQuery } from '../user/user.ts'
import { coursesQuery } from './courses.ts'

export type FirstData = { user: UserWithProgress; courses: Course[] }

/** All that the first screen shows, asked for in the name of a session that is not kept yet. */
export async function firstData(session: Session, newName = ''): Promise<FirstData> {
  const callAs = createClient({ token: async () => session.idToken, timeoutMs: SIGN_IN_LIMIT_MS })
  const [user, courses] = await Promise.all([
    loadUser(session.uid, session, callAs, newName),
    callAs(listCourses, { query: {} }),
  ])
  return { user, courses: courses.data }
}

/** Keeps the session. What it shows first is here already, or else is asked for by the screen. */
export function goInWith(session: Session, data: FirstData | undefined): void {
  startSession(session)
  if (!data) return
  // Only now: a change of session empties what was there.
  queryClient.setQueryData(userQuery(session.uid).queryKey, data.user)
  queryClient.setQueryData(coursesQuery(session.uid, false).queryKey, data.courses)
}
