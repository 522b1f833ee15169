import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { askApproval, sendOtherCode } from '../../../contract/sign-in/other-ways.ts'
import { confirmCode, getDemoCode, sendCode } from '../../../contract/sign-in/phone.ts'
import { HOUR, MINUTE } from '../../../contract/time.ts'
import { ensureUserOfPhone } from '../../account/users.ts'
import { unanswered } from '../../senders/testing.ts'
import { onEachDatabase } from '../../testing.ts'
import { solvedChallenge } from '../../testing-people.ts'
import { askForCode } from './testing.ts'

const NOURA = '+971501234567'
const YOUSEF = '+971501234568'
const NOBODY = '+971501234599'

/** The body of requests to a gateway whose port nobody listens at. */
const SMS_BODY = '{"to":"{{to}}","text":"{{text}}"}'

onEachDatabase('A code by another way', start => {
  test('while the SMS gateway fails, a browser with other ways goes on at once, and an older one gets the error', async () => {
    const gateway = { SMS_SENDER: 'webhook', SMS_WEBHOOK_URL: 'http://127.0.0.1:9/', SMS_WEBHOOK_BODY: SMS_BODY }
    const server = await start({ env: { ...gateway, OTHER_WAYS: 'email,approval' } })
    const press = { idempotencyKey: randomUUID() }
    const ask = async (hasOtherWays: boolean) => {
      const proof = await solvedChallenge(server.call)
      return (await server.call(sendCode, { body: { phone: NOURA, proof, hasOtherWays } }, press)).data
    }
    await expect(ask(false)).rejects.toMatchObject({ status: 503 })
    server.clock.advance(MINUTE)
    const first = await ask(true)
    expect(first).toEqual({ verificationId: expect.any(String), resendAfterSeconds: 30, smsFailed: true })
    expect(await ask(true), 'its reply was lost').toEqual(first)
    const { verificationId } = first
    const guess = server.call(confirmCode, { body: { verificationId, code: '000000' } })
    await expect(guess).rejects.toMatchObject({ code: 'auth/invalid-verification-code' })
    expect((await server.call(askApproval, { body: { verificationId } })).data.number).toMatch(/^\d{6}$/)

    const { uid } = await ensureUserOfPhone(server.services.db, NOURA, server.clock.now())
    const email = { email: 'noura@example.org', email_proved_at: 1 }
    await server.services.db.updateTable('users').set(email).where('uid', '=', uid).execute()
    await server.call(sendOtherCode, { body: { verificationId, by: 'email' } })
    await server.services.senders.settled()
    const code = server.outbox().at(-1)?.code as string
    expect((await server.call(confirmCode, { body: { verificationId, code } })).data.uid).toBe(uid)
  })

  test('WhatsApp brings a code that works beside the one of the SMS', async () => {
    const server = await start()
    const verificationId = await askForCode(server, NOURA)
    server.clock.advance(MINUTE)
    await server.call(sendOtherCode, { body: { verificationId, by: 'whatsapp', language: 'en' } })
    const [sms, other] = server.outbox()
    expect(other).toMatchObject({ kind: 'whatsapp', to: NOURA })
    expect((await server.call(getDemoCode, { query: { verificationId } })).data.code).toBe(other?.code)
    const { data } = await server.call(confirmCode, { body: { verificationId, code: other?.code as string } })
    expect(data.uid).toBeTruthy()
    const again = server.call(confirmCode, { body: { verificationId, code: sms?.code as string } })
    await expect(again).rejects.toMatchObject({ code: 'auth/invalid-verification-code' })
  })

  test('a code works whose WhatsApp message may have arrived or not', async () => {
    const server = await start({ env: { LOG_LEVEL: 'silent' } })
    server.services.senders.sendWhatsapp = unanswered(server.services.senders.sendWhatsapp)
    const verificationId = await askForCode(server, NOURA)
    server.clock.advance(MINUTE)
    await server.call(sendOtherCode, { body: { verificationId, by: 'whatsapp' } })
    const code = server.outbox().at(-1)?.code as string
    expect((await server.call(confirmCode, { body: { verificationId, code } })).data.uid).toBeTruthy()
  })

  test('if the reply is lost, the same press again is answered at once and sends nothing more', async () => {
    const server = await start()
    const other = await server.another()
    const verificationId = await askForCode(server, NOURA)
    server.clock.advance(MINUTE)
    const press = { idempotencyKey: randomUUID() }
    const ask = ({ call }: typeof server, more: { by?: 'email'; press?: typeof press } = {}) =>
      call(sendOtherCode, { body: { verificationId, by: more.by ?? 'whatsapp' } }, more.press ?? press)
    await Promise.all([ask(server), ask(server)])
    for (const place of [server, other]) expect(await ask(place)).toEqual({ success: true })
    expect(server.outbox().map(({ kind }) => kind)).toEqual(['sms', 'whatsapp'])
    const code = server.outbox().at(-1)?.code as string

    const tooMany = { status: 429 }
    await expect(ask(server, { by: 'email' }), 'it is about another way').rejects.toMatchObject(tooMany)
    await expect(ask(server, { press: { idempotencyKey: randomUUID() } })).rejects.toMatchObject(tooMany)
    expect((await server.call(confirmCode, { body: { verificationId, code } })).data.uid).toBeTruthy()
  })

  test('the code of the SMS still works after it', async () => {
    const server = await start()
    const verificationId = await askForCode(server, NOURA)
    server.clock.advance(MINUTE)
    await server.call(sendOtherCode, { body: { verificationId, by: 'whatsapp' } })
    const code = server.outbox()[0]?.code as string
    expect((await server.call(confirmCode, { body: { verificationId, code } })).data.uid).toBeTruthy()
  })

  test('a mail goes to the verified address of the account only, and every answer is the same', async () => {
    const server = await start()
    const { db } = server.services
    const noura = await server.signIn(NOURA)
    await server.signIn(YOUSEF)
    const change = (uid: string, email_proved_at: number | null) =>
      db.updateTable('users').set({ email: 'noura@example.org', email_proved_at }).where('uid', '=', uid).execute()
    await change(noura.uid, 1)
    const replies = []
    for (const phone of [NOURA, YOUSEF, NOBODY]) {
      server.clock.advance(HOUR)
      const verificationId = await askForCode(server, phone)
      server.clock.advance(MINUTE)
      replies.push(await server.call(sendOtherCode, { body: { verificationId, by: 'email', language: 'en' } }))
    }
    expect(new Set(replies.map(reply => JSON.stringify(reply))).size).toBe(1)
    await server.services.senders.settled()
    const mails = server.outbox().filter(({ kind }) => kind === 'email')
    expect(mails).toMatchObject([{ to: 'noura@example.org' }])
    expect(mails[0]?.text).toContain(mails[0]?.code)

    server.clock.advance(HOUR)
    await change(noura.uid, null)
    const unverified = await askForCode(server, NOURA)
    server.clock.advance(MINUTE)
    await server.call(sendOtherCode, { body: { verificationId: unverified, by: 'email' } })
    await server.services.senders.settled()
    expect(server.outbox().filter(({ kind }) => kind === 'email')).toHaveLength(1)
  })

  test('the code of the mail opens the account of the phone', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    const email = { email: 'noura@example.org', email_proved_at: 1 }
    await server.services.db.updateTable('users').set(email).where('uid', '=', noura.uid).execute()
    server.clock.advance(HOUR)
    const verificationId = await askForCode(server, NOURA)
    server.clock.advance(9 * MINUTE)
    await server.call(sendOtherCode, { body: { verificationId, by: 'email' } })
    await server.services.senders.settled()
    const code = server.outbox().at(-1)?.code as string
    server.clock.advance(9 * MINUTE)
    expect((await server.call(confirmCode, { body: { verificationId, code } })).data.uid).toBe(noura.uid)
  })

  test('other codes share the limits and the attempts of the SMS', async () => {
    const server = await start()
    const verificationId = await askForCode(server, NOURA)
    const other = () => server.call(sendOtherCode, { body: { verificationId, by: 'whatsapp' } })
    await expect(other()).rejects.toMatchObject({ code: 'auth/quota-exceeded' })
    server.clock.advance(MINUTE)
    const codes = () => server.outbox().map(({ code }) => code)
    const guess = () => server.call(confirmCode, { body: { verificationId, code: wrongFor(codes()) } })
    for (let tried = 0; tried < 3; tried++) await expect(guess()).rejects.toMatchObject({ status: 400 })
    await other()
    for (let tried = 0; tried < 2; tried++) await expect(guess()).rejects.toMatchObject({ status: 400 })
    const code = server.outbox().at(-1)?.code as string
    await expect(server.call(confirmCode, { body: { verificationId, code } })).rejects.toMatchObject({
      code: 'auth/code-expired',
    })
    server.clock.advance(MINUTE)
    await expect(other()).rejects.toMatchObject({ code: 'auth/code-expired' })
  })
})

function wrongFor(codes: (string | undefined)[]): string {
  return ['000000', '111111', '222222'].find(code => !codes.includes(code)) as string
}
