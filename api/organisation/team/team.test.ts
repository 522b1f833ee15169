import { expect, test } from 'vitest'
import { cancelErasure, eraseAccount, refreshToken, saveUser } from '../../../contract/account.ts'
import { allCalls } from '../../../contract/all-calls.ts'
import type { Input } from '../../../contract/calls/endpoint.ts'
import { getOrgHome } from '../../../contract/organisation/home.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { changeOrgSettings, getOrgSettings } from '../../../contract/organisation/settings.ts'
import {
  becomeFirstOwner,
  describeTeamInvitation,
  endTeamInvitation,
  getOwnRoles,
  getTeam,
  inviteToTeam,
  joinTeam,
  readTeamInvitation,
  setRoles,
} from '../../../contract/organisation/team.ts'
import { confirmAgain, sendCode } from '../../../contract/sign-in/phone.ts'
import { setDisplayName } from '../../../contract/sign-in/session.ts'
import { type TeamRole, teamRoles } from '../../../contract/team-roles.ts'
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts'
import { blockUser } from '../../account/user-status.ts'
import { deleteOldLines, firstBrokenLine } from '../../audit-log/audit-log.ts'
import { settingsCommand } from '../../commands/organisation/settings.ts'
import { addOwnerCommand } from '../../commands/team/add-owner.ts'
import { insertMentor } from '../../mentors/mentors.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { codeFor, type Person, personAt, register, signInByEmail, solvedChallenge } from '../../testing-people.ts'

const REEM = '+971501111111'
const OMAR = '+971502222222'
const NOURA = '+971501234567'
const SALMA = '+971500000001'
/** Settings of a server that sends real text messages, so that it is no demo. */
const NO_DEMO = {
  SMS_SENDER: 'webhook',
  SMS_WEBHOOK_URL: 'http://127.0.0.1:9/',
  SMS_WEBHOOK_BODY: '{"text":"{{text}}","to":"{{to}}"}',
  PUBLIC_URL: 'https://steps.example',
}

onEachDatabase('The team', start => {
  async function startWithReem() {
    const server = await start({ env: { LIMIT_FACTOR: '100' } })
    const reem = await server.signIn(REEM)
    await reem.call(becomeFirstOwner, { body: {} })
    return { server, reem }
  }

  test('a sign-in of the team is a line of the log, by phone and by mail; that of a learner is none', async () => {
    const { server, reem } = await startWithReem()
    await server.signIn(NOURA)
    await server.signIn(REEM)
    const lina = await register(server.origin, 'lina@example.org', 'step by step 1')
    await reem.call(setRoles, { params: { uid: lina.uid }, body: { roles: ['author'] } })
    await signInByEmail(server.origin, 'lina@example.org', 'step by step 1')
    await lina.call(refreshToken, { body: { refreshToken: lina.refreshToken } })
    const { lines } = (await reem.call(getAuditLog, { query: { action: 'signed-in' } })).data
    expect(lines.map(({ actor, subject, side }) => [actor?.uid, subject, side])).toEqual([
      [lina.uid, null, 'browser'],
      [reem.uid, null, 'browser'],
    ])
  })

  test('the first person of a demo becomes its owner by one press, and only one of two at the same moment', async () => {
    const server = await start()
    const [reem, omar] = [await server.signIn(REEM), await server.signIn(OMAR)]
    const stranger = { roles: [], hasOwner: false, limitedTo: null, organisation: null }
    expect(await rolesOf(reem)).toEqual({ ...stranger, canBecomeOwner: true })
    const tries = await Promise.allSettled([
      reem.call(becomeFirstOwner, { body: {} }),
      omar.call(becomeFirstOwner, { body: {} }),
    ])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [reems, omars] = [await rolesOf(reem), await rolesOf(omar)]
    expect([...reems.roles, ...omars.roles]).toEqual(['owner'])
    expect(reems.canBecomeOwner || omars.canBecomeOwner).toBe(false)
    const owner = reems.roles.length > 0 ? reem : omar
    const { data } = await owner.call(saveUser, { params: { uid: owner.uid }, body: {} })
    expect(data.user.teamRoles).toEqual(['owner'])
  })

  test('days begin and end in the time zone of the first owner’s device, and no later owner changes that', async () => {
    const server = await start()
    const [reem, omar] = [await server.signIn(REEM), await server.signIn(OMAR)]
    await reem.call(becomeFirstOwner, { body: { timeZone: 'Asia/Amman' } })
    const zone = async () => (await reem.call(getOrgSettings, {})).data.values.timeZone
    expect(await zone()).toBe('Asia/Amman')
    expect((await reem.call(getOrgHome, {})).data.timeZone).toBe('Asia/Amman')
    const { lines } = (await reem.call(getAuditLog, { query: { action: 'setting-changed' } })).data
    expect(lines).toMatchObject([{ actor: { uid: reem.uid }, details: { setting: 'timeZone' } }])
    const { token } = (await reem.call(inviteToTeam, { body: { phoneNumber: OMAR, role: 'owner' } })).data
    await omar.call(joinTeam, { body: { token, timeZone: 'Europe/Berlin' } })
    expect(await zone()).toBe('Asia/Amman')
  })

  test('the first owner by a link of the operator brings their time zone, unless one was chosen before', async () => {
    const invited = async (phone: string, timeZone: string, before = '') => {
      const server = await start()
      if (before !== '') await type(server, before, settingsCommand)
      const token = new URL((await type(server, `--phone ${phone}`))[0] as string).searchParams.get('join') as string
      const owner = await server.signIn(phone)
      await owner.call(joinTeam, { body: { token, timeZone } })
      return (await owner.call(getOrgSettings, {})).data.values.timeZone
    }
    expect(await invited(REEM, 'Asia/Amman')).toBe('Asia/Amman')
    expect(await invited(REEM, 'Asia/Amman', 'timeZone Africa/Cairo')).toBe('Africa/Cairo')
    expect(await invited(REEM, 'Mars/Olympus')).not.toBe('Mars/Olympus')
  })

  test('outside a demo nobody becomes owner by being first, and a link of the operator is good once, for one phone', async () => {
    const demo = await start()
    const { dataDir, databaseUrl } = demo.services.config
    const server = await start({ env: NO_DEMO, dataDir, databaseUrl, clock: demo.clock })
    const [reem, omar] = [personAt(server, await demo.signIn(REEM)), personAt(server, await demo.signIn(OMAR))]
    expect(await rolesOf(reem)).toMatchObject({ roles: [], hasOwner: false, canBecomeOwner: false, limitedTo: null })
    await expect(reem.call(becomeFirstOwner, { body: {} })).rejects.toMatchObject({ code: 'forbidden' })

    const link = new URL((await type(server, `--phone ${REEM}`))[0] as string)
    expect(link.origin + link.pathname).toBe('https://steps.example/org')
    const token = link.searchParams.get('join') as string
    await expect(join(omar, token)).rejects.toMatchObject({ status: 403, code: 'team/other-phone' })
    await expect(join(reem, `${token.slice(0, -2)}xx`)).rejects.toMatchObject({ code: 'team/invitation-ended' })
    expect((await join(reem, token)).data.roles).toEqual(['owner'])
    await expect(join(reem, token)).rejects.toMatchObject({ status: 410, code: 'team/invitation-ended' })

    const late = new URL((await type(server, `--phone ${OMAR}`))[0] as string).searchParams.get('join') as string
    server.clock.advance(24 * HOUR)
    await expect(join(personAt(server, await demo.signIn(OMAR)), late)).rejects.toMatchObject({
      code: 'team/invitation-ended',
    })
  })

  test('an owner invites somebody by phone, gives and takes roles, and each counts from the next call on', async () => {
    const { server, reem } = await startWithReem()
    const invitation = { body: { phoneNumber: OMAR, role: 'author' } } as const
    const first = (await reem.call(inviteToTeam, invitation)).data
    const again = (await reem.call(inviteToTeam, invitation)).data
    expect((await reem.call(getTeam, {})).data.invitations).toMatchObject([
      { id: again.id, phoneNumber: OMAR, role: 'author' },
    ])
    // Before the sign-in, the link itself says what it offers, and nothing of people.
    const describe = (token: string) => server.call(describeTeamInvitation, { body: { token } })
    expect((await describe(again.token)).data).toEqual({ role: 'author', organisation: null })
    const { values } = (await reem.call(getOrgSettings, {})).data
    const name = { ...values.name, ar: 'مركز إربد', en: 'Irbid centre' }
    const named = { name: 'name', from: values.name, to: name } as const
    await reem.call(changeOrgSettings, { body: { changes: [named] } })
    expect((await describe(again.token)).data).toEqual({ role: 'author', organisation: name })
    // The team sees the name in its bar. Somebody without a role does not get it.
    expect((await rolesOf(reem)).organisation).toEqual({ name, colour: '' })
    expect((await rolesOf(await server.signIn(OMAR))).organisation).toBeNull()
    const ended = { status: 410, code: 'team/invitation-ended' }
    for (const token of [first.token, `${again.id}.forged`, 'nothing'])
      await expect(describe(token)).rejects.toMatchObject(ended)
    const omar = await server.signIn(OMAR)
    const { db, personalDataSources } = server.services
    const invitedBy = personalDataSources.find(({ name: source }) => source === 'invitedBy')
    expect((await invitedBy?.collect(db, omar.uid))?.json).toMatchObject([{ name: null, role: 'author' }])
    await expect(join(omar, first.token)).rejects.toMatchObject({ code: 'team/invitation-ended' })
    const read = (person: Person) => person.call(readTeamInvitation, { body: { token: again.token } })
    await reem.call(setDisplayName, { body: { displayName: 'ريم' } })
    expect((await read(omar)).data).toMatchObject({ role: 'author', by: 'ريم' })
    await expect(read(reem)).rejects.toMatchObject({ code: 'team/other-phone' })
    expect((await join(omar, again.token)).data.roles).toEqual(['author'])
    await expect(read(omar)).rejects.toMatchObject({ status: 410, code: 'team/invitation-ended' })

    await expect(omar.call(getTeam, {})).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    await give(reem, omar, ['author', 'coordinator'])
    const { members, invitations } = (await omar.call(getTeam, {})).data
    expect(members.map(({ phoneNumber, roles }) => [phoneNumber, roles])).toEqual([
      [REEM, ['owner']],
      [OMAR, ['coordinator', 'author']],
    ])
    expect(invitations).toEqual([])
    await give(reem, omar, [])
    await expect(omar.call(getTeam, {})).rejects.toMatchObject({ status: 403 })

    const { id } = (await reem.call(inviteToTeam, invitation)).data
    await reem.call(endTeamInvitation, { params: { id } })
    await expect(reem.call(endTeamInvitation, { params: { id } })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a coordinator invites a mentor by phone, who answers learners once they sign in; no other role', async () => {
    const { server, reem } = await startWithReem()
    const omar = await server.signIn(OMAR)
    await give(reem, omar, ['coordinator'])
    const invite = (who: Person, body: Input<typeof inviteToTeam>['body']) => who.call(inviteToTeam, { body })
    const mentor = { phoneNumber: SALMA, role: 'mentor', name: 'Salma Haddad' } as const
    for (const role of teamRoles)
      await expect(invite(omar, { phoneNumber: SALMA, role })).rejects.toMatchObject({ code: 'people/owner-only' })
    await expect(invite(omar, { phoneNumber: SALMA, role: 'mentor' })).rejects.toMatchObject({ code: 'bad-request' })
    const ownPhone = { ...mentor, phoneNumber: OMAR }
    await expect(invite(omar, ownPhone)).rejects.toMatchObject({ status: 409, code: 'people/yourself' })
    await expect(invite(omar, { ...mentor, phoneNumber: REEM })).rejects.toMatchObject({ code: 'people/owner-only' })

    const ofAuthor = (await invite(reem, { phoneNumber: NOURA, role: 'author' })).data
    const end = (who: Person, id: string) => who.call(endTeamInvitation, { params: { id } })
    await expect(end(omar, ofAuthor.id)).rejects.toMatchObject({ status: 403, code: 'people/owner-only' })
    expect((await omar.call(getTeam, {})).data.invitations.map(({ id }) => id)).toContain(ofAuthor.id)
    await end(omar, (await invite(omar, { ...mentor, phoneNumber: '+971500000002' })).data.id)

    const { token } = (await invite(omar, mentor)).data
    const noura = await server.signIn(NOURA)
    await expect(join(noura, token)).rejects.toMatchObject({ status: 403, code: 'team/other-phone' })
    const mentorOf = async (person: Person) =>
      (await person.call(saveUser, { params: { uid: person.uid }, body: {} })).data.user.responder_name
    expect(await mentorOf(noura), 'nobody mentors before they sign in').toBeFalsy()
    const salma = await server.signIn(SALMA)
    expect((await salma.call(readTeamInvitation, { body: { token } })).data).toMatchObject({ role: 'mentor' })
    expect((await join(salma, token)).data).toEqual({ roles: [], isMentor: true })
    expect(await mentorOf(await server.signIn('+971500000003'))).toBe('Salma Haddad')
    await expect(join(salma, token)).rejects.toMatchObject({ status: 410 })
    await expect(invite(omar, mentor)).rejects.toMatchObject({ status: 409, code: 'team/is-mentor' })
    expect((await logOf(reem)).slice(0, 2).map(({ action, subject }) => [action, subject?.uid])).toEqual([
      ['mentor-named', salma.uid],
      ['team-joined', salma.uid],
    ])
  })

  test('the only owner stays: their role, their account and their sign-in', async () => {
    const { server, reem } = await startWithReem()
    const { db } = server.services
    const refused = { status: 409, code: 'team/last-owner' }
    await expect(give(reem, reem, ['author'])).rejects.toMatchObject(refused)
    await expect(reem.call(eraseAccount, {})).rejects.toMatchObject(refused)
    await expect(blockUser(db, reem.uid, 1)).rejects.toMatchObject(refused)

    const omar = await server.signIn(OMAR)
    await give(reem, omar, ['owner'])
    // Both owners leave at the same moment.
    const leaving = await Promise.allSettled([reem.call(eraseAccount, {}), omar.call(eraseAccount, {})])
    expect(leaving.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const person of [reem, omar]) await person.call(cancelErasure, {})
    const stepping = await Promise.allSettled([give(reem, reem, []), give(omar, omar, [])])
    expect(stepping.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('an owner who saw the roles or the limit of Omar before another owner changed them undoes nothing', async () => {
    const { server, reem } = await startWithReem()
    const [omar, dana] = [await server.signIn(OMAR), await server.signIn(NOURA)]
    const { id } = await insertMentor(server.services.db, { phoneNumber: SALMA, name: 'Salma' }, 1)
    await give(reem, dana, ['owner'])
    await give(reem, omar, ['author'])
    const params = { uid: omar.uid }
    const save = (who: Person, body: Input<typeof setRoles>['body']) => who.call(setRoles, { params, body })
    const changed = { status: 409, code: 'settings/changed' }

    const author = { roles: ['author' as const], limitedTo: null }
    await save(dana, { roles: ['coordinator', 'author'], from: author })
    await expect(save(reem, { roles: [], from: author })).rejects.toMatchObject(changed)
    const unlimited = { ...author, roles: ['author' as const, 'coordinator' as const] }
    await save(dana, { limitedTo: [id], from: unlimited })
    await expect(save(reem, { roles: ['coordinator'], limitedTo: null, from: unlimited })).rejects.toMatchObject(
      changed,
    )
    expect(await rolesOf(omar)).toMatchObject({ roles: ['coordinator', 'author'], limitedTo: [id] })
    // As an owner sees everybody, the team shows no limit, although it is kept.
    await save(reem, { roles: ['owner'], from: { ...unlimited, limitedTo: [id] } })
    await save(reem, { roles: [], from: { roles: ['owner'], limitedTo: null } })
  })

  test('an act repeated with the same key is done once', async () => {
    const { server, reem } = await startWithReem()
    const omar = await server.signIn(OMAR)
    const input = { params: { uid: omar.uid }, body: { roles: ['author' as const] } }
    const twice = () => reem.call(setRoles, input, { idempotencyKey: 'roles-of-omar' })
    expect(await twice()).toEqual(await twice())
    expect((await logOf(reem)).filter(({ action }) => action === 'roles-changed')).toHaveLength(1)
    const other = reem.call(setRoles, { ...input, body: { roles: [] } }, { idempotencyKey: 'roles-of-omar' })
    await expect(other).rejects.toMatchObject({ code: 'idempotency-key-reused' })
  })

  test('an owner who gave up her own role and lost the reply is told that it is done, and can do nothing more', async () => {
    const { server, reem } = await startWithReem()
    const omar = await server.signIn(OMAR)
    await give(reem, omar, ['owner'])
    const press = { idempotencyKey: 'reem-steps-down' }
    const own = { params: { uid: reem.uid } }
    const stepDown = (who: Person) => who.call(setRoles, { ...own, body: { roles: [] } }, press)
    const atOnce = await Promise.all([stepDown(reem), stepDown(reem)])
    for (const reply of [...atOnce, await stepDown(reem)]) expect(reply.data.roles).toEqual([])

    const forbidden = { status: 403, code: 'forbidden' }
    await expect(give(reem, reem, ['owner'])).rejects.toMatchObject(forbidden)
    await expect(stepDown(await server.signIn(NOURA)), 'a key of another person').rejects.toMatchObject(forbidden)
    const other = reem.call(setRoles, { ...own, body: { roles: ['owner'] } }, press)
    await expect(other).rejects.toMatchObject({ code: 'idempotency-key-reused' })
    await expect(reem.call(inviteToTeam, { body: { phoneNumber: NOURA, role: 'owner' } }, press)).rejects.toMatchObject(
      forbidden,
    )
    expect(await rolesOf(reem)).toMatchObject({ roles: [] })
    const refusals = (await logOf(omar)).filter(({ action }) => action === 'call-refused')
    expect(refusals.map(({ actor }) => actor?.uid).toSorted()).toEqual(
      [reem.uid, (await server.signIn(NOURA)).uid].toSorted(),
    )
  })

  test('a grave act asks for the code once more after twelve hours, and is free for a quarter of an hour then', async () => {
    const { server, reem } = await startWithReem()
    const omar = await server.signIn(OMAR)
    await give(reem, omar, ['author'])
    server.clock.advance(12 * HOUR + 1)
    const { data } = await server.call(refreshToken, { body: { refreshToken: reem.refreshToken } })
    const old = personAt(server, { ...reem, ...data })
    const asked = { status: 400, code: 'auth/requires-recent-login' }
    await expect(give(old, omar, [])).rejects.toMatchObject(asked)

    const ofOmar = await freshCode(server, OMAR)
    const stolen = old.call(confirmAgain, { body: ofOmar })
    await expect(stolen, 'a code of another phone').rejects.toMatchObject({ code: 'auth/invalid-verification-code' })
    const own = await freshCode(server, REEM)
    const wrong = old.call(confirmAgain, { body: { ...own, code: own.code === '000000' ? '111111' : '000000' } })
    await expect(wrong).rejects.toMatchObject({ code: 'auth/invalid-verification-code' })
    await expect(give(old, omar, [])).rejects.toMatchObject(asked)
    await expect(server.call(confirmAgain, { body: own })).rejects.toMatchObject({ status: 401 })

    const confirm = () => old.call(confirmAgain, { body: own }, { idempotencyKey: 'one-press' })
    const atOnce = await Promise.all([confirm(), confirm(), confirm()])
    expect([...atOnce, await confirm()]).toEqual(atOnce.concat(atOnce.slice(0, 1)))
    const again = old.call(confirmAgain, { body: own }, { idempotencyKey: 'another-press' })
    await expect(again, 'a code works once').rejects.toMatchObject({ code: 'auth/invalid-verification-code' })
    await give(old, omar, [])
    server.clock.advance(14 * MINUTE)
    await give(old, omar, ['author'])
    server.clock.advance(MINUTE)
    await expect(give(old, omar, [])).rejects.toMatchObject(asked)
    await give(await server.signIn(REEM), omar, [])
  })

  test('the log says who did what, keeps no name, and shows when a line was changed or deleted', async () => {
    const { server, reem } = await startWithReem()
    const omar = await server.signIn(OMAR)
    await give(reem, omar, ['author'])
    await expect(omar.call(getAuditLog, { query: {} })).rejects.toMatchObject({ status: 403 })
    const lines = await logOf(reem)
    expect(lines.map(({ action, actor, subject, details }) => [action, actor?.uid, subject?.uid, details])).toEqual([
      ['call-refused', omar.uid, undefined, { call: 'GET /org/v1/log' }],
      ['roles-changed', reem.uid, omar.uid, { from: '', to: 'author' }],
      ['first-owner', reem.uid, reem.uid, {}],
    ])
    const file = await fetch(`${server.origin}/org/v1/log?format=csv&reader=ar&group=team`, {
      headers: { authorization: `Bearer ${reem.idToken}` },
    })
    const table = await file.text()
    expect(table).toMatch(/متى,مَن,ماذا/)
    expect(table).toContain(`أدوار ${OMAR}`)
    expect(table).not.toContain('رُفض')
    const refused = await reem.call(getAuditLog, { query: { group: 'refused' } })
    expect(refused.data.lines).toHaveLength(1)
    const about = await reem.call(getAuditLog, { query: { action: 'roles-changed', uid: omar.uid } })
    expect(about.data.lines).toHaveLength(1)

    const { db } = server.services
    expect(await firstBrokenLine(db)).toBeUndefined()
    await db.updateTable('audit_log').set({ details: '{"from":"","to":"owner"}' }).where('id', '=', 2).execute()
    expect(await firstBrokenLine(db)).toBe(2)
    await db.deleteFrom('audit_log').where('id', '>=', 2).execute()
    expect(await firstBrokenLine(db)).toBe(2)
  })

  test('lines are kept for a year, and the rest can be verified after the oldest are deleted', async () => {
    const { server } = await startWithReem()
    server.clock.advance(366 * DAY)
    const again = await server.signIn(REEM)
    await give(again, again, ['owner', 'author'])
    await deleteOldLines(server.services.db, server.clock.now())
    expect((await logOf(again)).map(({ action }) => action)).toEqual(['roles-changed', 'signed-in'])
    expect(await firstBrokenLine(server.services.db)).toBeUndefined()
    await server.services.db.deleteFrom('audit_log').execute()
    expect(await firstBrokenLine(server.services.db)).toBe(2)
  })

  test('each call of the side refuses everybody but the roles that the contract names', async () => {
    const { server, reem } = await startWithReem()
    await insertMentor(server.services.db, { name: 'Salma', phoneNumber: SALMA }, 1)
    const people: [string, Person, TeamRole[]][] = [
      ['learner', await server.signIn(NOURA), []],
      ['mentor', await server.signIn(SALMA), []],
      ['coordinator', await server.signIn(OMAR), ['coordinator']],
      ['author', await server.signIn('+971503333333'), ['author']],
      ['owner', await server.signIn('+971504444444'), ['owner']],
    ]
    for (const [, person, roles] of people) if (roles.length > 0) await give(reem, person, roles)
    const ofTeam = allCalls.filter(call => call.roles)
    expect(ofTeam.length).toBeGreaterThan(4)
    for (const { method, path, roles = [] } of ofTeam) {
      const url = server.origin + path.replace(/:\w+/g, 'nobody')
      expect((await fetch(url, { method })).status, `${method} ${path} signed out`).toBe(401)
      // All people call at once: there are hundreds of calls, and the database flushes several at a time.
      const refusals = await Promise.all(
        people.map(async ([name, { idToken }]) => {
          const { status } = await fetch(url, { method, headers: { authorization: `Bearer ${idToken}` } })
          return [name, status === 403]
        }),
      )
      const expected = people.map(([name, , own]) => [name, !own.some(role => roles.includes(role))])
      expect(refusals, `${method} ${path}`).toEqual(expected)
    }
    const withoutRoles = allCalls.filter(({ path, roles }) => path.startsWith('/org/') && !roles)
    // These calls need no role. A backup file needs its ticket.
    const open = [
      '/org/v1/me',
      '/org/v1/firstOwner',
      '/org/v1/describeTeamInvitation',
      '/org/v1/readTeamInvitation',
      '/org/v1/joinTeam',
      '/org/v1/recover',
      '/org/v1/backupFile',
    ]
    expect(withoutRoles.map(({ path }) => path).sort(), 'name the roles of each call in the contract').toEqual(
      open.sort(),
    )
    expect(teamRoles).toEqual(['owner', 'coordinator', 'author'])
  })
})

async function rolesOf({ call }: Person) {
  return (await call(getOwnRoles, {})).data
}

async function give({ call }: Person, { uid }: Person, roles: TeamRole[]) {
  return call(setRoles, { params: { uid }, body: { roles } })
}

/** A code that was sent to this phone, and not entered yet. */
async function freshCode(server: TestServer, phone: string) {
  const { data } = await server.call(sendCode, { body: { phone, proof: await solvedChallenge(server.call) } })
  return { verificationId: data.verificationId, code: codeFor(phone, server.outbox) }
}

async function join({ call }: Person, token: string) {
  return call(joinTeam, { body: { token } })
}

async function logOf({ call }: Person) {
  return (await call(getAuditLog, { query: {} })).data.lines
}

/** Types the command `add-owner` and returns what it prints. */
async function type(
  { services: { db, config } }: TestServer,
  line: string,
  command = addOwnerCommand,
): Promise<string[]> {
  const printed: string[] = []
  await command.run({ db, config, words: line.split(' '), print: text => printed.push(text) })
  return printed
}
