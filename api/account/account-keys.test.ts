import { expect, test } from 'vitest'
import { getAccountKeys, mergeUser } from '../../contract/account.ts'
import { createClient } from '../../contract/calls/client.ts'
import { onEachDatabase } from '../testing.ts'
import { register } from '../testing-people.ts'

const PHONE = '+971501234567'

onEachDatabase('The key of an account', start => {
  test('it is the same at each call, and nobody gets that of another person', async () => {
    const server = await start()
    const noura = await server.signIn(PHONE)
    const yousef = await server.signIn('+971501234568')
    const keysOf = async ({ call }: typeof noura) => (await call(getAccountKeys, {})).data
    expect(Object.keys(await keysOf(noura))).toEqual([noura.uid])
    expect(Buffer.from((await keysOf(noura))[noura.uid] as string, 'base64url')).toHaveLength(32)
    expect(await keysOf(noura)).toEqual(await keysOf(noura))
    expect((await keysOf(yousef))[yousef.uid]).not.toBe((await keysOf(noura))[noura.uid])
    await expect(createClient({ base: server.origin })(getAccountKeys, {})).rejects.toMatchObject({ status: 401 })
  })

  test('a merged account keeps the keys of both, so that what a phone locked before still opens', async () => {
    const server = await start()
    const byPhone = await server.signIn(PHONE)
    const byEmail = await register(server.origin, 'noura@example.org', 'step by step 1')
    const before = (await byPhone.call(getAccountKeys, {})).data[byPhone.uid]
    await byEmail.call(
      mergeUser,
      { params: { uid: byEmail.uid }, body: { phoneUid: byPhone.uid, phoneNumber: PHONE } },
      { headers: { 'X-Merge-Proof': byPhone.idToken } },
    )
    const { data } = await byEmail.call(getAccountKeys, {})
    expect(Object.keys(data).sort()).toEqual([byEmail.uid, byPhone.uid].sort())
    expect(data[byPhone.uid]).toBe(before)
  })
})
