import { createRemoteJWKSet, errors, type JWTHeaderParameters } from 'jose'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { HOUR, SECOND } from '../../../contract/time.ts'

/** The public key that a token names. */
export type KeyOf = (header: JWTHeaderParameters) => Promise<CryptoKey>

const GOOGLE_KEYS_URL = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** The keys of Firebase Authentication, loaded with the first token, so the start needs no network. */
export function googleKeys(url = GOOGLE_KEYS_URL): KeyOf {
  const find = createRemoteJWKSet(new URL(url), {
    timeoutDuration: 3 * SECOND,
    cacheMaxAge: 6 * HOUR,
    // An attacker may invent key ids. They must not cause a request to Google for each token.
    cooldownDuration: 30 * SECOND,
  })
  return header => find(header).catch(unlessKeysAreAway)
}

/** If the keys cannot be loaded, the error is temporary, so that no session ends. */
function unlessKeysAreAway(error: Error): never {
  if (error instanceof errors.JWKSNoMatchingKey) throw error
  throw Object.assign(new ApiError('unavailable', { retryAfter: 5 }), { cause: error })
}
