import type { Session } from '../../contract/account.ts'
import { createClient } from '../../contract/calls/client.ts'
import { type Course, listCourses } from '../../contract/courses.ts'
import { SIGN_IN_LIMIT_MS } from '../api.ts'
import { queryClient } from '../queries/query-client.ts'
import { startSession } from '../session.ts'
import { loadUser, type UserWithProgress } from '../user/load-user.ts'
import { userQuery } from '../user/user.ts'
import { coursesQuery } from './courses.ts'

export type FirstData = { user: UserWithProgress; courses: Course[] }

/** The data of the first screen, loaded with a session that is not stored yet. */
export async function loadFirstData(session: Session, newName = ''): Promise<FirstData> {
  const callAs = createClient({ token: async () => session.idToken, timeoutMs: SIGN_IN_LIMIT_MS })
  const [user, courses] = await Promise.all([
    loadUser(session.uid, session, callAs, newName),
    callAs(listCourses, { query: {} }),
  ])
  return { user, courses: courses.data }
}

/** Stores the session. The first screen loads what is missing. */
export function startSessionAndFillCache(session: Session, data: FirstData | undefined): void {
  startSession(session)
  if (!data) return
  // Last, because a change of session empties the cache.
  queryClient.setQueryData(userQuery(session.uid).queryKey, data.user)
  queryClient.setQueryData(coursesQuery(session.uid, false).queryKey, data.courses)
}
