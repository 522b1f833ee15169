import { getCountry } from '../../contract/account.ts'
import { callSignedOut } from '../api.ts'
import { loadSettings } from '../settings/settings.ts'
import { dialPlans } from './dial-plans.ts'

/** The country of the IP address, else the one that the operator set, else the only one that is offered, else none. */
export async function likelyCountry(): Promise<string> {
  const [answer, { defaultCountry, phoneCountries }] = await Promise.all([
    callSignedOut(getCountry, {}).catch(() => undefined),
    loadSettings(),
  ])
  const byAddress = answer?.country_code?.toUpperCase() ?? ''
  const isOffered = phoneCountries.length === 0 || phoneCountries.includes(byAddress)
  if (dialPlans.has(byAddress) && isOffered) return byAddress
  return defaultCountry || (phoneCountries.length === 1 ? (phoneCountries[0] ?? '') : '')
}
