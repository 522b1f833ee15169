import { expect, test } from 'vitest'
import { refreshToken, type Session } from '../../../contract/account.ts'
import { linkEmail } from '../../../contract/sign-in/email.ts'
import { readResetLink, resetPassword } from '../../../contract/sign-in/password-reset.ts'
import { linkPhone, sendCode } from '../../../contract/sign-in/phone.ts'
import { setDisplayName } from '../../../contract/sign-in/session.ts'
import { MINUTE } from '../../../contract/time.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { codeFor, isKnown, solvedChallenge } from '../../testing-people.ts'
import { create, enter, linkFor, NEW, NOURA, PASSWORD, rowOf, set, USED } from './testing-reset.ts'

const PHONE = '+971501234567'

onEachDatabase('A person makes an account with the e-mail address of somebody else', start => {
  test('and adds their phone: the owner sees two of its digits, and the phone no longer opens the account', async () => {
    const server = await start()
    const thief = await phoneAddedTo(server, await create(server))
    const token = await linkFor(server)
    const { data } = await server.call(readResetLink, { body: { token } })
    expect(data).toEqual({ email: NOURA, phoneToConfirm: '67' })
    await set(server, token)
    expect(await isKnown(server, thief)).toBe(false)
    await expect(server.call(refreshToken, { body: thief })).rejects.toMatchObject({ status: 401 })
    const noura = await enter(server, NEW)
    expect(noura.uid).toBe(thief.uid)
    expect(await rowOf(server, noura.uid)).toMatchObject({ phone_number: null, phone_since: null })
    server.clock.advance(MINUTE)
    expect((await server.signIn(PHONE)).uid).not.toBe(noura.uid)
  })

  test('a phone that the owner confirms stays, and is not asked about again', async () => {
    const server = await start()
    const { uid } = await phoneAddedTo(server, await create(server))
    const first = await linkFor(server)
    await server.call(resetPassword, { body: { token: first, password: NEW, keepsPhone: true } })
    expect(await rowOf(server, uid)).toMatchObject({ phone_number: PHONE })
    const second = await linkFor(server)
    expect((await server.call(readResetLink, { body: { token: second } })).data.phoneToConfirm).toBeNull()
    await set(server, second, 'steps6noura')
    server.clock.advance(MINUTE)
    expect((await server.signIn(PHONE)).uid).toBe(uid)
  })

  test('a phone that was added after the e-mail address was verified stays without a question', async () => {
    const server = await start()
    await create(server)
    await set(server, await linkFor(server))
    const { uid } = await phoneAddedTo(server, await enter(server, NEW))
    const token = await linkFor(server)
    expect((await server.call(readResetLink, { body: { token } })).data.phoneToConfirm).toBeNull()
    await set(server, token, 'steps6noura')
    expect(await rowOf(server, uid)).toMatchObject({ phone_number: PHONE })
  })

  test('and adds it to their own phone account: that stays theirs, and the owner of the e-mail address gets a new account', async () => {
    const server = await start()
    const yousef = await server.signIn(PHONE)
    await yousef.call(setDisplayName, { body: { displayName: 'Yousef' } })
    const { data: linked } = await yousef.call(linkEmail, { body: { email: NOURA, password: PASSWORD } })
    const older = await linkFor(server)
    const token = await linkFor(server)
    const { data } = await server.call(readResetLink, { body: { token } })
    expect(data).toEqual({ email: NOURA, phoneToConfirm: null })
    await server.call(resetPassword, { body: { token, password: NEW, keepsPhone: true } })

    const noura = await enter(server, NEW)
    expect(noura.uid).not.toBe(yousef.uid)
    expect(await rowOf(server, noura.uid)).toMatchObject({
      email: NOURA,
      email_proved_at: expect.any(Number),
      phone_number: null,
      display_name: null,
    })
    expect(await rowOf(server, yousef.uid)).toMatchObject({ email: null, phone_number: PHONE, display_name: 'Yousef' })
    expect(await isKnown(server, linked)).toBe(false)
    for (const spent of [older, token]) await expect(set(server, spent)).rejects.toMatchObject(USED)
    await expect(enter(server, PASSWORD)).rejects.toMatchObject({ code: 'auth/wrong-password' })
    server.clock.advance(MINUTE)
    const again = await server.signIn(PHONE)
    expect(again.uid).toBe(yousef.uid)
    const taken = again.call(linkEmail, { body: { email: NOURA, password: PASSWORD } })
    await expect(taken).rejects.toMatchObject({ code: 'auth/email-already-in-use' })
  })
})

async function phoneAddedTo(server: TestServer, { idToken }: Session): Promise<Session> {
  const proof = await solvedChallenge(server.call)
  const { data: sent } = await server.call(sendCode, { body: { phone: PHONE, proof } })
  const body = { verificationId: sent.verificationId, code: codeFor(PHONE, server.outbox) }
  const headers = { authorization: `Bearer ${idToken}` }
  return (await server.call(linkPhone, { body }, { headers })).data
}
