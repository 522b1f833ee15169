import { getCountry } from '../../contract/identity.ts'
import { callSignedOut } from '../api.ts'
import { loadSettings } from '../settings/settings.ts'
import { dialPlans } from './dial-plans.ts'

/** The country of the address that asks, else the one that the operator set, else none. */
export async function likelyCountry(): Promise<string> {
  const answer = await callSignedOut(getCountry, {}).catch(() => undefined)
  const byAddress = answer?.country_code?.toUpperCase() ?? ''
  return dialPlans.has(byAddress) ? byAddress : (await loadSettings()).defaultCountry
}
