import { getOwnRoles } from '../../contract/organisation/team.ts'
import { call } from '../api.ts'

export const ownRolesQuery = {
  queryKey: ['organisation', 'me'],
  queryFn: async () => (await call(getOwnRoles, {})).data,
}
