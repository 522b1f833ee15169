import { expect, test } from 'vitest'
import { changeName } from '../../../contract/account.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { getTeam } from '../../../contract/organisation/team.ts'
import { getSettings } from '../../../contract/settings.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import {
  claimsFor,
  firebaseSettings,
  google,
  letIn,
  PROJECT,
  signed,
  startWithFirebase,
  type Visitor,
} from './testing.ts'

const PHONE = '+971501234567'
const OTHER_PHONE = '+971507654321'
const EMAIL = 'noura@example.org'

onEachDatabase('People who sign in by Firebase', start => {
  test('Noura has a record after her first call, with the verified data of her token', async () => {
    const server = await startWithFirebase(start)
    const token = await signed(
      claimsFor('noura', server.clock.now(), { phone_number: PHONE, email: 'Noura@Example.org' }),
    )
    expect(await statusFor(server, token)).toBe(200)
    expect(await rowOf(server, 'noura')).toMatchObject({
      phone_number: PHONE,
      email: EMAIL,
      email_proved_at: null,
      created_at: expect.any(Number),
    })
    expect((await rowOf(server, 'noura'))?.phone_since).toBe((await rowOf(server, 'noura'))?.email_since)
  })

  test('the name at Firebase is used for a new record, and no token restores it after Noura changed it', async () => {
    const server = await startWithFirebase(start)
    const noura = await letIn(server, 'noura', { phone_number: PHONE, name: ' Noura\u202e ' })
    expect(await rowOf(server, 'noura')).toMatchObject({ display_name: 'Noura' })
    for (const displayName of ['نورة', null]) {
      await noura.call(changeName, { body: { name: displayName ?? '' } })
      server.clock.advance(60_000)
      await letIn(server, 'noura', { phone_number: PHONE, email: EMAIL, name: 'Noura' })
      expect(await rowOf(server, 'noura')).toMatchObject({ display_name: displayName })
    }
  })

  test('twenty first calls at once make one record', async () => {
    const server = await startWithFirebase(start)
    const other = await server.another()
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        signed(claimsFor('noura', server.clock.now() - at * 1000, { email: EMAIL })),
      ),
    )
    const asked = tokens.map((token, at) => statusFor(at % 2 ? server : other, token))
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
    expect(await server.services.db.selectFrom('users').selectAll().execute()).toHaveLength(1)
  })

  test('an e-mail address that she verifies later is stored as verified, and data that a token lacks stays', async () => {
    const server = await startWithFirebase(start)
    await letIn(server, 'noura', { phone_number: PHONE })
    server.clock.advance(60_000)
    await letIn(server, 'noura', { email: EMAIL })
    expect(await rowOf(server, 'noura')).toMatchObject({ phone_number: PHONE, email: EMAIL, email_proved_at: null })
    server.clock.advance(60_000)
    await letIn(server, 'noura', { email: EMAIL, email_verified: true })
    expect((await rowOf(server, 'noura'))?.email_proved_at).toBeGreaterThan(0)
    server.clock.advance(60_000)
    await letIn(server, 'noura', { email: 'new@example.org' })
    expect(await rowOf(server, 'noura')).toMatchObject({ email: 'new@example.org', email_proved_at: null })
  })

  test('a phone that Firebase has given to another person leaves its old account', async () => {
    const server = await startWithFirebase(start)
    await letIn(server, 'noura', { phone_number: PHONE, email: EMAIL })
    server.clock.advance(60_000)
    await letIn(server, 'yousef', { phone_number: PHONE })
    expect(await rowOf(server, 'yousef')).toMatchObject({ phone_number: PHONE })
    expect(await rowOf(server, 'noura')).toMatchObject({ phone_number: null, phone_since: null, email: EMAIL })
  })

  test('an older token does not take the phone back, in whichever process it is used', async () => {
    const server = await startWithFirebase(start)
    const noura = await letIn(server, 'noura', { phone_number: PHONE, email: EMAIL })
    server.clock.advance(60_000)
    await letIn(server, 'yousef', { phone_number: PHONE })
    const other = await server.another()
    expect(await statusFor(other, noura.idToken)).toBe(200)
    expect(await rowOf(server, 'yousef')).toMatchObject({ phone_number: PHONE })
    expect(await rowOf(server, 'noura')).toMatchObject({ phone_number: null })
  })

  test('Noura changes her phone: an older token does not restore the old one', async () => {
    const server = await startWithFirebase(start)
    const before = await letIn(server, 'noura', { phone_number: PHONE })
    server.clock.advance(60_000)
    await letIn(server, 'noura', { phone_number: OTHER_PHONE })
    expect(await statusFor(await server.another(), before.idToken)).toBe(200)
    expect(await rowOf(server, 'noura')).toMatchObject({ phone_number: OTHER_PHONE })
  })

  test('a person who is blocked by the operator gets that error within five seconds, everywhere', async () => {
    const server = await startWithFirebase(start)
    const other = await server.another()
    const noura = await letIn(server, 'noura', { phone_number: PHONE })
    expect(await statusFor(other, noura.idToken)).toBe(200)
    await change(server, { blocked_at: server.clock.now() })
    server.clock.advance(5000)
    for (const process of [server, other]) {
      expect(await answerFor(process, noura)).toMatchObject({
        status: 403,
        body: { error: { code: 'auth/login-blocked' } },
      })
    }
    await change(server, { blocked_at: null })
    expect(await statusFor(server, noura.idToken)).toBe(200)
  })

  test('signed out everywhere: earlier sessions end, and a later sign-in works', async () => {
    const server = await startWithFirebase(start)
    const noura = await letIn(server, 'noura', { phone_number: PHONE })
    const signedInAt = Math.floor(server.clock.now() / 1000)
    server.clock.advance(2000)
    await change(server, { signed_out_at: server.clock.now() })
    server.clock.advance(5000)
    expect(await statusFor(server, noura.idToken)).toBe(401)
    const renewed = claimsFor('noura', server.clock.now(), { phone_number: PHONE, auth_time: signedInAt })
    expect(await statusFor(server, await signed(renewed))).toBe(401)
    const again = claimsFor('noura', server.clock.now(), { phone_number: PHONE })
    expect(await statusFor(server, await signed(again))).toBe(200)
  })

  test('no token of a deleted account works, and none creates it again', async () => {
    const server = await startWithFirebase(start)
    const noura = await letIn(server, 'noura', { phone_number: PHONE })
    const { db } = server.services
    await db.deleteFrom('users').execute()
    await db
      .insertInto('closed_accounts')
      .values({ uid: 'noura', merged_into: null, closed_at: server.clock.now() })
      .execute()
    server.clock.advance(5000)
    expect(await statusFor(server, noura.idToken)).toBe(401)
    expect(await statusFor(await server.another(), noura.idToken)).toBe(401)
    expect(await rowOf(server, 'noura')).toBeUndefined()
  })

  test('a sign-in of the team is a line of the log, once in all processes; none of a learner or a renewed token', async () => {
    const server = await startWithFirebase(start)
    await letIn(server, 'noura', { phone_number: PHONE })
    await letIn(server, 'reem', { phone_number: OTHER_PHONE })
    const { db } = server.services
    await db.updateTable('users').set({ team_roles: 'owner' }).where('uid', '=', 'reem').execute()
    server.clock.advance(60_000)
    const signedInAt = server.clock.now()
    const reem = await letIn(server, 'reem', { phone_number: OTHER_PHONE })
    const others = [await server.another(), await server.another()]
    await Promise.all([...others, ...others].map(other => statusFor(other, reem.idToken)))
    server.clock.advance(3_000_000)
    const renewed = { phone_number: OTHER_PHONE, auth_time: Math.floor(signedInAt / 1000) }
    await letIn(server, 'reem', renewed)
    const { lines } = (await reem.call(getAuditLog, { query: { action: 'signed-in' } })).data
    expect(lines.map(({ actor, side }) => [actor?.uid, side])).toEqual([['reem', 'browser']])
    const { members } = (await reem.call(getTeam, {})).data
    expect(members.map(({ uid, seenAt }) => [uid, seenAt])).toEqual([['reem', lines[0]?.at]])
  })

  test('browsers get the project, and nothing of the service account', async () => {
    const { call } = await startWithFirebase(start)
    const { data } = await call(getSettings, {})
    expect(data).toMatchObject({ identity: 'firebase', demo: false, firebase: { projectId: PROJECT } })
    expect(JSON.stringify(data)).not.toContain('service')
  })

  test('an invalid key file stops the start and is named', async () => {
    const env = { ...firebaseSettings, FIREBASE_SERVICE_ACCOUNT: '/dev/null' }
    await expect(start({ env, keyOf: google.keyOf })).rejects.toThrow('FIREBASE_SERVICE_ACCOUNT: /dev/null')
  })
})

type Changes = { blocked_at?: number | null; signed_out_at?: number }

async function change(server: TestServer, changes: Changes): Promise<void> {
  await server.services.db.updateTable('users').set(changes).where('uid', '=', 'noura').execute()
}

function rowOf(server: TestServer, uid: string) {
  return server.services.db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
}

async function answerFor(server: TestServer, { idToken }: Visitor) {
  const response = await ask(server, idToken)
  return { status: response.status, body: await response.json() }
}

async function statusFor(server: TestServer, token: string): Promise<number> {
  return (await ask(server, token)).status
}

function ask({ origin }: TestServer, token: string): Promise<Response> {
  return fetch(`${origin}/disciple/v2/courses/step-by-step`, { headers: { authorization: `Bearer ${token}` } })
}
