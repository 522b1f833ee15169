import { useSyncExternalStore } from 'react'
import { isFromEarlierVisit, savedFirst } from '../offline/saved-queries.ts'
import type { PageLogContent } from '../outbox/items/page-log-item.ts'
import { queryClient } from '../queries/query-client.ts'
import { useQuery } from '../queries/use-query.ts'
import { currentSession, onSessionChange } from '../session.ts'
import { loadUnchanged } from './load-unchanged.ts'
import { loadUser, type UserWithProgress, withPageLog, withUnsent } from './load-user.ts'

/** The signed-in person's own data: loaded once a visit, then updated by what they do here. */
export function userQuery(uid: string) {
  const changes = () => queryClient.getQueryState(['user', uid])?.dataUpdateCount
  return {
    queryKey: ['user', uid],
    queryFn: savedFirst(['user', uid], () => loadUnchanged(() => loadUser(uid), changes), withUnsent),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: uid !== '',
  }
}

export function useUser() {
  return useQuery(userQuery(useUid()))
}

/**
 * Whether the progress is the server's, or all that this phone knows without a network. Until then it may be from an
 * earlier visit, and nobody is moved to another page because of it.
 */
export function useIsProgressCurrent(): boolean {
  const { isFetching } = useUser()
  const isSaved = isFromEarlierVisit(userQuery(useUid()).queryKey)
  return !isFetching && !isSaved
}

/** The uid can change while the screen stays, when an account is merged here or in another tab. */
export function useUid(): string {
  return useSyncExternalStore(onSessionChange, currentSession)?.uid ?? ''
}

/** Shows a page as done at once. */
export function showPageDone(logged: PageLogContent): void {
  const { queryKey } = userQuery(logged.entry.userId)
  queryClient.setQueryData(queryKey, (known: UserWithProgress | undefined) =>
    known ? { ...known, userLessonData: withPageLog(known.userLessonData, logged) } : known,
  )
}
