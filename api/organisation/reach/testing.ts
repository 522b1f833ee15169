import { setRoles } from '../../../contract/organisation/team.ts'
import { DAY } from '../../../contract/time.ts'
import { changeName } from '../../account/users.ts'
import { addMentor, PHONES as OF_MESSAGES, send } from '../../messages/testing.ts'
import type { Start, TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { PHONES, startWithTeam } from '../people/testing.ts'

export const KAREEM = '+971507000001'
export const LAYAN = '+971507000002'
export const LINA = '+971507000003'
export const { huda: HUDA } = OF_MESSAGES

/**
 * Reem is the owner. Salma mentors Noura, Kareem mentors Layan, Huda mentors Yousef, and Lina has no mentor. Omar is a
 * coordinator who is limited to Salma and Kareem.
 */
export async function startWithOmar(start: Start, env: Record<string, string> = {}) {
  const team = await startWithTeam(start, env)
  const { server, reem, salma, noura, yousef, mentorId: salmaId } = team
  const { id: kareemId } = await addMentor(server, 'Kareem Aziz', KAREEM)
  const { id: hudaId } = await addMentor(server, 'Huda Hidden', HUDA)
  const [kareem, huda, layan, lina, omar] = [
    await server.signIn(KAREEM),
    await server.signIn(HUDA),
    await server.signIn(LAYAN),
    await server.signIn(LINA),
    await server.signIn(PHONES.omar),
  ]
  await place(server, { [noura.uid]: salmaId, [layan.uid]: kareemId, [yousef.uid]: hudaId, [omar.uid]: null })
  await place(server, { [lina.uid]: null, [reem.uid]: null })
  for (const [person, name] of [
    [reem, 'Reem'],
    [noura, 'Noura Salem'],
    [layan, 'Layan Odeh'],
    [yousef, 'Yousef Hidden'],
    [lina, 'Lina Hidden'],
    [omar, 'Omar'],
  ] as const)
    await changeName(server.services.db, person.uid, name)
  await limit(reem, omar, [salmaId, kareemId])
  return { ...team, salma, kareem, huda, layan, lina, omar, salmaId, kareemId, hudaId }
}

export type World = Awaited<ReturnType<typeof startWithOmar>>

/** Gives learners to mentors as new people come to them, without a move. */
export async function place({ services }: TestServer, mentors: Record<string, number | null>): Promise<void> {
  for (const [uid, responder_id] of Object.entries(mentors))
    await services.db.updateTable('users').set({ responder_id }).where('uid', '=', uid).execute()
}

export async function limit(owner: Person, { uid }: Person, limitedTo: number[] | null): Promise<void> {
  await owner.call(setRoles, { params: { uid }, body: { roles: ['coordinator'], limitedTo } })
}

/** Makes a person wait for their mentor for three days, with a voice message that nobody has heard. */
export async function wait({ server }: World, person: Person, mentorId: number): Promise<void> {
  await send(person, mentorId, 'Can you help me?')
  const began_at = server.clock.now() - 3 * DAY
  const row = server.services.db.updateTable('waits').set({ began_at, is_voice: 1 })
  await row.where('learner_uid', '=', person.uid).where('ended_at', 'is', null).execute()
}
