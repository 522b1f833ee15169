import { expect, test } from 'vitest'
import { refreshToken as refreshEndpoint, type Session } from '../../../contract/account.ts'
import { signOutPerson } from '../../../contract/organisation/person-acts.ts'
import { becomeFirstOwner } from '../../../contract/organisation/team.ts'
import { setDisplayName, signOut } from '../../../contract/sign-in/session.ts'
import { DAY, HOUR, SECOND } from '../../../contract/time.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { isKnown } from '../../testing-people.ts'

const NOURA = '+971501234567'
const OVER = { status: 401, code: 'auth/user-token-expired' }

onEachDatabase('Sessions', start => {
  test('Noura signs out: her token is refused at once here and within five seconds elsewhere', async () => {
    const server = await start()
    const other = await server.another()
    const noura = await server.signIn(NOURA)
    expect(await isKnown(server, noura)).toBe(true)
    expect(await isKnown(other, noura)).toBe(true)
    await noura.call(signOut, {})
    expect(await isKnown(server, noura)).toBe(false)
    server.clock.advance(5000)
    expect(await isKnown(other, noura)).toBe(false)
    await expect(refresh(server, noura)).rejects.toMatchObject(OVER)
  })

  test('a sign-out on one phone leaves the other signed in', async () => {
    const server = await start()
    const old = await server.signIn(NOURA)
    server.clock.advance(60_000)
    const fresh = await server.signIn(NOURA)
    await old.call(signOut, {})
    expect(await isKnown(server, old)).toBe(false)
    expect(await isKnown(server, fresh)).toBe(true)
  })

  test('Noura, who was signed out everywhere while a clock was ahead, can sign in again', async () => {
    const server = await start()
    const reem = await server.signIn('+971505555555')
    await reem.call(becomeFirstOwner, { body: {} })
    for (const ahead of [HOUR, 10 * SECOND]) {
      const before = await server.signIn(NOURA)
      server.clock.advance(ahead)
      await (await server.signIn(reem.phone)).call(signOutPerson, { params: { uid: before.uid } })
      server.clock.advance(-ahead)
      const noura = await server.signIn(NOURA)
      server.clock.advance(5000)
      expect(await isKnown(server, noura), String(ahead)).toBe(true)
      expect(await isKnown(server, before)).toBe(false)
      await refresh(server, noura)
    }
  })

  test('a refresh gives a new token of the same person', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    server.clock.advance(61 * 60_000)
    expect(await isKnown(server, noura)).toBe(false)
    const next = await refresh(server, noura)
    expect(next.uid).toBe(noura.uid)
    expect(next.refreshToken).not.toBe(noura.refreshToken)
    expect(await isKnown(server, next)).toBe(true)
  })

  test('the response to a refresh is lost: Noura asks again and stays signed in', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    const lost = await refresh(server, noura)
    server.clock.advance(DAY)
    const again = await refresh(server, noura)
    expect(again.refreshToken).toBe(lost.refreshToken)
    await refresh(server, again)
  })

  test('ten tabs that refresh at once, at two processes, all stay signed in', async () => {
    const server = await start()
    const other = await server.another()
    const noura = await server.signIn(NOURA)
    const tabs = await Promise.all(Array.from({ length: 10 }, (_, tab) => refresh(tab % 2 ? server : other, noura)))
    expect(new Set(tabs.map(({ refreshToken }) => refreshToken)).size).toBe(1)
    const later = await Promise.all(tabs.map(tab => refresh(server, tab)))
    expect(await isKnown(server, later[9] as Session)).toBe(true)
  })

  test('an old token that is used again was stolen: the session ends for both', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    const second = await refresh(server, noura)
    const third = await refresh(server, second)
    expect(await isKnown(server, third)).toBe(true)
    await expect(refresh(server, noura)).rejects.toMatchObject(OVER)
    expect(await isKnown(server, third)).toBe(false)
    await expect(refresh(server, third)).rejects.toMatchObject(OVER)
  })

  test('a session ends half a year after its last refresh', async () => {
    const server = await start()
    let session: Session = await server.signIn(NOURA)
    for (let times = 0; times < 3; times++) {
      server.clock.advance(170 * DAY)
      session = await refresh(server, session)
    }
    server.clock.advance(180 * DAY + 1)
    await expect(refresh(server, session)).rejects.toMatchObject(OVER)
  })

  test('a blocked account: a valid token gets that error, an ended session and a stranger do not', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    server.clock.advance(60_000)
    const ended = await server.signIn(NOURA)
    await ended.call(signOut, {})
    const second = await refresh(server, noura)
    await server.services.db.updateTable('users').set({ blocked_at: 1 }).where('uid', '=', noura.uid).execute()
    server.clock.advance(5000)
    const BLOCKED = { status: 403, code: 'auth/login-blocked' }
    const name = { body: { displayName: 'Noura' } }
    await expect(noura.call(setDisplayName, name)).rejects.toMatchObject(BLOCKED)
    // A refused try does not use up a token: after the account is unblocked, both work as before.
    for (const token of [noura, second, second]) await expect(refresh(server, token)).rejects.toMatchObject(BLOCKED)
    await expect(ended.call(setDisplayName, name)).rejects.toMatchObject({ status: 401 })
    await expect(refresh(server, ended)).rejects.toMatchObject(OVER)
    const guessed = `${second.refreshToken.split('.')[0]}.${'x'.repeat(43)}`
    await expect(refresh(server, { refreshToken: guessed })).rejects.toMatchObject(OVER)
  })

  test('an unblocked account keeps its session', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    const block = (at: number | null) =>
      server.services.db.updateTable('users').set({ blocked_at: at }).where('uid', '=', noura.uid).execute()
    await block(1)
    server.clock.advance(5000)
    await expect(refresh(server, noura)).rejects.toMatchObject({ code: 'auth/login-blocked' })
    await block(null)
    expect(await isKnown(server, await refresh(server, noura))).toBe(true)
  })

  test('an invalid refresh token is refused', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    for (const refreshToken of ['', '.', 'x', 'x.y', noura.idToken, 'x'.repeat(20_000)]) {
      await expect(refresh(server, { refreshToken })).rejects.toMatchObject(OVER)
    }
    expect(await isKnown(server, noura)).toBe(true)
  })

  test('the database contains no refresh token', async () => {
    const server = await start()
    const { refreshToken } = await server.signIn(NOURA)
    const rows = await server.services.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(refreshToken.split('.')[1])
  })

  test('expired sessions and codes are deleted, others stay', async () => {
    const server = await start()
    const { db, identity } = server.services
    const old = await server.signIn(NOURA)
    await old.call(signOut, {})
    server.clock.advance(8 * DAY)
    const fresh = await server.signIn(NOURA)
    await identity.deleteExpired()
    expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
    expect(await db.selectFrom('verifications').select('id').execute()).toHaveLength(1)
    expect(await isKnown(server, fresh)).toBe(true)
  })
})

async function refresh({ call }: TestServer, { refreshToken }: { refreshToken: string }): Promise<Session> {
  return (await call(refreshEndpoint, { body: { refreshToken } })).data
}
