import { queryClient } from '../queries/query-client.ts'
import type { KnownUser, UserWithProgress } from '../user/load-user.ts'
import { userQuery, useUid } from '../user/user.ts'

/** Shows at once what the server has just changed. */
export function useChangeUser(): (changed: Partial<KnownUser>) => void {
  const { queryKey } = userQuery(useUid())
  return changed =>
    queryClient.setQueryData(queryKey, (known: UserWithProgress | undefined) =>
      known ? { ...known, user: { ...known.user, ...changed } } : known,
    )
}
