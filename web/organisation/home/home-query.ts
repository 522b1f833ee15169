import { getOrgHome } from '../../../contract/organisation/home.ts'
import { SECOND } from '../../../contract/time.ts'
import { call } from '../../api.ts'
import { loadSettings } from '../../settings/settings.ts'

/** In a file of its own, so that it can be asked while the screen is being loaded. */
export const homeQuery = {
  queryKey: ['organisation', 'home'],
  // The screen does not ask again for what came while it was being loaded.
  staleTime: SECOND,
  // The note of a demo and "Let a learner in" are drawn with the settings that are known then.
  queryFn: async () => (await Promise.all([call(getOrgHome, {}), loadSettings()]))[0].data,
}
