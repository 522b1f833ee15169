import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { saveUser } from '../../contract/account.ts'
import * as users from '../account/users.ts'
import type { Db } from '../database/tables.ts'
import { openSecrets } from '../secrets/secrets.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { newPhone, type Person } from '../testing-people.ts'
import { invitationTo } from './invites.ts'
import { insertMentor, listMentors } from './mentors.ts'

const NOURA = { uid: 'noura', sessionId: 's', phoneNumber: '+971501234567', email: null, signedInAt: 0 }

/** A learner that only one test has. */
function newLearner() {
  return { ...NOURA, uid: randomUUID(), phoneNumber: newPhone() }
}

async function saveRecord(...[db, who, draft, now]: Parameters<typeof users.saveUser>) {
  return (await users.saveUser(db, who, draft, now)).user
}

onEachDatabase('A mentor for every learner', start => {
  /** Salma has fewer learners than Huda, and Omar is inactive. */
  let server: TestServer

  beforeAll(async () => {
    server = await start({ isForAll: true })
    const { db } = server.services
    for (const [index, name] of ['Salma', 'Huda', 'Omar'].entries()) await add(db, name, index)
    await db.updateTable('responders').set({ is_active: 0 }).where('id', '=', 3).execute()
    for (const _ of wishes) await saveRecord(db, newLearner(), { responderId: 2 }, 1)
  })

  test('mentors are numbered in the order of their creation, also when many are added at once', async () => {
    const { services } = await start()
    const names = ['Salma', 'Huda', 'Omar', 'Rania', 'Karim']
    await Promise.all(names.map((_, index) => add(services.db, names[index] as string, index)))
    const responders = await listMentors(services.db)
    expect(responders.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
    expect(responders.map(({ name }) => name).sort()).toEqual([...names].sort())
  })

  test('Noura gets the mentor of her link, and keeps them', async () => {
    const { services } = await start()
    await add(services.db, 'Salma', 1)
    await add(services.db, 'Huda', 2)
    const first = await saveRecord(services.db, NOURA, { responderId: 2 }, 1)
    expect(first).toMatchObject({ responder_id: 2, responder_name: 'Huda' })
    expect(await saveRecord(services.db, NOURA, { responderId: 1 }, 2)).toEqual(first)
  })

  const wishes = [
    ['unknown', 99],
    ['inactive', 3],
    ['a text', '2'],
    ['half a text', '5abc'],
    ['negative', -1],
    ['zero', 0],
    ['a fraction', 1.5],
    ['too large for a number', Number.POSITIVE_INFINITY],
    ['too large for the database', 2 ** 40],
    ['two at once', [2, 2]],
    ['nothing', null],
  ] as const
  test.each(wishes)('a wish that is %s is ignored', async (_, responderId) => {
    const { db } = server.services
    expect(await saveRecord(db, newLearner(), { responderId }, 1)).toMatchObject({ responder_id: 1 })
  })

  test('thirty simultaneous new learners are spread evenly over three mentors', async () => {
    const { services } = await start()
    for (const [index, name] of ['Salma', 'Huda', 'Omar'].entries()) await add(services.db, name, index)
    const learners = Array.from({ length: 30 }, (_, index) => ({
      ...NOURA,
      uid: `learner-${index}`,
      phoneNumber: `+97150${1_000_000 + index}`,
    }))
    const learned = await Promise.all(learners.map(learner => saveRecord(services.db, learner, {}, 1)))
    for (const id of [1, 2, 3]) expect(learned.filter(user => user.responder_id === id)).toHaveLength(10)
  })

  test('twenty simultaneous first calls, at two processes, make one user with one mentor', async () => {
    const server = await start()
    const other = await server.another()
    await add(server.services.db, 'Salma', 1)
    await add(server.services.db, 'Huda', 2)
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const { db } = (index % 2 ? server : other).services
        return saveRecord(db, NOURA, { responderId: (index % 2) + 1 }, 1)
      }),
    )
    expect(new Set(made.map(user => user.responder_id)).size).toBe(1)
    const { uid } = await server.services.db.selectFrom('users').select('uid').executeTakeFirstOrThrow()
    expect(uid).toBe('noura')
  })

  test('without any mentor Noura waits, and gets the first one that is added', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA.phoneNumber)
    const save = () => noura.call(saveUser, { params: { uid: noura.uid }, body: {} })
    expect((await save()).data.user).toMatchObject({ responder_id: null, responder_name: null })
    await add(server.services.db, 'Salma', 1)
    expect((await save()).data.user).toMatchObject({ responder_id: 1, responder_name: 'Salma' })
  })
})

onEachDatabase('An invitation', start => {
  /** The mentor that Noura gets when her first visit has this `rid`. */
  async function givenTo(server: TestServer, responderId: unknown): Promise<number | null> {
    noura ??= await server.signIn(NOURA.phoneNumber)
    const { db } = server.services
    await db.updateTable('users').set({ responder_id: null }).where('uid', '=', noura.uid).execute()
    return (await noura.call(saveUser, { params: { uid: noura.uid }, body: { responderId } })).data.user.responder_id
  }
  let noura: Person | undefined
  beforeEach(() => {
    noura = undefined
  })

  async function startWithMentors(env: Record<string, string> = {}) {
    const server = await start({ env: { LIMIT_FACTOR: '100', ...env } })
    // A learner without a wish gets Salma: she has the fewest learners.
    for (const [index, name] of ['Salma', 'Huda'].entries()) await add(server.services.db, name, index)
    const yousef = { ...NOURA, uid: 'yousef', phoneNumber: null }
    await saveRecord(server.services.db, yousef, { responderId: 2 }, 1)
    return { server, invitation: invitationTo(2, openSecrets(server.services.config).invitations) }
  }

  test('leads to its mentor, whether bare numbers are accepted or not', async () => {
    for (const INVITES of ['open', 'signed']) {
      noura = undefined
      const { server, invitation } = await startWithMentors({ INVITES })
      expect([INVITES, await givenTo(server, invitation)]).toEqual([INVITES, 2])
      expect([INVITES, await givenTo(server, 2)]).toEqual([INVITES, INVITES === 'open' ? 2 : 1])
    }
  })

  test('that was invented or changed has no effect', async () => {
    const { server, invitation } = await startWithMentors({ INVITES: 'signed' })
    for (const wish of [
      invitation + 1,
      invitation - 1,
      invitation + 1e12,
      invitation - 1e12,
      2e12,
      invitation % 1e12,
      String(invitation),
      -invitation,
      invitation + 0.5,
      [invitation],
      2 ** 53,
      null,
    ])
      expect([wish, await givenTo(server, wish)]).toEqual([wish, 1])
  })

  test('of another installation has no effect', async () => {
    const { invitation } = await startWithMentors({ SECRET_KEY: 'a'.repeat(32) })
    const { server } = await startWithMentors({ SECRET_KEY: 'b'.repeat(32), INVITES: 'signed' })
    expect(await givenTo(server, invitation)).toBe(1)
  })
})

function add(db: Db, name: string, index: number) {
  return insertMentor(db, { name, phoneNumber: `+97150000000${index}` }, 1)
}
