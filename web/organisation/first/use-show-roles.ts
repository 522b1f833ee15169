import type { TeamRole } from '../../../contract/team-roles.ts'
import { queryClient } from '../../queries/query-client.ts'
import type { UserWithProgress } from '../../user/load-user.ts'
import { userQuery, useUid } from '../../user/user.ts'

/** Shows new roles of the signed-in person at once. */
export function useShowRoles(): (roles: TeamRole[]) => void {
  const { queryKey } = userQuery(useUid())
  return teamRoles =>
    queryClient.setQueryData(queryKey, (known: UserWithProgress | undefined) =>
      known ? { ...known, user: { ...known.user, teamRoles } } : known,
    )
}
