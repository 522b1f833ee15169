import { expect, test } from 'vitest'
import { getTextConsent, setTextConsent } from '../../contract/account.ts'
import { MINUTE } from '../../contract/time.ts'
import { onEachDatabase } from '../testing.ts'
import { register } from '../testing-people.ts'
import { mergeAccounts } from './merge/merge.ts'

const NOURA = '+971501234567'

onEachDatabase('consent to text messages', start => {
  test('is not there until Noura gives it, and ends when she takes it back', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    const agrees = async () => (await noura.call(getTextConsent, {})).data.agrees
    expect(await agrees()).toBe(false)
    await noura.call(setTextConsent, { body: { agrees: true } })
    expect(await agrees()).toBe(true)
    await noura.call(setTextConsent, { body: { agrees: false } })
    expect(await agrees()).toBe(false)
  })

  test('of two accounts of a person the later decision counts', async () => {
    const server = await start()
    const { services, clock } = server
    const noura = await server.signIn(NOURA)
    const mail = await register(server.origin, 'noura@example.org', 'step by step 1')
    await noura.call(setTextConsent, { body: { agrees: true } })
    clock.advance(MINUTE)
    await mail.call(setTextConsent, { body: { agrees: true } })
    await mail.call(setTextConsent, { body: { agrees: false } })
    clock.advance(MINUTE)
    await noura.call(setTextConsent, { body: { agrees: true } })
    const options = { ...services, accounts: services.identity.accounts, now: clock.now() }
    await mergeAccounts(services.db, { uid: mail.uid, phoneUid: noura.uid, phoneNumber: NOURA }, options)
    // A repeated consent keeps the time of the first one, so the other account's decision to end it was later.
    expect((await mail.call(getTextConsent, {})).data.agrees).toBe(false)
  })
})
