import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Config } from '../../config.ts'

/**
 * The 3,000 most common passwords that are long enough for the strong policy, in lower case: from the list of
 * `@zxcvbn-ts/language-common` 4.1.3 (MIT licence), which sorts them by how often they were found in leaks.
 */
const COMMON_PASSWORDS = join(import.meta.dirname, 'common-passwords.txt')

const TOO_COMMON = 'The password must have at least 8 characters and must not be one that many people use'

/** Throws if a new password does not meet the policy. Passwords in use stay valid. */
export function throwIfWeak(password: string, policy: Config['passwordPolicy']): void {
  const normal = password.normalize('NFKC')
  const length = [...normal].length
  if (policy === 'strong' && (length < 8 || isCommon(normal))) {
    throw new ApiError('auth/weak-password', { message: TOO_COMMON })
  }
  const hasBoth = /\p{L}/u.test(normal) && /\p{N}/u.test(normal)
  if (policy === 'standard' && (length < 6 || !hasBoth)) throw new ApiError('auth/weak-password')
}

let common: Set<string> | undefined

function isCommon(password: string): boolean {
  common ??= new Set(readFileSync(COMMON_PASSWORDS, 'utf8').split('\n'))
  return common.has(password.toLowerCase())
}
