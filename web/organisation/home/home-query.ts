import { getOrgHome } from '../../../contract/organisation/home.ts'
import { SECOND } from '../../../contract/time.ts'
import { call } from '../../api.ts'

/** In a file of its own, so that it can be asked while the screen is being loaded. */
export const homeQuery = {
  queryKey: ['organisation', 'home'],
  // The screen does not ask again for what came while it was being loaded.
  staleTime: SECOND,
  queryFn: async () => (await call(getOrgHome, {})).data,
}
