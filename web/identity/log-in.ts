import { confirmCode, refreshToken } from '../../contract/embedded-identity.ts'
import type { Session } from '../../contract/identity.ts'
import { Refusal } from '../../contract/refusals.ts'
import { callSignedOut } from '../api.ts'

/** The session that a code opens. Should it come without its owner, the token is asked for once more. */
export async function confirm(verificationId: string, code: string): Promise<Session> {
  const { data } = await callSignedOut(confirmCode, { body: { verificationId, code } })
  const session = data?.uid ? data : await askAgain(data?.refreshToken)
  if (!session?.uid) throw new Refusal('0311')
  return session
}

/** Loads what the first screen needs and goes there. When that fails, the person stays here and nothing is kept. */
export async function enter(session: Session, newName: string): Promise<void> {
  try {
    const signInData = await import('../sign-in-data.ts')
    await signInData.enter(session, newName)
  } catch {
    throw new Refusal('0318')
  }
}

async function askAgain(token: string | undefined): Promise<Session | undefined> {
  if (!token) return undefined
  const answer = await callSignedOut(refreshToken, { body: { refreshToken: token } }).catch(() => undefined)
  return answer?.data
}
