import { getOrgHome } from '../../../contract/organisation/home.ts'
import { SECOND } from '../../../contract/time.ts'
import { call } from '../../api.ts'
import { loadSettings } from '../../settings/settings.ts'

/** This query has its own file, so that its data can be loaded at the same time as the screen. */
export const homeQuery = {
  queryKey: ['organisation', 'home'],
  // Data that came while the screen was being loaded is not loaded again by the screen.
  staleTime: SECOND,
  // The note of a demo and "Let a learner in" are drawn with the settings that are known then.
  queryFn: async () => (await Promise.all([call(getOrgHome, {}), loadSettings()]))[0].data,
}
