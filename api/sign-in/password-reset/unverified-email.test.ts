import { beforeAll, expect, test } from 'vitest'
import { refreshToken, type Session } from '../../../contract/account.ts'
import { linkEmail } from '../../../contract/sign-in/email.ts'
import { readResetLink, resetPassword } from '../../../contract/sign-in/password-reset.ts'
import { linkPhone, sendCode } from '../../../contract/sign-in/phone.ts'
import { setDisplayName } from '../../../contract/sign-in/session.ts'
import { MINUTE } from '../../../contract/time.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { codeFor, isKnown, newEmail, newPhone, solvedChallenge } from '../../testing-people.ts'
import {
  createAccount,
  linkFor,
  NEW_PASSWORD,
  PASSWORD,
  setPassword,
  signInWithPassword,
  USED_LINK,
  userRowOf,
} from './testing-reset.ts'

onEachDatabase('A person makes an account with the e-mail address of somebody else', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await start({ isForAll: true })
  })

  test('and adds their phone: the owner sees two of its digits, and the phone no longer opens the account', async () => {
    const noura = await createAccount(server)
    const phone = newPhone()
    const thief = await phoneAddedTo(server, noura, phone)
    const token = await linkFor(server, noura)
    const { data } = await server.call(readResetLink, { body: { token } })
    expect(data).toEqual({ email: noura.email, phoneToConfirm: phone.slice(-2) })
    await setPassword(server, token)
    expect(await isKnown(server, thief)).toBe(false)
    await expect(server.call(refreshToken, { body: thief })).rejects.toMatchObject({ status: 401 })
    expect((await signInWithPassword(server, noura, NEW_PASSWORD)).uid).toBe(thief.uid)
    expect(await userRowOf(server, noura.uid)).toMatchObject({ phone_number: null, phone_since: null })
    server.clock.advance(MINUTE)
    expect((await server.signIn(phone)).uid).not.toBe(noura.uid)
  })

  test('a phone that the owner confirms stays, and is not asked about again', async () => {
    const noura = await createAccount(server)
    const phone = newPhone()
    const { uid } = await phoneAddedTo(server, noura, phone)
    const first = await linkFor(server, noura)
    await server.call(resetPassword, { body: { token: first, password: NEW_PASSWORD, keepsPhone: true } })
    expect(await userRowOf(server, uid)).toMatchObject({ phone_number: phone })
    const second = await linkFor(server, noura)
    expect((await server.call(readResetLink, { body: { token: second } })).data.phoneToConfirm).toBeNull()
    await setPassword(server, second, 'steps6noura')
    server.clock.advance(MINUTE)
    expect((await server.signIn(phone)).uid).toBe(uid)
  })

  test('a phone that was added after the e-mail address was verified stays without a question', async () => {
    const noura = await createAccount(server)
    const phone = newPhone()
    await setPassword(server, await linkFor(server, noura))
    const { uid } = await phoneAddedTo(server, await signInWithPassword(server, noura, NEW_PASSWORD), phone)
    const token = await linkFor(server, noura)
    expect((await server.call(readResetLink, { body: { token } })).data.phoneToConfirm).toBeNull()
    await setPassword(server, token, 'steps6noura')
    expect(await userRowOf(server, uid)).toMatchObject({ phone_number: phone })
  })

  test('and adds it to their own phone account: that stays theirs, and the owner of the e-mail address gets a new account', async () => {
    const phone = newPhone()
    const yousef = await server.signIn(phone)
    const email = newEmail()
    await yousef.call(setDisplayName, { body: { displayName: 'Yousef' } })
    const { data: linked } = await yousef.call(linkEmail, { body: { email, password: PASSWORD } })
    const older = await linkFor(server, { email })
    const token = await linkFor(server, { email })
    const { data } = await server.call(readResetLink, { body: { token } })
    expect(data).toEqual({ email, phoneToConfirm: null })
    await server.call(resetPassword, { body: { token, password: NEW_PASSWORD, keepsPhone: true } })

    const noura = await signInWithPassword(server, { email }, NEW_PASSWORD)
    expect(noura.uid).not.toBe(yousef.uid)
    expect(await userRowOf(server, noura.uid)).toMatchObject({
      email,
      email_proved_at: expect.any(Number),
      phone_number: null,
      display_name: null,
    })
    expect(await userRowOf(server, yousef.uid)).toMatchObject({
      email: null,
      phone_number: phone,
      display_name: 'Yousef',
    })
    expect(await isKnown(server, linked)).toBe(false)
    for (const spent of [older, token]) await expect(setPassword(server, spent)).rejects.toMatchObject(USED_LINK)
    await expect(signInWithPassword(server, { email }, PASSWORD)).rejects.toMatchObject({ code: 'auth/wrong-password' })
    server.clock.advance(MINUTE)
    const again = await server.signIn(phone)
    expect(again.uid).toBe(yousef.uid)
    const taken = again.call(linkEmail, { body: { email, password: PASSWORD } })
    await expect(taken).rejects.toMatchObject({ code: 'auth/email-already-in-use' })
  })
})

async function phoneAddedTo(server: TestServer, { idToken }: Session, phone: string): Promise<Session> {
  const proof = await solvedChallenge(server.call)
  const { data: sent } = await server.call(sendCode, { body: { phone, proof } })
  const body = { verificationId: sent.verificationId, code: codeFor(phone, server.outbox) }
  const headers = { authorization: `Bearer ${idToken}` }
  return (await server.call(linkPhone, { body }, { headers })).data
}
