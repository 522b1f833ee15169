import { expect, test } from 'vitest'
import { insertMentor } from '../../mentors/mentors.ts'
import { onEachDatabase } from '../../testing.ts'
import { register } from '../../testing-people.ts'
import { everything, load, merge, nouraTwice, PASSWORD, PHONE, recordOf, set } from './testing.ts'

onEachDatabase('Merges that nobody may make', start => {
  test("Yousef's own e-mail account cannot take over Noura's phone account without its token", async () => {
    const { server, byPhone, byEmail } = await nouraTwice(start)
    const yousef = await register(server.origin, 'yousef@example.org', PASSWORD)
    const no = { status: 403, code: 'auth/merge-proof-required' }
    const signedOut = await server.signIn(PHONE)
    await server.services.db.updateTable('sessions').set({ revoked_at: 1 }).where('uid', '=', byPhone.uid).execute()
    server.clock.advance(5001)
    const [head, claims] = byPhone.idToken.split('.')
    for (const proof of [
      undefined,
      '',
      'nonsense',
      yousef.idToken,
      byEmail.idToken,
      signedOut.idToken,
      signedOut.refreshToken,
      `${head}.${claims}.`,
    ]) {
      await expect(merge(yousef, byPhone, { proof }), String(proof)).rejects.toMatchObject(no)
    }
    const mine = await server.signIn(PHONE)
    expect(mine.uid).toBe(byPhone.uid)
    expect((await load(yousef)).user.phoneNumber).toBeNull()
  })

  test('accounts that do not fit together are refused, and nothing moves', async () => {
    const { server, byPhone, byEmail } = await nouraTwice(start)
    const before = await everything(server)
    for (const [what, status, code, wrong] of [
      ['in the name of somebody else', 403, 'forbidden', { uid: 'somebody' }],
      ['an account with itself', 400, 'bad-request', { phoneUid: 'own' }],
      ['an account that nobody knows', 403, 'auth/merge-proof-required', { phoneUid: 'nobody' }],
      ['with a phone that is not that of the account', 403, 'forbidden', { phoneNumber: '+971509999999' }],
      ['with the phone written otherwise', 403, 'forbidden', { phoneNumber: PHONE.slice(1) }],
      ['without a phone', 400, 'bad-request', { phoneNumber: undefined }],
    ] as const) {
      await expect(merge(byEmail, byPhone, wrong), what).rejects.toMatchObject({ status, code })
      expect(await everything(server), what).toEqual(before)
    }
  })

  test('only an account without a phone can take over, and only an account without an e-mail address can be taken over', async () => {
    const { server, ...noura } = await nouraTwice(start)
    for (const [whose, change, status, code] of [
      ['byEmail', { phone_number: '+971507777777' }, 409, 'auth/email-already-in-use'],
      ['byEmail', { email: null }, 403, 'forbidden'],
      ['byPhone', { email: 'other@example.org' }, 403, 'forbidden'],
      ['byPhone', { phone_number: null }, 403, 'forbidden'],
    ] as const) {
      const as = await recordOf(server, noura[whose])
      await set(server, noura[whose], change)
      const before = await everything(server)
      const what = JSON.stringify(change)
      await expect(merge(noura.byEmail, noura.byPhone), what).rejects.toMatchObject({ status, code })
      expect(await everything(server), what).toEqual(before)
      await set(server, noura[whose], as)
    }
    await merge(noura.byEmail, noura.byPhone)
  })

  test("nobody can take over a mentor's own account", async () => {
    const { server, byPhone, byEmail } = await nouraTwice(start)
    await insertMentor(server.services.db, { name: 'Salma', phoneNumber: PHONE }, 1)
    await expect(merge(byEmail, byPhone)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('a blocked phone account and an erased one cannot be merged', async () => {
    const { server, byPhone, byEmail } = await nouraTwice(start)
    await set(server, byPhone, { blocked_at: 1 })
    server.clock.advance(5001)
    await expect(merge(byEmail, byPhone)).rejects.toMatchObject({ code: 'auth/merge-proof-required' })
    await server.services.db.deleteFrom('users').where('uid', '=', byPhone.uid).execute()
    await server.services.db
      .insertInto('closed_accounts')
      .values({ uid: byPhone.uid, merged_into: null, closed_at: 1 })
      .execute()
    await expect(merge(byEmail, byPhone)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('the twenty-first merge of an hour has to wait', async () => {
    const { byPhone, byEmail } = await nouraTwice(start, { env: { LIMIT_FACTOR: '1' } })
    for (let time = 0; time < 20; time++)
      await expect(merge(byEmail, byPhone, { proof: 'x' })).rejects.toMatchObject({ status: 403 })
    await expect(merge(byEmail, byPhone)).rejects.toMatchObject({ status: 429, code: 'auth/quota-exceeded' })
  })
})
