import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eraseAccount, mergeUser } from '../../../contract/account.ts'
import { createClient } from '../../../contract/calls/client.ts'
import { blockPerson, erasePerson } from '../../../contract/organisation/person-acts.ts'
import { getOwnRoles, getTeam, setRoles } from '../../../contract/organisation/team.ts'
import type { TeamRole } from '../../../contract/team-roles.ts'
import { eraseDue } from '../../account/personal-data/erase.ts'
import { blockCommand } from '../../commands/people/block.ts'
import { eraseCommand } from '../../commands/people/erase.ts'
import { setRolesCommand } from '../../commands/team/set-roles.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { replaceRoles, TEAM_LOCK } from '../../team/roles.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { type Person, register } from '../../testing-people.ts'
import { nameIt, PHONES, startWithTeam } from '../people/testing.ts'

onEachDatabase('The last owner', start => {
  const give = (by: Person, to: Person, roles: TeamRole[]) =>
    by.call(setRoles, { params: { uid: to.uid }, body: { roles } })
  const block = (by: Person, other: Person) =>
    by.call(blockPerson, { params: { uid: other.uid }, body: { reason: 'No longer here' } })
  const erase = (by: Person, other: Person, name: string, isNow = false) =>
    by.call(erasePerson, { params: { uid: other.uid }, body: { name, isNow } })
  /** The e-mail account takes over the phone account of this person. */
  const merge = (byEmail: Pick<Person, 'uid' | 'call'>, byPhone: Person, phoneNumber: string) =>
    byEmail.call(
      mergeUser,
      { params: { uid: byEmail.uid }, body: { phoneUid: byPhone.uid, phoneNumber } },
      { headers: { 'X-Merge-Proof': byPhone.idToken } },
    )

  async function startWithOwner() {
    const team = await startWithTeam(start, { LIMIT_FACTOR: '100' })
    await nameIt(team.reem, 'Reem')
    return team
  }

  /** Reem and Omar are owners. Omar's calls go to another process. */
  async function startWithTwo() {
    const { server, reem, ...others } = await startWithOwner()
    const omar = await server.signIn(PHONES.omar)
    await nameIt(omar, 'Omar')
    await give(reem, omar, ['owner'])
    const other = await server.another()
    const elsewhere = { ...omar, call: createClient({ base: other.origin, token: async () => omar.idToken }) }
    return { server, reem, omar: elsewhere, ...others }
  }

  /** Owners who are neither blocked nor about to be erased. */
  async function ownersOf({ services: { db } }: TestServer): Promise<string[]> {
    const rows = await db
      .selectFrom('users')
      .select('uid')
      .where('team_roles', 'like', '%owner%')
      .where('blocked_at', 'is', null)
      .where('erase_at', 'is', null)
      .execute()
    return rows.map(({ uid }) => uid)
  }

  test('stays whatever they do to themselves, whatever a coordinator does, and by each command', async () => {
    const { server, reem } = await startWithOwner()
    const omar = await server.signIn(PHONES.omar)
    await give(reem, omar, ['coordinator'])
    const last = { status: 409, code: 'team/last-owner' }
    await expect(give(reem, reem, [])).rejects.toMatchObject(last)
    await expect(give(reem, reem, ['coordinator', 'author'])).rejects.toMatchObject(last)
    await expect(reem.call(eraseAccount, {})).rejects.toMatchObject(last)
    await expect(block(reem, reem)).rejects.toMatchObject({ code: 'people/yourself' })
    for (const isNow of [false, true])
      await expect(erase(reem, reem, 'Reem', isNow)).rejects.toMatchObject({ code: 'people/yourself' })
    await expect(block(omar, reem)).rejects.toMatchObject({ code: 'people/owner-only' })
    await expect(erase(omar, reem, 'Reem')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(give(omar, reem, [])).rejects.toMatchObject({ code: 'forbidden' })

    const { db, config } = server.services
    const who = ['--uid', reem.uid]
    for (const [command, words] of [
      [setRolesCommand, [...who, 'author']],
      [setRolesCommand, who],
      [blockCommand, who],
      [eraseCommand, who],
      [eraseCommand, [...who, '--now']],
    ] as const)
      await expect(
        command.run({ db, config, words: [...words], print: () => {} }),
        command.summary,
      ).rejects.toMatchObject({
        code: 'team/last-owner',
      })
    expect(await ownersOf(server)).toEqual([reem.uid])
    expect((await reem.call(getTeam, {})).data.members).toHaveLength(3)
  })

  test('stays when two owners go against each other at the same moment, in each way and in two processes', async () => {
    const { server, reem, omar } = await startWithTwo()
    const names = new Map([
      [reem, 'Reem'],
      [omar, 'Omar'],
    ])
    const ways = {
      'take the role': (by: Person, other: Person) => give(by, other, []),
      block,
      erase: (by: Person, other: Person) => erase(by, other, names.get(other) ?? ''),
      'give up the own role': (by: Person) => give(by, by, []),
      'erase the own account': (by: Person) => by.call(eraseAccount, {}),
    }
    type Way = [string, (by: Person, other: Person) => Promise<unknown>]
    for (const [name, act] of Object.entries(ways) as Way[])
      for (const [otherName, otherAct] of Object.entries(ways) as Way[]) {
        const outcomes = await Promise.allSettled([act(reem, omar), otherAct(omar, reem)])
        const about = `${name}, ${otherName}`
        expect(await ownersOf(server), about).toHaveLength(1)
        expect(outcomes.filter(({ status }) => status === 'fulfilled').length, about).toBeGreaterThanOrEqual(1)
        await server.services.db
          .updateTable('users')
          .set({ team_roles: 'owner', blocked_at: null, block_reason: null, erase_at: null })
          .where('uid', 'in', [reem.uid, omar.uid])
          .execute()
        // A server remembers for some seconds that a person is blocked.
        server.clock.advance(5000)
      }
    const outcomes = await Promise.allSettled([erase(reem, omar, 'Omar', true), erase(omar, reem, 'Reem', true)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await ownersOf(server)).toHaveLength(1)
  })

  test('an owner who lost the role a moment ago takes it from nobody else', async () => {
    const { server, reem, omar } = await startWithTwo()
    const huda = await server.signIn('+971509999991')
    await give(reem, huda, ['owner'])
    const outcomes = await Promise.allSettled([give(reem, omar, []), give(omar, reem, [])])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await ownersOf(server)).toHaveLength(2)
  })

  test('stays when the other owner, whose account is due, was to be erased meanwhile', async () => {
    const { server, reem, omar } = await startWithTwo()
    await omar.call(eraseAccount, {})
    const last = { code: 'team/last-owner' }
    await expect(give(reem, reem, [])).rejects.toMatchObject(last)
    await expect(reem.call(eraseAccount, {})).rejects.toMatchObject(last)
    await give(reem, omar, [])
    await expect(give(reem, reem, [])).rejects.toMatchObject(last)
    const { db } = server.services
    await db.updateTable('users').set({ erase_at: 1 }).where('uid', '=', reem.uid).execute()
    const failures: Error[] = []
    const { identity, personalDataSources } = server.services
    await eraseDue(db, { personalDataSources, accounts: identity.accounts, now: server.clock.now() }, error =>
      failures.push(error),
    )
    expect(failures).toMatchObject([{ code: 'team/last-owner' }])
  })

  test('keeps the role when their two accounts become one, while the other owner leaves', async () => {
    const { server, reem, omar } = await startWithTwo()
    const byEmail = await register(server.origin, 'reem@example.org', 'step by step 1')
    await Promise.allSettled([merge(byEmail, reem, PHONES.reem), give(omar, omar, [])])
    expect(await ownersOf(server)).toContain(byEmail.uid)
    expect((await byEmail.call(getOwnRoles, {})).data.roles).toEqual(['owner'])
  })

  test('is not lost in a merge that begins while they become one', async () => {
    const { server, noura } = await startWithOwner()
    const byEmail = await register(server.origin, 'noura@example.org', 'step by step 1')
    let merging: Promise<unknown> | undefined
    await transactionWithLock(server.services.db, TEAM_LOCK, async trx => {
      merging = merge(byEmail, noura, PHONES.noura)
      await sleep(300)
      await replaceRoles(trx, noura.uid, ['owner'])
    })
    await merging
    expect(await ownersOf(server)).toContain(byEmail.uid)
  })

  test('is not merged into an account that was blocked a moment ago', async () => {
    const { server, reem } = await startWithOwner()
    const omar = await server.signIn(PHONES.omar)
    await give(reem, omar, ['coordinator'])
    const byEmail = await register(server.origin, 'reem@example.org', 'step by step 1')
    server.clock.stop()
    await byEmail.call(getOwnRoles, {})
    await block(omar, byEmail as unknown as Person)
    await expect(merge(byEmail, reem, PHONES.reem)).rejects.toMatchObject({ status: 403, code: 'auth/login-blocked' })
    expect(await ownersOf(server)).toEqual([reem.uid])
  })
})
