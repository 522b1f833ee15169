import { uniquePhone } from '../../../contract/account.ts'
import { ApiError, NETWORK_FAILED } from '../../../contract/calls/api-error.ts'
import { callSignedOut } from '../../api.ts'
import type { IdentityProvider } from '../provider/provider.ts'

/** Whether nobody signs in with this phone yet. When the server cannot tell, the person counts as known. */
export async function isNewPhone(provider: IdentityProvider, phone: string): Promise<boolean> {
  const headers = { 'x-bot-check': await provider.botProof() }
  try {
    return (await callSignedOut(uniquePhone, { query: { phone } }, { headers })).success
  } catch (error) {
    if (error instanceof ApiError && NEEDS_ATTENTION.includes(error.code)) throw error
    return false
  }
}

const NEEDS_ATTENTION = [NETWORK_FAILED, 'auth/invalid-phone-number', 'auth/operation-not-allowed']
