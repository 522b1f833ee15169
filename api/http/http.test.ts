import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import Fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { changeName, refreshToken } from '../../contract/account.ts'
import { getSettings } from '../../contract/settings.ts'
import { resetPassword, sendResetLink } from '../../contract/sign-in/password-reset.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { newPhone, type Person, register, signInByEmail } from '../testing-people.ts'
import { lazyRoutes } from './lazy-routes.ts'
import { type Auth, type Route, serveBytes } from './serve.ts'

onEachDatabase('every call', (start, database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await start({ isForAll: true, env: { LIMIT_FACTOR: '1000' } })
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
  })

  type Answer = { status: number; headers: Headers; text: string }

  async function request(server: TestServer, path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(server.origin + path, init)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  function post(server: TestServer, who: Person, path: string, body: string, type = 'application/json') {
    const headers = { Authorization: `Bearer ${who.idToken}`, 'Content-Type': type }
    return request(server, path, { method: 'POST', body, headers })
  }

  const LOG = '/disciple/v2/lessons/first-aid-en-cuts/log'

  /** Every error has the same shape and contains nothing private. */
  function expectError({ status, headers, text }: Answer, ...statuses: number[]) {
    expect(statuses).toContain(status)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const body = JSON.parse(text)
    expect(body).toEqual({ success: false, error: { code: expect.any(String), message: expect.any(String) } })
    expect(text).not.toMatch(/\.ts\b|node_modules|select |insert |sqlite|postgres|\bat /i)
  }

  test('replies are not cached, and say little about the server', async () => {
    const { headers } = await request(server, '/settings/v1/settings')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-type')).toBe('application/json')
    // These headers are for documents. They would be a tenth of the bytes of a poll without news.
    expect(headers.get('permissions-policy')).toBeNull()
    expect(headers.get('cross-origin-opener-policy')).toBeNull()
    expect(headers.get('server')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  })

  test('a document gets its security headers', async () => {
    const { mediaDir } = server.services.config
    mkdirSync(mediaDir, { recursive: true })
    writeFileSync(join(mediaDir, 'drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    const { status, headers } = await request(server, '/media/drawing.svg')
    expect(status).toBe(200)
    expect(headers.get('permissions-policy')).toBe('microphone=(self), camera=(), geolocation=()')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('no other site can read replies', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const { headers } = await request(server, '/settings/v1/settings', { headers: { Origin: origin } })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['text/html', 415],
    ['application/json\ta', 415],
    ['multipart/form-data', 415],
  ])('accepts JSON only, not %s', async (type, status) => {
    const noura = await server.signIn(newPhone())
    const body = JSON.stringify({ userId: noura.uid, pageId: 'start', pageNumber: 1 })
    expectError(await post(server, noura, LOG, body, type), status, 400)
  })

  test.each(['{', '', '[', '{"a":}', '\u0000'])('refuses broken JSON: %j', async body => {
    const noura = await server.signIn(newPhone())
    expectError(await post(server, noura, LOG, body), 400)
  })

  test.each(['__proto__', 'constructor', 'prototype', '\\u005f_proto__', '\\u0063onstructor', 'prot\\u006ftype'])(
    'refuses %s in a body, at any depth',
    async name => {
      const noura = await server.signIn(newPhone())
      for (const inner of ['{"prototype":{"polluted":1}}', '{"polluted":1}', '"a text"', 'null'])
        for (const named of [`"${name}":${inner}`, `"a":{"b":[1,null,{"${name}":${inner}}]}`]) {
          const body = `{"displayName":"Noura",${named}}`
          expectError(await post(server, noura, '/identity/v1/displayName', body), 400)
        }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    },
  )

  test('takes these words in what a person writes, and escaped letters', async () => {
    const noura = await server.signIn(newPhone())
    for (const name of ['constructor', 'the prototype', '"prototype": 1', '__proto__', 'No\u0009ura']) {
      const body = JSON.stringify({ displayName: name })
      expect((await post(server, noura, '/identity/v1/displayName', body)).status, name).toBe(200)
    }
  })

  test('refuses bodies that are too large or too deep, and keeps running', async () => {
    const noura = await server.signIn(newPhone())
    expectError(await post(server, noura, LOG, `"${'a'.repeat(70_000)}"`), 413)
    expectError(await post(server, noura, LOG, '['.repeat(60_000)), 400)
    expectError(await post(server, noura, LOG, '[1e999,9007199254740993]'), 400)
    expectError(await post(server, noura, `/disciple/v2/user/${noura.uid}`, '[]'), 400)
    const manyParameters = `?${'a=1&'.repeat(1000)}`
    expect((await request(server, `/settings/v1/settings${manyParameters}`)).status).toBe(200)
  })

  test('has no other paths and no other methods', async () => {
    for (const path of [
      '/nowhere',
      '/disciple/v2/nothing',
      '/.git/config',
      '/.env',
      '/data.db',
      '/media/',
      '/media/..%2f..%2fetc%2fpasswd',
      '/disciple/v2/lessons/%F4',
      `/disciple/v2/lessons/${'x'.repeat(301)}`,
    ]) {
      expectError(await request(server, path), 404, 403, 400)
    }
    expectError(await request(server, '/settings/v1/settings', { method: 'DELETE' }), 404, 405)
  })

  test('stores no text that is not UTF-8', async () => {
    const noura = await server.signIn(newPhone())
    const body = Buffer.concat([Buffer.from('{"displayName":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const headers = { Authorization: `Bearer ${noura.idToken}`, 'Content-Type': 'application/json' }
    expectError(await request(server, '/identity/v1/displayName', { method: 'POST', body, headers }), 400)
  })

  test('accepts a token in any spelling of its scheme, and names the scheme to a client without one', async () => {
    const noura = await server.signIn(newPhone())
    const path = '/disciple/v2/courses/step-by-step'
    const headers = { Authorization: `bearer ${noura.idToken}` }
    expect((await request(server, path, { headers })).status).toBe(200)
    const response = await request(server, path)
    expectError(response, 401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  })

  // One database is enough: the test waits for ten seconds and uses none.
  if (database === 'sqlite') {
    test('a request without its body gets a reply before the connection closes', async () => {
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
      const head = 'POST /identity/v1/sendCode HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json'
      socket.write(`${head}\r\nContent-Length: 100\r\n\r\n{`)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 .*"code":"bad-request"/s)
      socket.destroy()
    })
  }

  test('does not answer TRACE', async () => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    socket.write('TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 4\d\d/)
    socket.destroy()
  })

  test.each([
    [
      'a head that is far too large',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'too-large',
    ],
    ['no request at all', 'hello\r\n\r\n', 400, 'bad-request'],
    [
      'two lengths of one body',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'bad-request',
    ],
    ['a request for no host', 'GET / HTTP/1.1\r\n\r\n', 400, 'bad-request'],
    ['a request for two hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: other\r\n\r\n', 400, 'bad-request'],
    [
      'an expectation that nobody meets',
      'POST / HTTP/1.1\r\nHost: localhost\r\nExpect: cake\r\nContent-Length: 0\r\n\r\n',
      417,
      'bad-request',
    ],
  ])('%s gets the same error as everything else', async (_what, sent, status, code) => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    socket.write(sent)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    const [head = '', body = ''] = answer.toString().split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status} `)
    expect(head).toMatch(/^x-content-type-options: nosniff\r?$/im)
    expect(JSON.parse(body)).toMatchObject({ success: false, error: { code } })
    socket.destroy()
  })

  test('no input makes it fail', async () => {
    const noura = await server.signIn(newPhone())
    const paths = [
      LOG,
      `/disciple/v2/user/${noura.uid}`,
      '/identity/v1/displayName',
      '/analytics/v1/events',
      '/identity/v1/confirmCode',
      '/identity/v1/sendCode',
      '/identity/v1/refreshToken',
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.json({ maxDepth: 4 }), async (path, body) => {
        const answer = await post(server, noura, path, body)
        expect(answer.status).toBeLessThan(500)
        if (answer.status >= 400) expectError(answer, answer.status)
      }),
      { numRuns: 150 },
    )
  })

  test('is live, and ready as long as the database answers', async () => {
    expect((await request(server, '/health/live')).status).toBe(200)
    expect((await request(server, '/health/ready')).status).toBe(200)
  })

  test('the log says who signed in and who got which error; no line has a phone number, a code or a token', async () => {
    const lines: string[] = []
    const write = process.stdout.write.bind(process.stdout)
    process.stdout.write = ((chunk: string | Uint8Array) => {
      lines.push(String(chunk))
      return true
    }) as typeof process.stdout.write
    try {
      const server = await start({ env: { LOG_LEVEL: 'debug' } })
      const noura = await server.signInBySms('+971501234567')
      await request(server, '/auth/v1/uniquePhone?phone=%2B971501234567')
      const code = server.outbox().at(-1)?.code as string
      await request(server, '/disciple/v2/courses/step-by-step')
      const yousef = await register(server.origin, 'yousef@example.org', 'steps4yousef')
      await signInByEmail(server.origin, yousef.email, 'steps4yousef')
      await server.call(refreshToken, { body: noura })
      const { demoLink } = (await server.call(sendResetLink, { body: { email: yousef.email } })).data
      const resetToken = String(demoLink).split('#')[1] as string
      await server.call(resetPassword, { body: { token: resetToken, password: 'steps5yousef' } })
      const logged = lines.join('')
      expect(logged).toContain('uniquePhone')
      for (const [call, { uid }] of [
        ['confirmCode', noura],
        ['refreshToken', noura],
        ['createByEmail', yousef],
        ['signInByEmail', yousef],
        ['resetPassword', yousef],
      ] as const)
        expect(logged).toMatch(new RegExp(`"route":"/identity/v1/${call}","status":200,"ms":\\d+,"uid":"${uid}"`))
      expect(logged).toMatch(new RegExp(`"route":"/disciple/v2/user/:uid".*"uid":"${noura.uid}"`))
      expect(logged).toMatch(/"errorCode":"auth\/unauthorized","ipAddress":"127\.0\.0\.1"/)
      for (const secret of [
        '501234567',
        yousef.email,
        'steps4yousef',
        resetToken,
        code,
        noura.idToken.slice(-20),
        noura.refreshToken,
      ]) {
        expect(logged).not.toContain(secret)
      }
    } finally {
      process.stdout.write = write
    }
  })
})

/** An app whose only call, for the settings, has lazy code. */
async function withLazyCode(load: () => Promise<Route[]>) {
  const app = Fastify()
  for (const route of lazyRoutes([getSettings], load)) app.route(route({} as Auth))
  return { app, ask: async () => (await app.inject({ url: getSettings.path })).statusCode }
}

test('two first calls load the code once, and what could not be loaded is tried again', async () => {
  let loads = 0
  const { app, ask } = await withLazyCode(async () => {
    loads += 1
    if (loads === 1) throw new Error('EMFILE: too many open files')
    return [serveBytes(getSettings, ({ reply }) => reply.send('loaded'))]
  })
  expect(await Promise.all([ask(), ask()])).toEqual([500, 500])
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200])
  expect(loads).toBe(2)
  await app.close()
})

test('lazy code answers the calls that are registered, no other ones, and adds nothing to their routes', async () => {
  const settings = serveBytes(getSettings, ({ reply }) => reply.send('loaded'))
  const other = serveBytes(changeName, ({ reply }) => reply.send('loaded'))
  const larger: Route = auth => ({ ...settings(auth), bodyLimit: 2_000_000 })
  for (const routes of [[], [settings, other], [larger]]) {
    const { app, ask } = await withLazyCode(async () => routes)
    expect(await ask()).toBe(500)
    await app.close()
  }
})
