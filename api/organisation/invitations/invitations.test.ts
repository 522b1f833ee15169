import { expect, test } from 'vitest'
import { saveUser } from '../../../contract/account.ts'
import { endInvitation, listInvitations, makeInvitation } from '../../../contract/organisation/invitations.ts'
import { moveLearners } from '../../../contract/organisation/mentors.ts'
import { getPerson } from '../../../contract/organisation/people.ts'
import { setMentorRole } from '../../../contract/organisation/person-acts.ts'
import { DAY } from '../../../contract/time.ts'
import { addMentor } from '../../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { newPhone, type Person } from '../../testing-people.ts'
import { PHONES, startWithTeam } from '../people/testing.ts'

type Wanted = { name?: string; mentorId?: number | null; lifetimeMs?: number; maxUses?: number | null }

onEachDatabase('A link that invites learners', start => {
  async function startWithHuda() {
    const team = await startWithTeam(start)
    // Huda has the fewest learners, so people without a link come to her.
    const { id: hudaId } = await addMentor(team.server, 'Huda Kamel', PHONES.huda)
    const make = async (wanted: Wanted = {}) => {
      const body = { name: 'Irbid centre', mentorId: team.mentorId, ...wanted }
      return (await team.reem.call(makeInvitation, { body })).data
    }
    return { ...team, hudaId, make, visitor: visitorsOf(team.server) }
  }

  test('gives its mentor to each new learner, who is counted once, and their page names the link', async () => {
    const { reem, noura, mentorId, make, visitor } = await startWithHuda()
    const { code, id } = await make({ name: ' Irbid centre ' })
    expect(String(code)).toHaveLength(12)
    const rana = await visitor(code)
    expect(await userOf(rana, code)).toMatchObject({ responder_id: mentorId })
    const [sami] = await Promise.all([visitor(code), visitor(code)])
    expect(await linksOf(reem)).toMatchObject([
      { id, code, name: 'Irbid centre', uses: 3, isGood: true, mentor: { name: 'Salma Haddad' } },
    ])
    const cameBy = async ({ uid }: Person) =>
      (await reem.call(getPerson, { params: { uid } })).data.cameBy?.link ?? null
    expect([await cameBy(rana), await cameBy(sami), await cameBy(noura)]).toEqual([
      'Irbid centre',
      'Irbid centre',
      null,
    ])
  })

  test('changes nothing for people who are here already, the team and mentors', async () => {
    const { server, reem, noura, hudaId, mentorId, make } = await startWithHuda()
    const { code } = await make({ mentorId: hudaId })
    expect(await userOf(noura, code)).toMatchObject({ responder_id: mentorId })
    const huda = await server.signIn(PHONES.huda, { responderId: code })
    expect(await userOf(huda, code)).toMatchObject({ responder_id: null })
    await userOf(reem, code)
    expect(await linksOf(reem)).toMatchObject([{ uses: 0 }])
  })

  test('without a mentor, or with one who is retired, leads to the mentor with the fewest learners', async () => {
    const { server, reem, noura, hudaId, mentorId, make, visitor } = await startWithHuda()
    const [open, ofHuda] = [await make({ mentorId: null }), await make({ mentorId: hudaId })]
    expect(await userOf(await visitor(open.code))).toMatchObject({ responder_id: hudaId })
    const huda = await server.signIn(PHONES.huda)
    await reem.call(moveLearners, { body: { from: hudaId, to: mentorId } })
    await reem.call(setMentorRole, { params: { uid: huda.uid }, body: { isMentor: false } })
    const late = await visitor(ofHuda.code)
    expect(await userOf(late, ofHuda.code)).toMatchObject({ responder_id: mentorId })
    expect((await userOf(late, ofHuda.code)).isInvitationOver).toBeUndefined()
    expect((await linksOf(reem))[0]).toMatchObject({ uses: 1, mentor: { id: hudaId, isActive: false } })
    await expect(make({ mentorId: hudaId })).rejects.toMatchObject({ code: 'people/no-mentor' })
    await expect(make({ mentorId: 99 })).rejects.toMatchObject({ code: 'not-found' })
    expect(noura.uid).toBeTruthy()
  })

  test('that has ended, is too late, used up or guessed lets people sign in, without its mentor, and says so', async () => {
    const { server, reem, hudaId, mentorId, make, visitor } = await startWithHuda()
    const [ended, once, short] = [await make(), await make({ maxUses: 1 }), await make({ lifetimeMs: DAY })]
    await reem.call(endInvitation, { params: { id: ended.id } })
    await reem.call(endInvitation, { params: { id: ended.id } })
    expect(await userOf(await visitor(once.code))).toMatchObject({ responder_id: mentorId })
    server.clock.advance(DAY)
    const later = await server.signIn(PHONES.reem)
    const never = once.code === 123456789012 ? 123456789013 : 123456789012
    for (const code of [ended.code, once.code, short.code, never]) {
      const rana = await visitor(code)
      expect(await userOf(rana, code)).toMatchObject({ responder_id: hudaId, isInvitationOver: true })
      await later.call(moveLearners, { body: { from: hudaId, to: mentorId } })
    }
    expect((await linksOf(later)).map(({ isGood, uses }) => [isGood, uses])).toEqual([
      [false, 0],
      [false, 1],
      [false, 0],
    ])
  })

  test('that is still good is not called ended to a new learner who came by another one, or by none', async () => {
    const { server, make, visitor } = await startWithHuda()
    const [first, second] = [await make(), await make()]
    for (const rana of [await visitor(first.code), await server.signIn(newPhone())]) {
      expect((await userOf(rana, second.code)).isInvitationOver).toBeUndefined()
      expect((await userOf(rana, 123456789012)).isInvitationOver).toBe(true)
    }
  })

  test('is made once by a press, and the same press does not make it for another mentor', async () => {
    const { reem, mentorId, hudaId } = await startWithHuda()
    const press = (ofMentor: number | null) => {
      const body = { name: 'Irbid centre', mentorId: ofMentor }
      return reem.call(makeInvitation, { body }, { idempotencyKey: 'one-press' })
    }
    const { data } = await press(mentorId)
    expect((await press(mentorId)).data).toEqual(data)
    for (const other of [hudaId, null])
      await expect(press(other)).rejects.toMatchObject({ status: 422, code: 'idempotency-key-reused' })
    expect(await linksOf(reem)).toMatchObject([{ id: data.id, mentor: { name: 'Salma Haddad' } }])
  })

  test('can be used once by two people who come at the same moment', async () => {
    const { server, reem, make } = await startWithHuda()
    const { code } = await make({ maxUses: 1 })
    const other = await server.another()
    const came = await Promise.all([
      server.signIn('+971507000008', { responderId: code }),
      other.signIn('+971507000009', { responderId: code }),
    ])
    const told = await Promise.all(came.map(person => userOf(person, code)))
    expect(told.filter(user => user.isInvitationOver)).toHaveLength(1)
    expect(await linksOf(reem)).toMatchObject([{ uses: 1, isGood: false }])
  })

  test('has a name and a time within a year', async () => {
    const { make, server } = await startWithHuda()
    expect((await make()).expiresAt - server.clock.now()).toBeGreaterThan(29 * DAY)
    for (const wrong of [{ name: ' ' }, { lifetimeMs: 0 }, { lifetimeMs: 400 * DAY }, { maxUses: 0 }])
      await expect(make(wrong)).rejects.toMatchObject({ code: 'bad-request' })
  })
})

/** Returns a function that signs in a new person with a link. */
function visitorsOf(server: TestServer) {
  let people = 0
  return (responderId: number) => server.signIn(`+9715070000${10 + people++}`, { responderId })
}

async function userOf({ call, uid }: Person, responderId?: number) {
  return (await call(saveUser, { params: { uid }, body: { responderId } })).data.user
}

async function linksOf({ call }: Person) {
  return (await call(listInvitations, {})).data
}
