import { useQuery } from '../queries/use-query.ts'
import { useUser } from '../user/user.ts'
import { ownRolesQuery } from './own-roles-query.ts'

/**
 * Whether this person is a coordinator who sees only the people of some mentors. The server checks each call; screens
 * leave out the acts that it would always refuse.
 */
export function useIsLimited(): boolean {
  const roles = useUser().data?.user.teamRoles ?? []
  const canBe = roles.includes('coordinator') && !roles.includes('owner')
  const me = useQuery({ ...ownRolesQuery, enabled: canBe })
  return canBe && me.data?.limitedTo != null
}
