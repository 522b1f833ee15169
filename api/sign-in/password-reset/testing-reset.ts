import { createByEmail, signInByEmail } from '../../../contract/sign-in/email.ts'
import { resetPassword, sendResetLink } from '../../../contract/sign-in/password-reset.ts'
import type { TestServer } from '../../testing.ts'

export const NOURA = 'noura@example.org'
export const PASSWORD = 'steps4noura'
export const NEW = 'steps5noura'
export const USED = { status: 400, code: 'auth/invalid-action-code' }

export async function create({ call }: TestServer) {
  return (await call(createByEmail, { body: { email: NOURA, password: PASSWORD } })).data
}

export async function enter({ call }: TestServer, password: string) {
  return (await call(signInByEmail, { body: { email: NOURA, password } })).data
}

/** The token of the newest link that was mailed to Noura. */
export async function linkFor(server: TestServer): Promise<string> {
  await server.call(sendResetLink, { body: { email: NOURA } })
  const link = server.outbox().findLast(line => line.to === NOURA && line.link)?.link as string
  return new URL(link).hash.slice(1)
}

export function set({ call }: TestServer, token: string, password = NEW) {
  return call(resetPassword, { body: { token, password } })
}

export function rowOf({ services }: TestServer, uid: string) {
  return services.db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
}
