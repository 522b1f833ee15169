import { expect, test } from 'vitest'
import { getOrgHome } from '../../../contract/organisation/home.ts'
import { getOwnRoles, getTeam, makeRecoveryCode, recover, setRoles } from '../../../contract/organisation/team.ts'
import { confirmAgain, sendCode } from '../../../contract/sign-in/phone.ts'
import { MINUTE } from '../../../contract/time.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { codeFor, type Person, solvedChallenge } from '../../testing-people.ts'
import { nameIt, PHONES, startWithTeam } from '../people/testing.ts'
import { notifyTeamOfLeftRecoveries } from './recovery-acts.ts'

onEachDatabase('A recovery code', start => {
  async function startWithCode() {
    const team = await startWithTeam(start)
    await nameIt(team.salma, 'Salma Haddad')
    const omar = await team.server.signIn(PHONES.omar)
    await team.reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: ['coordinator'] } })
    return { ...team, omar, code: await codeBy(team.reem) }
  }

  test('is what home asks for while there is one owner; it is readable once, and stored as a hash', async () => {
    const { server, reem, omar } = await startWithTeam(start).then(async team => ({
      ...team,
      omar: await team.server.signIn(PHONES.omar),
    }))
    const asks = async () => (await reem.call(getOrgHome, {})).data.items.some(({ kind }) => kind === 'one-owner')
    expect(await asks()).toBe(true)
    await reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: ['owner'] } })
    expect(await asks()).toBe(false)
    await reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: [] } })
    expect(await asks()).toBe(true)
    const code = await codeBy(reem)
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(await asks()).toBe(false)
    expect((await reem.call(getTeam, {})).data.recoveryMadeAt).toBeGreaterThan(0)
    const stored = JSON.stringify([
      await server.services.db.selectFrom('settings').selectAll().execute(),
      await server.services.db.selectFrom('audit_log').selectAll().execute(),
      await server.services.db.selectFrom('idempotency_keys').selectAll().execute(),
    ])
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(code.replaceAll('-', ''))
  })

  test('makes a mentor an owner after a code to their own phone, once, and everybody in the team is told', async () => {
    const { server, reem, omar, salma, code } = await startWithCode()
    await expect(use(salma, code)).rejects.toMatchObject({ code: 'auth/requires-recent-login' })
    await enterCode(server, salma)
    await expect(use(salma, 'K7QX-0000-0000-0000-0000')).rejects.toMatchObject({ code: 'team/recovery-wrong' })
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`
    const before = server.outbox().length
    expect((await use(salma, typed, 'one-press')).data.roles).toEqual(['owner'])
    expect((await salma.call(getOwnRoles, {})).data.roles).toEqual(['owner'])
    const told = server.outbox().slice(before)
    expect(told.map(({ to }) => to).toSorted()).toEqual([PHONES.salma, PHONES.reem, PHONES.omar].toSorted())
    for (const { text } of told) expect(text).toMatch(/Salma Haddad.*\n.*Salma Haddad/)

    // The request is repeated after a lost reply. Nobody is notified twice.
    expect((await use(salma, typed, 'one-press')).data.roles).toEqual(['owner'])
    expect(server.outbox()).toHaveLength(before + told.length)
    await enterCode(server, omar)
    await expect(use(omar, code)).rejects.toMatchObject({ status: 410, code: 'team/recovery-used' })
    expect((await omar.call(getOwnRoles, {})).data.roles).toEqual(['coordinator'])
    expect((await reem.call(getTeam, {})).data.recoveryMadeAt).toBeNull()
  })

  test('the team is told by the work of the next minutes if the server was killed before it was, and once', async () => {
    const { server, salma, code } = await startWithCode()
    await enterCode(server, salma)
    const { db, senders, now } = server.services
    const before = server.outbox().length
    const killed = Promise.withResolvers<void>()
    const { sendSms } = senders
    senders.sendSms = () => killed.promise
    const lost = use(salma, code)
    await expect.poll(async () => (await salma.call(getOwnRoles, {})).data.roles).toEqual(['owner'])
    senders.sendSms = sendSms
    const work = () => notifyTeamOfLeftRecoveries(db, { senders, now: now(), failed: () => {} })
    // The process that took the code may still be sending.
    await work()
    expect(server.outbox()).toHaveLength(before)
    server.clock.advance(3 * MINUTE)
    await Promise.all([work(), work()])
    const told = server.outbox().slice(before)
    expect(told.map(({ to }) => to).toSorted()).toEqual([PHONES.salma, PHONES.reem, PHONES.omar].toSorted())
    server.clock.advance(3 * MINUTE)
    await work()
    expect(server.outbox()).toHaveLength(before + 3)
    killed.resolve()
    await lost
  })

  test('is worth nothing to a learner, nor after a new one was made, nor with a code by phone that is too old', async () => {
    const { server, reem, omar, noura, code } = await startWithCode()
    await enterCode(server, noura)
    await expect(use(noura, code)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    await expect(omar.call(makeRecoveryCode, {})).rejects.toMatchObject({ status: 403 })
    const second = await codeBy(reem)
    await enterCode(server, omar)
    await expect(use(omar, code)).rejects.toMatchObject({ code: 'team/recovery-wrong' })
    // The clock was ahead while Omar entered his code, and is set right.
    server.clock.advance(-16 * MINUTE)
    await expect(use(omar, second)).rejects.toMatchObject({ code: 'auth/requires-recent-login' })
    server.clock.advance(32 * MINUTE)
    await expect(use(omar, second)).rejects.toMatchObject({ code: 'auth/requires-recent-login' })
    await enterCode(server, omar)
    expect((await use(omar, second)).data.roles).toEqual(['owner', 'coordinator'])
  })

  test('of two people who use it at once, one is an owner', async () => {
    const { server, omar, salma, code } = await startWithCode()
    await enterCode(server, salma)
    await enterCode(server, omar)
    const tries = await Promise.allSettled([use(salma, code), use(omar, code)])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

async function codeBy({ call }: Person): Promise<string> {
  return (await call(makeRecoveryCode, {})).data.code
}

function use({ call }: Person, code: string, idempotencyKey?: string) {
  return call(recover, { body: { code } }, idempotencyKey ? { idempotencyKey } : {})
}

async function enterCode(server: TestServer, { call, phone }: Person): Promise<void> {
  server.clock.advance(MINUTE)
  const { data } = await server.call(sendCode, { body: { phone, proof: await solvedChallenge(server.call) } })
  await call(confirmAgain, { body: { verificationId: data.verificationId, code: codeFor(phone, server.outbox) } })
}
