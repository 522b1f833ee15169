import { expect, test } from 'vitest'
import { changeEmail, linkEmail, sendEmailCode } from '../../../contract/sign-in/email.ts'
import { readResetLink, sendResetLink } from '../../../contract/sign-in/password-reset.ts'
import { MINUTE } from '../../../contract/time.ts'
import { unanswered } from '../../senders/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { isKnown, register, signInByEmail } from '../../testing-people.ts'

const PHONE = '+971501234567'
const WRONG = 'nuora@example.org'
const RIGHT = 'noura@example.org'
const YOUSEF = 'yousef@example.org'
const PASSWORD = 'steps4noura'
const WRONG_CODE = { status: 400, code: 'auth/invalid-verification-code' }
const DEAD_CODE = { status: 400, code: 'auth/code-expired' }
const TAKEN = { status: 400, code: 'auth/email-already-in-use' }
const STALE = { status: 400, code: 'auth/requires-recent-login' }
const TOO_MANY = { status: 429 }

onEachDatabase('Changing an e-mail address', start => {
  async function startWithNoura(env: Record<string, string> = {}) {
    const server = await start({ env })
    return { server, noura: await register(server.origin, WRONG, PASSWORD) }
  }

  test('Noura corrects a mistyped one: only the new one opens her account, and it is verified', async () => {
    const { server, noura } = await startWithNoura()
    const link = await server.call(sendResetLink, { body: { email: WRONG } })
    const resetToken = String(mailsTo(server, WRONG).at(-1)?.link).split('#')[1] as string
    expect(link.success).toBe(true)
    const elsewhere = await signInByEmail(server.origin, WRONG, PASSWORD)
    await noura.call(sendEmailCode, { body: { email: ` ${RIGHT.toUpperCase()} `, password: PASSWORD } })
    // Nothing has changed yet.
    expect((await rowOf(server, noura.uid)).email).toBe(WRONG)
    const body = { code: codeTo(server, RIGHT) }
    expect((await noura.call(changeEmail, { body })).data).toEqual({ email: RIGHT })
    expect(await rowOf(server, noura.uid)).toMatchObject({ email: RIGHT, email_proved_at: expect.any(Number) })
    expect(await isKnown(server, noura)).toBe(true)
    expect(await isKnown(server, elsewhere)).toBe(false)
    await expect(server.call(readResetLink, { body: { token: resetToken } })).rejects.toMatchObject({
      code: 'auth/invalid-action-code',
    })
    await expect(signInByEmail(server.origin, WRONG, PASSWORD)).rejects.toMatchObject({ code: 'auth/user-not-found' })
    expect((await signInByEmail(server.origin, RIGHT, PASSWORD)).uid).toBe(noura.uid)
    // The old e-mail address was never verified. It may belong to a stranger, so it gets no mail about the change.
    expect(mailsTo(server, WRONG)).toHaveLength(1)
    // The response was lost on the way.
    expect((await noura.call(changeEmail, { body })).data).toEqual({ email: RIGHT })
  })

  test('a code and a link work that the mail server took without an answer', async () => {
    const { server, noura } = await startWithNoura({ LOG_LEVEL: 'silent' })
    server.services.senders.sendMail = unanswered(server.services.senders.sendMail)
    await change(server, noura, RIGHT)
    await server.call(sendResetLink, { body: { email: RIGHT } })
    const token = String(mailsTo(server, RIGHT).at(-1)?.link).split('#')[1] as string
    expect((await server.call(readResetLink, { body: { token } })).data.email).toBe(RIGHT)
  })

  test('a link that is just being mailed to the wrong one does not open the account after the change', async () => {
    const { server, noura } = await startWithNoura()
    await noura.call(sendEmailCode, { body: { email: RIGHT, password: PASSWORD } })
    const code = codeTo(server, RIGHT)
    const { senders } = server.services
    const { sendMail } = senders
    const accepted = Promise.withResolvers<void>()
    senders.sendMail = async mail => {
      await sendMail(mail)
      await accepted.promise
    }
    const asked = server.call(sendResetLink, { body: { email: WRONG } })
    await expect.poll(() => mailsTo(server, WRONG)).toHaveLength(1)
    await noura.call(changeEmail, { body: { code } })
    accepted.resolve()
    await asked
    const token = String(mailsTo(server, WRONG).at(-1)?.link).split('#')[1] as string
    await expect(server.call(readResetLink, { body: { token } })).rejects.toMatchObject({
      code: 'auth/invalid-action-code',
    })
  })

  test('the owner of a verified e-mail address gets a mail when it is replaced', async () => {
    const { server, noura } = await startWithNoura()
    await change(server, noura, RIGHT)
    await change(server, noura, 'noura.new@example.org')
    await expect.poll(() => mailsTo(server, RIGHT).at(-1)?.text).toContain('another one has taken its place')
    expect(mailsTo(server, WRONG)).toHaveLength(0)
  })

  test('a password that cannot be compared is no guess', async () => {
    const { noura } = await startWithNoura({ LIMIT_FACTOR: '1' })
    const send = (password: string) => noura.call(sendEmailCode, { body: { email: RIGHT, password } })
    // This is more bytes than any password may have.
    for (let time = 0; time < 6; time++) await expect(send('ع'.repeat(600))).rejects.toMatchObject({ status: 400 })
    await send(PASSWORD)
  })

  test('needs the password, or a sign-in of the last five minutes; guesses are limited and block nobody', async () => {
    const { server, noura } = await startWithNoura()
    await noura.call(sendEmailCode, { body: { email: RIGHT } })
    server.clock.advance(6 * MINUTE)
    await expect(noura.call(sendEmailCode, { body: { email: RIGHT } })).rejects.toMatchObject(STALE)
    const guess = () => noura.call(sendEmailCode, { body: { email: RIGHT, password: 'not this 1' } })
    for (let count = 0; count < 5; count++) await expect(guess()).rejects.toMatchObject({ code: 'auth/wrong-password' })
    await expect(guess()).rejects.toMatchObject(TOO_MANY)
    expect((await signInByEmail(server.origin, WRONG, PASSWORD)).uid).toBe(noura.uid)
    expect(mailsTo(server, RIGHT)).toHaveLength(1)
  })

  test('an e-mail address of another account is refused, and nothing is sent to it; with ENUMERATION_PROTECTION the error is hidden', async () => {
    const { server, noura } = await startWithNoura()
    await register(server.origin, YOUSEF, PASSWORD)
    const ask = { body: { email: YOUSEF, password: PASSWORD } }
    await expect(noura.call(sendEmailCode, ask)).rejects.toMatchObject(TAKEN)
    await expect(noura.call(sendEmailCode, { body: { ...ask.body, password: 'x' } })).rejects.toMatchObject({
      code: 'auth/wrong-password',
    })
    expect(mailsTo(server, YOUSEF)).toHaveLength(0)

    const hiding = await startWithNoura({ ENUMERATION_PROTECTION: '1' })
    await register(hiding.server.origin, YOUSEF, PASSWORD)
    expect(await hiding.noura.call(sendEmailCode, ask)).toMatchObject({ success: true, data: {} })
    expect(mailsTo(hiding.server, YOUSEF)).toHaveLength(0)
    await expect(hiding.noura.call(changeEmail, { body: { code: '000000' } })).rejects.toMatchObject(WRONG_CODE)
  })

  test('an e-mail address that another account got meanwhile stays there', async () => {
    const { server, noura } = await startWithNoura()
    await noura.call(sendEmailCode, { body: { email: RIGHT } })
    const other = await register(server.origin, RIGHT, PASSWORD)
    await expect(noura.call(changeEmail, { body: { code: codeTo(server, RIGHT) } })).rejects.toMatchObject(TAKEN)
    expect((await rowOf(server, other.uid)).email).toBe(RIGHT)
  })

  test('a code is valid for its own person, five guesses and an hour, and only the newest one', async () => {
    const { server, noura } = await startWithNoura()
    const yousef = await register(server.origin, YOUSEF, PASSWORD)
    const enter = (who: typeof noura, code: string) => who.call(changeEmail, { body: { code } })
    await noura.call(sendEmailCode, { body: { email: RIGHT } })
    const first = codeTo(server, RIGHT)
    await expect(enter(yousef, first)).rejects.toMatchObject(DEAD_CODE)
    await noura.call(sendEmailCode, { body: { email: RIGHT } })
    const second = codeTo(server, RIGHT)
    if (first !== second) await expect(enter(noura, first)).rejects.toMatchObject(WRONG_CODE)
    const guesses = await Promise.allSettled(Array.from({ length: 8 }, () => enter(noura, 'abc')))
    const codes = guesses.map(guess => (guess as PromiseRejectedResult).reason.code)
    expect(codes.filter(code => code === WRONG_CODE.code).length).toBeLessThanOrEqual(5)
    await expect(enter(noura, second)).rejects.toMatchObject(DEAD_CODE)
    await noura.call(sendEmailCode, { body: { email: RIGHT } })
    // The clock was an hour ahead, and is set right.
    server.clock.advance(-60 * MINUTE)
    const before = await signInByEmail(server.origin, WRONG, PASSWORD)
    await expect(enter(before as typeof noura, codeTo(server, RIGHT))).rejects.toMatchObject(DEAD_CODE)
    server.clock.advance(2 * 60 * MINUTE)
    const renewed = await signInByEmail(server.origin, WRONG, PASSWORD)
    await expect(enter(renewed as typeof noura, codeTo(server, RIGHT))).rejects.toMatchObject(DEAD_CODE)
    await server.services.identity.deleteExpired()
    expect(await server.services.db.selectFrom('email_changes').selectAll().execute()).toEqual([])
  })

  test('an e-mail address gets three codes an hour', async () => {
    const { server, noura } = await startWithNoura()
    const yousef = await register(server.origin, YOUSEF, PASSWORD)
    for (const who of [noura, yousef, noura]) await who.call(sendEmailCode, { body: { email: RIGHT } })
    await expect(yousef.call(sendEmailCode, { body: { email: RIGHT } })).rejects.toMatchObject(TOO_MANY)
  })

  test('a person who added a wrong e-mail address to the account of their phone corrects it; without one there is nothing to change', async () => {
    const server = await start()
    const noura = await server.signIn(PHONE)
    await expect(noura.call(sendEmailCode, { body: { email: RIGHT } })).rejects.toMatchObject({ code: 'bad-request' })
    const { data } = await noura.call(linkEmail, { body: { email: WRONG, password: PASSWORD } })
    const linked = { headers: { authorization: `Bearer ${data.idToken}` } }
    await server.call(sendEmailCode, { body: { email: RIGHT, password: PASSWORD } }, linked)
    await server.call(changeEmail, { body: { code: codeTo(server, RIGHT) } }, linked)
    // The phone still opens the account.
    expect(await rowOf(server, noura.uid)).toMatchObject({ email: RIGHT, phone_number: PHONE })
  })

  test('a code of another person changes nothing', async () => {
    const { server } = await startWithNoura()
    for (const [endpoint, body] of [
      [sendEmailCode, { email: RIGHT, password: PASSWORD }],
      [changeEmail, { code: '123456' }],
    ] as const)
      await expect(
        server.call(endpoint as typeof changeEmail, { body: body as { code: string } }),
      ).rejects.toMatchObject({
        status: 401,
      })
  })
})

type Noura = Awaited<ReturnType<typeof register>>

async function change(server: TestServer, who: Noura, email: string): Promise<void> {
  await who.call(sendEmailCode, { body: { email, password: PASSWORD } })
  await who.call(changeEmail, { body: { code: codeTo(server, email) } })
}

function mailsTo(server: TestServer, email: string) {
  return server.outbox().filter(({ to }) => to === email)
}

function codeTo(server: TestServer, email: string): string {
  return mailsTo(server, email).findLast(({ code }) => code)?.code as string
}

async function rowOf({ services }: TestServer, uid: string) {
  return services.db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
}
