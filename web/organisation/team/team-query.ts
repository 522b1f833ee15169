import { getTeam } from '../../../contract/organisation/team.ts'
import { call } from '../../api.ts'

export const teamQuery = { queryKey: ['organisation', 'team'], queryFn: async () => (await call(getTeam, {})).data }
