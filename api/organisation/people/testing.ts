import { changeName } from '../../../contract/account.ts'
import { becomeFirstOwner } from '../../../contract/organisation/team.ts'
import { PHONES as OF_MESSAGES, startForAll, startWithAll } from '../../messages/testing.ts'
import type { Start } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'

export const PHONES = { ...OF_MESSAGES, reem: '+971505555555', omar: '+971506666666' }

/** Reem is the owner; Salma mentors, Noura and Yousef learn. */
export async function startWithTeam(start: Start, env: Record<string, string> = {}) {
  const cast = await startWithAll(start, env)
  const reem = await cast.server.signIn(PHONES.reem)
  await reem.call(becomeFirstOwner, { body: {} })
  return { ...cast, reem }
}

/** A server for `castOn` that Reem owns. */
export async function startOwnedForAll(start: Start) {
  const server = await startForAll(start)
  const reem = await server.signIn(PHONES.reem)
  await reem.call(becomeFirstOwner, { body: {} })
  return { server, reem }
}

export async function nameIt({ call }: Person, name: string): Promise<void> {
  await call(changeName, { body: { name } })
}
