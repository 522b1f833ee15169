import { expect, test } from 'vitest'
import { decideRequest, findRequest } from '../../../contract/inbox/approvals.ts'
import { getOrgHome } from '../../../contract/organisation/home.ts'
import * as lists from '../../../contract/organisation/invitation-lists.ts'
import { listInvitations, makeInvitation } from '../../../contract/organisation/invitations.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { changeMentor, listMentors, moveLearners, undoMove } from '../../../contract/organisation/mentors.ts'
import { getPerson, listPeople } from '../../../contract/organisation/people.ts'
import { allowNewPhone, blockPerson, setMentorRole } from '../../../contract/organisation/person-acts.ts'
import { getMentorReport, getSilentReport, getVoiceReport } from '../../../contract/organisation/reports.ts'
import { searchEverything } from '../../../contract/organisation/search/search.ts'
import { getOwnRoles, getTeam, inviteToTeam, joinTeam, setRoles } from '../../../contract/organisation/team.ts'
import { askApproval } from '../../../contract/sign-in/other-ways.ts'
import { sendCode } from '../../../contract/sign-in/phone.ts'
import { DAY, MINUTE } from '../../../contract/time.ts'
import { changeName } from '../../account/users.ts'
import type { Command } from '../../commands/command.ts'
import { listTeamCommand } from '../../commands/team/list-team.ts'
import { limitCoordinatorCommand, setRolesCommand } from '../../commands/team/set-roles.ts'
import { send } from '../../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { type Person, solvedChallenge } from '../../testing-people.ts'
import { PHONES } from '../people/testing.ts'
import { limit, place, startWithOmar, wait } from './testing.ts'

const NOT_FOUND = { status: 404, code: 'not-found' }

onEachDatabase('The limit of a coordinator', start => {
  test('counts from the next call on, and Omar finds, counts and opens only the people of his mentors', async () => {
    const { reem, omar, salma, noura, layan, kareem, yousef } = await startWithOmar(start)
    await limit(reem, omar, null)
    expect(await uidsOf(omar)).toContain(yousef.uid)
    await omar.call(getPerson, { params: { uid: yousef.uid } })
    await limit(reem, omar, [1, 2])
    expect((await uidsOf(omar)).toSorted()).toEqual([salma.uid, noura.uid, layan.uid, kareem.uid].toSorted())
    const { counts, total } = (await omar.call(listPeople, { query: {} })).data
    expect({ counts, total }).toMatchObject({ counts: { all: 4, notStarted: 2, mentors: 2, team: 0 }, total: 4 })
    await expect(omar.call(getPerson, { params: { uid: yousef.uid } })).rejects.toMatchObject(NOT_FOUND)
    await expect(omar.call(getPerson, { params: { uid: 'nobody' } })).rejects.toMatchObject(NOT_FOUND)
    const found = async (q: string) => (await omar.call(searchEverything, { query: { q } })).data.people
    expect([await found('Hidden'), await found(PHONES.yousef)]).toEqual([[], []])
    expect((await found('Noura')).map(({ uid }) => uid)).toEqual([noura.uid])
    expect((await omar.call(getOwnRoles, {})).data).toMatchObject({ roles: ['coordinator'], limitedTo: [1, 2] })
  })

  test('leaves out an owner who has a mentor and has not learned anything, also when the mentor hands over', async () => {
    const { server, reem, omar, salmaId, kareemId } = await startWithOmar(start)
    await place(server, { [reem.uid]: salmaId })
    expect(await uidsOf(omar)).not.toContain(reem.uid)
    expect((await omar.call(moveLearners, { body: { from: salmaId, to: kareemId } })).data.count).toBe(1)
    expect((await reem.call(getPerson, { params: { uid: reem.uid } })).data.mentor?.id).toBe(salmaId)
    expect((await omar.call(moveLearners, { body: { from: salmaId, to: kareemId } })).data.count).toBe(0)
    const began_at = server.clock.now()
    await server.services.db.updateTable('users').set({ began_at }).where('uid', '=', reem.uid).execute()
    expect(await uidsOf(omar), 'now she learns').toContain(reem.uid)
  })

  test('is one of coordinators: an owner has none, an author who is also limited stays limited', async () => {
    const { reem, omar, yousef } = await startWithOmar(start)
    const give = (roles: ('owner' | 'coordinator' | 'author')[]) =>
      reem.call(setRoles, { params: { uid: omar.uid }, body: { roles } })
    await give(['author', 'coordinator'])
    expect(await uidsOf(omar)).not.toContain(yousef.uid)
    await give(['owner', 'coordinator'])
    expect(await uidsOf(omar)).toContain(yousef.uid)
    await give([])
    await give(['coordinator'])
    expect(await uidsOf(omar), 'the limit outlives the role').not.toContain(yousef.uid)
  })

  test('tells two people of one name apart only if Omar sees both', async () => {
    const { server, omar, noura, layan, yousef } = await startWithOmar(start)
    const { db } = server.services
    for (const { uid } of [layan, yousef]) await changeName(db, uid, 'noura salem')
    await omar.call(blockPerson, { params: { uid: noura.uid }, body: { reason: 'x' } })
    await changeName(db, yousef.uid, 'Omar')
    const line = async () => (await omar.call(getPerson, { params: { uid: noura.uid } })).data.lines[0]
    expect((await line())?.subject?.digits).toBe(PHONES.noura.slice(-4))
    expect((await line())?.actor, 'a colleague is nobody of his people').not.toHaveProperty('digits')
    await changeName(db, yousef.uid, 'noura salem')
    await changeName(db, layan.uid, 'Layan')
    expect((await line())?.subject).not.toHaveProperty('digits')
  })

  test('follows the learner who moves and the mentor who retires at once, in kept reports, too', async () => {
    const world = await startWithOmar(start)
    const { reem, omar, noura, layan, kareem, hudaId, salmaId, kareemId } = world
    await wait(world, noura, salmaId)
    await wait(world, layan, kareemId)
    const waiting = async () => (await omar.call(getVoiceReport, { query: {} })).data.count
    const atHome = async () => {
      const { items } = (await omar.call(getOrgHome, {})).data
      return items.flatMap(item => (item.kind === 'waiting' ? item.count : []))
    }
    expect([await waiting(), await atHome()]).toEqual([2, [2]])
    const { data: away } = await reem.call(moveLearners, { body: { uids: [noura.uid], to: hudaId } })
    expect([await waiting(), await atHome()]).toEqual([1, [1]])
    expect(await uidsOf(omar)).not.toContain(noura.uid)
    await expect(omar.call(blockPerson, { params: { uid: noura.uid }, body: { reason: 'x' } })).rejects.toMatchObject(
      NOT_FOUND,
    )
    await expect(omar.call(undoMove, { params: { id: away.id } })).rejects.toMatchObject(NOT_FOUND)
    await reem.call(undoMove, { params: { id: away.id } })
    expect([await waiting(), await atHome()]).toEqual([2, [2]])

    await reem.call(moveLearners, { body: { from: kareemId, to: salmaId } })
    await reem.call(setMentorRole, { params: { uid: kareem.uid }, body: { isMentor: false } })
    expect((await uidsOf(omar)).includes(kareem.uid)).toBe(false)
    expect((await omar.call(listMentors, {})).data.map(({ id }) => id)).toEqual([salmaId])
    await expect(omar.call(moveLearners, { body: { uids: [noura.uid], to: kareemId } })).rejects.toMatchObject(
      NOT_FOUND,
    )
    await reem.call(setMentorRole, { params: { uid: kareem.uid }, body: { isMentor: true } })
    expect(await uidsOf(omar), 'a mentor who returns is in reach again').toContain(kareem.uid)
  })

  test('lets him move his people between his mentors and back, and neither take nor give others', async () => {
    const { reem, omar, noura, yousef, lina, salmaId, kareemId, hudaId } = await startWithOmar(start)
    const move = (body: Parameters<typeof omar.call<typeof moveLearners>>[1]['body']) =>
      omar.call(moveLearners, { body })
    for (const body of [
      { uids: [yousef.uid], to: salmaId },
      { uids: [noura.uid, lina.uid], to: kareemId },
      { uids: [noura.uid], to: hudaId },
      { from: hudaId, to: salmaId },
      { from: salmaId, to: hudaId },
    ])
      await expect(move(body)).rejects.toMatchObject(NOT_FOUND)
    const { data } = await move({ from: salmaId, to: kareemId })
    expect(data.count).toBe(1)
    expect((await omar.call(undoMove, { params: { id: data.id } })).data.count).toBe(1)
    // Reem has given Lina to Salma. After an undo, Lina would have no mentor, and so would be out of Omar's reach.
    const given = (await reem.call(moveLearners, { body: { uids: [lina.uid], to: salmaId } })).data
    expect(await uidsOf(omar)).toContain(lina.uid)
    await expect(omar.call(undoMove, { params: { id: given.id } })).rejects.toMatchObject(NOT_FOUND)
  })

  test('lets him say that his mentor is away, with one of his mentors to stand in, and hides another one', async () => {
    const { reem, omar, salmaId, kareemId, hudaId } = await startWithOmar(start)
    const away = (who: Person, id: number, coverId: number) =>
      who.call(changeMentor, { params: { id: String(id) }, body: { away: { until: null, coverId } } })
    await away(omar, salmaId, kareemId)
    await expect(away(omar, salmaId, hudaId)).rejects.toMatchObject({ code: 'bad-request' })
    await expect(away(omar, hudaId, kareemId)).rejects.toMatchObject(NOT_FOUND)
    await away(reem, kareemId, hudaId)
    const covers = (await omar.call(listMentors, {})).data.map(({ coverId }) => coverId)
    expect(covers.toSorted()).toEqual([kareemId, null])
    const hidden = (await omar.call(listMentors, {})).data.map(({ id, isCoveredElsewhere }) => [id, isCoveredElsewhere])
    expect(hidden.toSorted()).toEqual([
      [salmaId, false],
      [kareemId, true],
    ])
    const again = { until: null, coverId: null }
    await omar.call(changeMentor, { params: { id: String(kareemId) }, body: { capacity: 7, away: again } })
    const ofReem = (await reem.call(listMentors, {})).data.find(({ id }) => id === kareemId)
    expect(ofReem, 'the stand-in that he does not see stays').toMatchObject({ capacity: 7, coverId: hudaId })
  })

  test('makes his links and lists lead to his mentors only', async () => {
    const { server, reem, omar, salmaId, hudaId } = await startWithOmar(start)
    const make = (who: Person, mentorId: number | null) =>
      who.call(makeInvitation, { body: { name: 'Irbid', mentorId } })
    await make(reem, hudaId)
    await make(reem, null)
    await expect(make(omar, hudaId)).rejects.toMatchObject(NOT_FOUND)
    await expect(make(omar, null)).rejects.toMatchObject({ code: 'bad-request' })
    await make(omar, salmaId)
    const links = (await omar.call(listInvitations, {})).data
    expect(links.map(({ mentor }) => mentor?.id)).toEqual([salmaId])

    const check = async (text: string, mentorId: number | null) => {
      const body = { file: Buffer.from(text).toString('base64'), language: 'en' as const, mentorId }
      const { data } = await omar.call(lists.checkInvitationList, { body })
      if (data.problem !== null) throw new Error(data.problem)
      return data
    }
    const rows = [
      ...['phone,mentor', '+971508880001,', '+971508880002,Huda Hidden', '+971508880003,Kareem Aziz'],
      ...[`${PHONES.noura},Kareem Aziz`, `${PHONES.yousef},Kareem Aziz`],
    ]
    const { held, ready } = await check(rows.join('\n'), null)
    expect(ready).toBe(1)
    expect(held.map(({ number, reason, guess }) => [number, reason, guess?.text])).toEqual([
      [2, 'mentor-missing', undefined],
      [3, 'mentor-unknown', undefined],
      [5, 'here', undefined],
      [6, 'elsewhere', undefined],
    ])
    // A chosen mentor has to be in reach, too.
    const third = { number: 3, phone: '+971508880002', name: '', mentor: 'Huda Hidden', mentorId: hudaId }
    const list = (await check(rows.slice(0, 3).join('\n'), salmaId)).id
    const choose = (mentorId: number) =>
      omar.call(lists.correctInvitationRow, { params: { id: list }, body: { ...third, mentorId } })
    await expect(choose(hudaId)).rejects.toMatchObject(NOT_FOUND)
    expect((await choose(salmaId)).data.held).toBeNull()
    expect((await check(rows.slice(0, 2).join('\n'), salmaId)).ready).toBe(1)

    // After the check, one of two people comes to Huda, and the other is invited to her.
    const [came, invited] = ['+971508880004', '+971508880005']
    const both = `phone\n${came}\n${invited}`
    const { id } = await check(both, salmaId)
    await place(server, { [(await server.signIn(came)).uid]: hudaId })
    const fileOf = (phone: string) => Buffer.from(`phone\n${phone}`).toString('base64')
    const toHuda = {
      file: fileOf(invited),
      language: 'en',
      mentorId: hudaId,
    } as const
    const ofReem = (await reem.call(lists.checkInvitationList, { body: toHuda })).data
    if (ofReem.problem !== null) throw new Error(ofReem.problem)
    const sent = async (who: Person, list: string) => {
      await who.call(lists.sendInvitationList, { params: { id: list } })
      const now = async () => (await who.call(lists.getInvitationList, { params: { id: list } })).data
      await expect.poll(async () => (await now()).state).toBe('done')
      return (await now()).rows.map(({ state, reason }) => [state, reason])
    }
    expect(await sent(reem, ofReem.id)).toEqual([['sent', null]])
    const elsewhere = ['refused', 'elsewhere']
    expect(await sent(omar, id), 'not which of both').toEqual([elsewhere, elsewhere])
    expect((await check(both, salmaId)).held.map(({ reason }) => reason)).toEqual(['elsewhere', 'elsewhere'])

    // Omar's own invitation of last month tells him nothing about an invitation to Huda today.
    const last = await check('phone\n+971508880006', salmaId)
    expect(await sent(omar, last.id)).toEqual([['sent', null]])
    const old = server.services.db
      .updateTable('invitation_list_rows')
      .set({ invited_at: server.clock.now() - 30 * DAY })
    await old.where('list_id', '=', last.id).execute()
    const again = (await reem.call(lists.checkInvitationList, { body: { ...toHuda, file: fileOf('+971508880006') } }))
      .data
    if (again.problem !== null) throw new Error(again.problem)
    await sent(reem, again.id)
    expect((await check('phone\n+971508880006', salmaId)).held.map(({ reason }) => reason)).toEqual(['elsewhere'])
    await limit(reem, omar, [salmaId])
    expect((await check(rows.slice(0, 2).join('\n'), null)).ready, 'with one mentor there is no choice').toBe(1)
  })

  test('does not name a mentor out of reach who let one of his learners in before', async () => {
    const { server, omar, huda, yousef, salmaId } = await startWithOmar(start)
    const number = await numberOf(server, PHONES.yousef)
    await huda.call(findRequest, { body: { number } })
    await huda.call(decideRequest, { body: { number, isApproved: true } })
    await place(server, { [yousef.uid]: salmaId })
    const { data } = await omar.call(getPerson, { params: { uid: yousef.uid } })
    expect(JSON.stringify(data)).toContain('sign-in-approved')
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`Huda|${huda.uid}`))
  })

  test('lets him let in only his learners by the number that they read aloud', async () => {
    const { server, omar } = await startWithOmar(start)
    const find = async (phone: string) => omar.call(findRequest, { body: { number: await numberOf(server, phone) } })
    expect((await find(PHONES.noura)).data.phoneNumber).toBe(PHONES.noura)
    await expect(find(PHONES.yousef)).rejects.toMatchObject(NOT_FOUND)
  })

  test('shows him his own mentors and no role of others, and lets him neither name nor invite a mentor', async () => {
    const { reem, omar, noura, salma, kareem } = await startWithOmar(start)
    await reem.call(setRoles, { params: { uid: salma.uid }, body: { roles: ['author'] } })
    await reem.call(inviteToTeam, { body: { phoneNumber: '+971507777771', role: 'author' } })
    const { members, invitations } = (await omar.call(getTeam, {})).data
    expect(members.map(({ uid, roles }) => [uid, roles]).toSorted()).toEqual(
      [
        [salma.uid, []],
        [kareem.uid, []],
        [omar.uid, ['coordinator']],
      ].toSorted(),
    )
    expect(invitations).toEqual([])
    const inTeam = (await omar.call(listPeople, { query: { filter: 'team' } })).data
    expect([inTeam.people, inTeam.counts?.team]).toEqual([[], 0])
    const { data } = await omar.call(getPerson, { params: { uid: salma.uid } })
    expect([data.roles, data.lines]).toEqual([[], []])
    const limited = { status: 403, code: 'people/limited' }
    const name = omar.call(setMentorRole, { params: { uid: noura.uid }, body: { isMentor: true } })
    await expect(name).rejects.toMatchObject(limited)
    const invite = omar.call(inviteToTeam, { body: { phoneNumber: '+971507777772', role: 'mentor', name: 'Rana' } })
    await expect(invite).rejects.toMatchObject(limited)
    await expect(omar.call(getAuditLog, { query: {} }), 'the log is for owners').rejects.toMatchObject({ status: 403 })
  })

  test('can come with an invitation, so that nobody is unlimited for a minute', async () => {
    const { server, reem, noura, hudaId } = await startWithOmar(start)
    const body = { phoneNumber: '+971507777773', role: 'coordinator', limitedTo: [hudaId] } as const
    const { token } = (await reem.call(inviteToTeam, { body: { ...body, limitedTo: [hudaId] } })).data
    expect((await reem.call(getTeam, {})).data.invitations).toMatchObject([
      { role: 'coordinator', limitedTo: [{ id: hudaId, name: 'Huda Hidden' }] },
    ])
    const rana = await server.signIn(body.phoneNumber)
    await rana.call(joinTeam, { body: { token } })
    expect(await uidsOf(rana)).not.toContain(noura.uid)
    expect((await rana.call(getOwnRoles, {})).data.limitedTo).toEqual([hudaId])
  })

  test('is a line of the log, by a button as by the command, and one with the roles that were given in the same act', async () => {
    const { server, reem, omar, yousef } = await startWithOmar(start)
    const lines = async () => {
      const { data } = await reem.call(getAuditLog, { query: { uid: omar.uid, group: 'team' } })
      return data.lines.map(({ action, side, details }) => [action, side, details])
    }
    const limited = { from: '', to: '1 2', count: 2 }
    expect(await lines()).toEqual([
      ['roles-changed', 'browser', { from: '', to: 'coordinator', limitFrom: '', limitTo: '1 2', count: 2 }],
    ])
    const words = (...rest: string[]) => ['--uid', omar.uid, ...rest]
    expect(await type(server, limitCoordinatorCommand, words('everybody'))).toContain('sees all people')
    expect(await uidsOf(omar)).toContain(yousef.uid)
    expect(await type(server, limitCoordinatorCommand, words('1', '2'))).toContain('Salma Haddad, Kareem Aziz')
    expect(await uidsOf(omar)).not.toContain(yousef.uid)
    expect(await type(server, listTeamCommand, [])).toContain('only the people of Salma Haddad (1), Kareem Aziz (2)')
    expect((await lines()).slice(0, 2)).toEqual([
      ['roles-limited', 'command', limited],
      ['roles-limited', 'command', { from: '1 2', to: '', count: 0 }],
    ])
    await expect(type(server, limitCoordinatorCommand, words('everybody', '1'))).rejects.toThrow('and not both')
    expect(await type(server, limitCoordinatorCommand, words('2', '2'))).not.toContain('Aziz, Kareem')
    await expect(type(server, limitCoordinatorCommand, words('9'))).rejects.toThrow('no mentor number 9')
    expect(await type(server, setRolesCommand, words('author', 'author'))).toMatch(/roles: author\.$/)
    await expect(type(server, limitCoordinatorCommand, words('1'))).rejects.toThrow('is no coordinator')
    const unknown = reem.call(setRoles, { params: { uid: omar.uid }, body: { limitedTo: [99] } })
    await expect(unknown).rejects.toMatchObject(NOT_FOUND)
    await expect(omar.call(setRoles, { params: { uid: omar.uid }, body: { limitedTo: null } })).rejects.toMatchObject({
      status: 403,
    })
  })

  test('tells him at home what waits among his people, and nothing of others and of people without a mentor', async () => {
    const world = await startWithOmar(start)
    const { omar, reem, noura, yousef, salmaId, hudaId } = world
    await wait(world, yousef, hudaId)
    const items = async (who: Person) => (await who.call(getOrgHome, {})).data.items
    expect(await items(omar)).toEqual([])
    await wait(world, noura, salmaId)
    expect(await items(omar)).toMatchObject([
      { kind: 'waiting', count: 1, mentor: 'Salma Haddad' },
      { kind: 'unheard', count: 1 },
    ])
    expect(await items(reem)).toMatchObject([{ count: 2 }, { count: 2 }, { kind: 'no-mentor' }, { kind: 'one-owner' }])
  })

  test('counts the waits of his people only, under their own mentor if the one who stands in is out of reach', async () => {
    const world = await startWithOmar(start)
    const { reem, omar, huda, noura, yousef, salmaId, kareemId, hudaId } = world
    const away = { until: null, coverId: hudaId }
    await reem.call(changeMentor, { params: { id: String(salmaId) }, body: { away } })
    await wait(world, noura, salmaId)
    await wait(world, yousef, hudaId)
    await send(huda, yousef.uid, 'Yes')
    const { mentors } = (await omar.call(getMentorReport, { query: {} })).data
    const shown = mentors.map(({ mentorId, waiting, standsInFor }) => [mentorId, waiting, standsInFor])
    expect(shown).toEqual([
      [kareemId, 0, []],
      [salmaId, 1, []],
    ])
    const nearest = async (who: Person) => {
      const { data } = await who.call(getMentorReport, { query: { from: '2025-01-01', to: '2025-01-02' } })
      return data.range.nearest
    }
    expect(await nearest(reem)).not.toBeNull()
    expect(await nearest(omar)).toBeNull()
  })

  test('uses up no tries that somebody else has for a person out of reach', async () => {
    const { server, omar, yousef } = await startWithOmar(start)
    const body = { phoneNumber: '+971507999999' }
    await expect(omar.call(allowNewPhone, { params: { uid: yousef.uid }, body })).rejects.toMatchObject(NOT_FOUND)
    const counted = server.services.db.selectFrom('limits').select('key').where('key', 'like', 'new-phone%')
    expect(await counted.execute()).toEqual([])
  })

  test('keeps the reports that an owner opened before from him, by each filter', async () => {
    const world = await startWithOmar(start)
    const { server, reem, omar, noura, yousef, salmaId, hudaId } = world
    await wait(world, noura, salmaId)
    await wait(world, yousef, hudaId)
    const count = async (who: Person, query: object) => (await who.call(getVoiceReport, { query })).data.count
    for (const query of [{}, { mentor: String(hudaId) }, { mentor: 'none' }]) await count(reem, query)
    expect(await count(reem, {})).toBe(2)
    expect(await count(omar, {})).toBe(1)
    expect(await count(omar, { mentor: String(hudaId) })).toBe(0)
    await server.services.db.updateTable('users').set({ responder_id: null }).where('uid', '=', yousef.uid).execute()
    expect(await count(omar, { mentor: 'none' })).toBe(0)
    expect((await omar.call(getSilentReport, { query: {} })).data.count).toBe(0)
  })
})

async function uidsOf({ call }: Person): Promise<string[]> {
  return (await call(listPeople, { query: {} })).data.people.map(({ uid }) => uid)
}

/** The number that a new browser of this person shows, when no text arrives. */
async function numberOf(server: TestServer, phone: string): Promise<string> {
  const { data } = await server.call(sendCode, { body: { phone, proof: await solvedChallenge(server.call) } })
  server.clock.advance(MINUTE)
  return (await server.call(askApproval, { body: { verificationId: data.verificationId } })).data.number
}

async function type({ services: { db, config } }: TestServer, command: Command, words: string[]): Promise<string> {
  const printed: string[] = []
  await command.run({ db, config, words, print: line => printed.push(line) })
  return printed.join('\n')
}
