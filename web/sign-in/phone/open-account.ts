import type { Session } from '../../../contract/account.ts'
import { ApiError, endsSession } from '../../../contract/calls/api-error.ts'
import { track } from '../../analytics/track.ts'
import { claimsOf } from '../../session.ts'
import { abandon, requireUid } from '../complete-sign-in.ts'
import { tooManyAs } from '../form/problems/problem.ts'
import type { Credential, SignInProvider } from '../provider/identity-provider.ts'
import { fullPhone } from './phone-entry.ts'
import type { LoginEvent, PhoneLogin } from './phone-login.ts'

type Code = { verificationId: string; code: string }

/** `isJoined`: phone and e-mail address open the same account already. */
type Opened = { session: Session; isJoined: boolean }

/**
 * Returns the session that a code opens. With an e-mail address, it is the session of the e-mail account, to which the
 * phone is added. If no account has the e-mail address, the address is added to the account of the phone. `dispatch`
 * gets each step that must not be repeated.
 */
export async function openAccount(
  provider: SignInProvider,
  login: PhoneLogin,
  dispatch: (event: LoginEvent) => void,
): Promise<Session> {
  const email = login.email.trim()
  const credential = email === '' ? undefined : { email, password: login.password }
  const { session, isJoined } = await openSession(provider, login, credential)
  if (!login.session) dispatch({ type: 'code accepted', session, isJoined })
  if (isJoined || !credential) return session
  const joined = requireUid(
    await provider
      .linkEmail(session, credential)
      .catch(tooManyAs('too-often'))
      .catch(failure => signInIfLinked(provider, login, { credential, failure })),
  )
  track('account_link', { method: 'email' })
  dispatch({ type: 'email linked', session: joined })
  return joined
}

type Failed = { credential: Credential; failure: unknown }

/**
 * When an e-mail address is added, the present session ends. Other processes and Firebase notice that late. After a
 * lost reply, the e-mail address itself opens the account.
 */
async function signInIfLinked(provider: SignInProvider, login: PhoneLogin, { credential, failure }: Failed) {
  const mayBeLinked =
    failure instanceof ApiError && (endsSession(failure) || failure.code === 'auth/provider-already-linked')
  if (!mayBeLinked) throw failure
  const known = await provider.signInByEmail(credential).catch(() => undefined)
  if (known && claimsOf(known).phone_number === fullPhone(login)) return known
  throw failure
}

async function openSession(
  provider: SignInProvider,
  login: PhoneLogin,
  credential: Credential | undefined,
): Promise<Opened> {
  if (login.session) return { session: login.session, isJoined: login.step === 'loading' }
  const known = credential && (await openIfKnown(provider, credential))
  // The phone and the account may be joined already, if only the reply to that was lost.
  if (known && claimsOf(known).phone_number === fullPhone(login)) return { session: known, isJoined: true }
  if (known) return { session: await withPhone(provider, known, login), isJoined: true }
  const session = await provider.signInByCode(login.verificationId, login.code).catch(tooManyAs('too-many-codes'))
  return { session: requireUid(session), isJoined: false }
}

async function openIfKnown(provider: SignInProvider, credential: Credential): Promise<Session | undefined> {
  try {
    return requireUid(await provider.signInByEmail(credential))
  } catch (failure) {
    if (failure instanceof ApiError && failure.code.endsWith('user-not-found')) return undefined
    throw failure
  }
}

async function withPhone(provider: SignInProvider, known: Session, { verificationId, code }: Code): Promise<Session> {
  try {
    const session = requireUid(
      await provider.linkPhone(known, { verificationId, code }).catch(tooManyAs('too-many-codes')),
    )
    track('account_link', { method: 'email' })
    return session
  } catch (failure) {
    abandon(provider, known)
    throw failure
  }
}
