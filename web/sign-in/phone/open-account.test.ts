import { expect, test, vi } from 'vitest'
import type { Session } from '../../../contract/account.ts'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { SignInProvider } from '../provider/identity-provider.ts'
import { openAccount } from './open-account.ts'
import { untouchedLogin } from './phone-login.ts'

vi.mock('../../analytics/track.ts', () => ({ track: vi.fn() }))

const PHONE = '+971501234567'
const lost = new ApiError('auth/network-request-failed', { status: 0 })
const ended = new ApiError('auth/unauthorized')
const login = { ...untouchedLogin, phone: PHONE, email: 'noura@example.org', password: 'steps4noura' }

function session(uid: string, claims: object): Session {
  return { uid, idToken: `x.${btoa(JSON.stringify(claims))}.x`, expiresAt: 0, refreshToken: 'x' }
}

const byCode = session('noura', { phone_number: PHONE })

/** Adds the e-mail address; the response is lost. */
function providerAfter(byEmail: Session, refusal = ended) {
  return {
    linkEmail: vi.fn().mockRejectedValueOnce(lost).mockRejectedValue(refusal),
    signInByEmail: vi.fn().mockResolvedValue(byEmail),
  } as unknown as SignInProvider
}

const linking = { ...login, step: 'linking' as const, session: byCode }

test.each([
  ['', ended],
  [', also where the session is not known to have ended yet', new ApiError('auth/provider-already-linked')],
])('the response that added the e-mail address is lost: pressing again signs in%s', async (_, refusal) => {
  const joined = session('noura', { phone_number: PHONE, email: login.email })
  const provider = providerAfter(joined, refusal)
  const dispatch = vi.fn()
  await expect(openAccount(provider, linking, dispatch)).rejects.toBe(lost)
  expect(await openAccount(provider, linking, dispatch)).toBe(joined)
  expect(dispatch).toHaveBeenLastCalledWith({ type: 'email linked', session: joined })
})

test('an account of this e-mail address with another phone is not the one that was just made', async () => {
  const provider = providerAfter(session('other', { phone_number: '+971500000000' }))
  await expect(openAccount(provider, linking, () => {})).rejects.toBe(lost)
  await expect(openAccount(provider, linking, () => {})).rejects.toBe(ended)
})
