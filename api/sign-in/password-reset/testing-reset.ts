import { createByEmail, signInByEmail } from '../../../contract/sign-in/email.ts'
import { resetPassword, sendResetLink } from '../../../contract/sign-in/password-reset.ts'
import type { TestServer } from '../../testing.ts'
import { newEmail } from '../../testing-people.ts'

export const PASSWORD = 'steps4noura'
export const NEW_PASSWORD = 'steps5noura'
export const USED_LINK = { status: 400, code: 'auth/invalid-action-code' }

export type HasEmail = { email: string }

/** A new account with an e-mail address that nobody else has. */
export async function createAccount({ call }: TestServer) {
  const email = newEmail()
  return { email, ...(await call(createByEmail, { body: { email, password: PASSWORD } })).data }
}

export async function signInWithPassword({ call }: TestServer, { email }: HasEmail, password: string) {
  return (await call(signInByEmail, { body: { email, password } })).data
}

/** Asks for a link. Returns the token in the newest mail to this person. */
export async function linkFor(server: TestServer, { email }: HasEmail): Promise<string> {
  await server.call(sendResetLink, { body: { email } })
  const link = server.outbox().findLast(line => line.to === email && line.link)?.link as string
  return new URL(link).hash.slice(1)
}

export function setPassword({ call }: TestServer, token: string, password = NEW_PASSWORD) {
  return call(resetPassword, { body: { token, password } })
}

export function userRowOf({ services }: TestServer, uid: string) {
  return services.db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
}
