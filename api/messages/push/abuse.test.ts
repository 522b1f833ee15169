import { beforeAll, expect, test } from 'vitest'
import { getMyData } from '../../../contract/account.ts'
import { BROWSERS_LIMIT, getPushKey, subscribe, unsubscribe } from '../../../contract/push.ts'
import { mergeAccounts } from '../../account/merge/merge.ts'
import { filesIn } from '../../account/personal-data/testing-zip.ts'
import { readConfig } from '../../read-config.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { newPhone, type Person, register } from '../../testing-people.ts'
import { PHONES, startWithAll } from '../testing.ts'
import { newKeys } from './testing.ts'

const SERVICE = 'https://fcm.googleapis.com/fcm/send/noura'
const REFUSED = { status: 400, code: 'bad-request' }

/** Everything that a browser sends to subscribe. */
function wish(endpoint = SERVICE, keys: object = newKeys().keys) {
  return { endpoint, keys: keys as { p256dh: string; auth: string }, language: 'ar' as const, showsText: false }
}

onEachDatabase('abuse of push notifications', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await start({ isForAll: true })
  })

  test('a subscription needs a sign-in', async () => {
    const { call } = server
    for (const asking of [call(getPushKey, {}), call(subscribe, { body: wish() })])
      await expect(asking).rejects.toMatchObject({ status: 401 })
    await expect(call(unsubscribe, { body: { endpoint: SERVICE } })).rejects.toMatchObject({ status: 401 })
  })

  test.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://noura:secret@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.example.org/x',
    'https://fcm.googleapis.com@example.org/x',
    'https://evilpush.apple.com.example.org/x',
    'https://evil-push.apple.com/../x@127.0.0.1',
    'https://127.0.0.1/x',
    'http://127.0.0.1:3000/messenger/v2/send',
    'https://[::1]/x',
    'https://2130706433/x',
    'https://localhost/x',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/x',
    'https://intranet/x',
    'https://example.org/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'x',
    '',
  ])('%j is no push service, and this server sends nothing to it', async endpoint => {
    const noura = await server.signIn(newPhone())
    await expect(noura.call(subscribe, { body: wish(endpoint) })).rejects.toMatchObject(REFUSED)
    expect(await browsersOf(server, noura)).toEqual([])
  })

  test.each([
    SERVICE,
    'https://jmt17.google.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])('%s is a push service', async endpoint => {
    const noura = await server.signIn(newPhone())
    await noura.call(subscribe, { body: wish(endpoint) })
    expect(await browsersOf(server, noura)).toEqual([noura.uid])
  })

  test('invalid keys and invalid bodies are refused', async () => {
    const noura = await server.signIn(newPhone())
    const { p256dh, auth } = newKeys().keys
    const offTheCurve = Buffer.alloc(65, 4).toString('base64url')
    const garbage = [
      {},
      { p256dh },
      { p256dh: '', auth },
      { p256dh: offTheCurve, auth },
      { p256dh: p256dh.slice(0, 43), auth },
      { p256dh: `${p256dh}AAAA`, auth },
      { p256dh, auth: 'AAAA' },
      { p256dh, auth: `${auth}AAAA` },
      { p256dh: '\u0000', auth },
      { p256dh: [p256dh], auth },
      { p256dh: 'ا'.repeat(87), auth },
    ]
    for (const keys of garbage)
      await expect(noura.call(subscribe, { body: wish(SERVICE, keys) }), JSON.stringify(keys)).rejects.toMatchObject(
        REFUSED,
      )
    const odd = [{ ...wish(), language: 'xx' }, { ...wish(), showsText: 'yes' }, { ...wish(), endpoint: [SERVICE] }, []]
    for (const body of odd)
      await expect(noura.call(subscribe, { body: body as never }), JSON.stringify(body)).rejects.toMatchObject(REFUSED)
    expect(await browsersOf(server, noura)).toEqual([])
  })

  test('a far too long URL is refused', async () => {
    const noura = await server.signIn(newPhone())
    await expect(noura.call(subscribe, { body: wish(`${SERVICE}/${'x'.repeat(1000)}`) })).rejects.toMatchObject(REFUSED)
    const huge = noura.call(unsubscribe, { body: { endpoint: `${SERVICE}/${'x'.repeat(100_000)}` } })
    await expect(huge).rejects.toMatchObject({ status: 413 })
  })

  test("a person who knows the endpoint of another person's browser cannot take it over", async () => {
    const [noura, yousef] = [await server.signIn(newPhone()), await server.signIn(newPhone())]
    const endpoint = `${SERVICE}/known`
    const own = wish(endpoint)
    await noura.call(subscribe, { body: own })
    await expect(yousef.call(subscribe, { body: wish(endpoint) })).rejects.toMatchObject({ status: 403 })
    const half = { p256dh: newKeys().keys.p256dh, auth: own.keys.auth }
    await expect(yousef.call(subscribe, { body: wish(endpoint, half) })).rejects.toMatchObject({ status: 403 })
    // The reply does not show whether a subscription of another person exists.
    await yousef.call(unsubscribe, { body: { endpoint } })
    await yousef.call(unsubscribe, { body: { endpoint: `${SERVICE}/unknown` } })
    expect(await browsersOf(server, noura, yousef)).toEqual([noura.uid])
  })

  test('a person has at most ten browsers, and sixty subscriptions an hour', async () => {
    const noura = await server.signIn(newPhone())
    for (let number = 1; number <= 60; number++) await noura.call(subscribe, { body: wish(`${SERVICE}/${number}`) })
    await expect(noura.call(subscribe, { body: wish(`${SERVICE}/61`) })).rejects.toMatchObject({ status: 429 })
    expect(await browsersOf(server, noura)).toHaveLength(BROWSERS_LIMIT)
  })

  test('without the messenger there are no subscriptions', async () => {
    const server = await start({ env: { MESSENGER_ENABLED: 'off' } })
    const noura = await server.signIn(PHONES.noura)
    await expect(noura.call(getPushKey, {})).rejects.toMatchObject({ status: 404 })
    await expect(noura.call(subscribe, { body: wish() })).rejects.toMatchObject({ status: 404 })
  })

  test('in production no local machine counts as a push service', () => {
    const env = { NODE_ENV: 'production', PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS: 'http://127.0.0.1:4000' }
    expect(() => readConfig(env)).toThrow(/PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS: in production/)
    for (const elsewhere of ['http://10.0.0.1:4000', 'https://example.org', 'http://127.0.0.1:4000/x'])
      expect(() => readConfig({ PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS: elsewhere })).toThrow(/127\.0\.0\.1/)
  })
})

onEachDatabase('stored data of push notifications', start => {
  const keyOf = async ({ call }: Person) => (await call(getPushKey, {})).data.publicKey

  test('the key is created once, for all processes, and stored encrypted', async () => {
    const { server, noura } = await startWithAll(start)
    const other = await server.another()
    const key = await keyOf(noura)
    expect(Buffer.from(key, 'base64url')).toHaveLength(65)
    expect(await keyOf(await other.signIn(PHONES.yousef))).toBe(key)
    const rows = await server.services.db.selectFrom('push_keys').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.sealed_keys).toMatch(/^v1\./)
    expect(JSON.stringify(rows)).not.toContain(server.services.pushKey.privateKey)
  })

  test('another secret gives another key, and subscriptions of the old key are deleted', async () => {
    const server = await start({ env: { SECRET_KEY: 'a'.repeat(32) } })
    const noura = await server.signIn(PHONES.noura)
    await noura.call(subscribe, { body: wish() })
    const key = await keyOf(noura)
    const { config } = server.services
    const moved = await start({
      env: { SECRET_KEY: 'b'.repeat(32), LOG_LEVEL: 'silent' },
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
    })
    expect(await keyOf(await moved.signIn(PHONES.yousef))).not.toBe(key)
    expect(await browsersIn(server)).toEqual([])
  })

  test("Noura's download lists her browsers, without secrets", async () => {
    const { server, noura } = await startWithAll(start)
    const { endpoint, keys, ...choice } = wish()
    await noura.call(subscribe, { body: { endpoint, keys, ...choice } })
    const headers = { Authorization: `Bearer ${noura.idToken}` }
    const response = await fetch(server.origin + getMyData.path, { method: getMyData.method, headers })
    const text = String((await filesIn(Buffer.from(await response.arrayBuffer())))['data.json'])
    const [browser] = JSON.parse(text).notices
    expect(browser).toMatchObject({ pushService: 'fcm.googleapis.com', language: 'ar', showsText: false })
    for (const secret of [endpoint, keys.p256dh, keys.auth]) expect(text).not.toContain(secret)
  })

  test('a merged account has the browsers of both', async () => {
    const server = await start()
    const phone = await server.signIn(PHONES.noura)
    const older = await register(server.origin, 'noura@example.org', 'steps4noura')
    await phone.call(subscribe, { body: wish() })
    const { db, personalDataSources, identity, now } = server.services
    const merge = { uid: older.uid, phoneUid: phone.uid, phoneNumber: PHONES.noura }
    await mergeAccounts(db, merge, { personalDataSources, accounts: identity.accounts, now: now() })
    expect(await browsersIn(server)).toEqual([older.uid])
  })
})

async function browsersOf({ services }: TestServer, ...people: Person[]): Promise<string[]> {
  const uids = people.map(({ uid }) => uid)
  const rows = await services.db.selectFrom('push_subscriptions').where('uid', 'in', uids).select('uid').execute()
  return rows.map(({ uid }) => uid)
}

async function browsersIn({ services }: TestServer): Promise<string[]> {
  const rows = await services.db.selectFrom('push_subscriptions').select('uid').execute()
  return rows.map(({ uid }) => uid)
}
