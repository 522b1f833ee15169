import { getOrgSettings } from '../../../contract/organisation/settings.ts'
import { call } from '../../api.ts'

export const settingsQuery = {
  queryKey: ['organisation', 'settings'],
  queryFn: async () => (await call(getOrgSettings, {})).data,
}
