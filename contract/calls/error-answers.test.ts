import { expect, test } from 'vitest'
import { uniquePhone } from '../account.ts'
import { getUpdates, markReceivedSeen } from '../messages.ts'
import { createClient } from './client.ts'

/** A client whose server gives this reply, and the number of calls to `onUnauthorized`. */
function answered(status: number, body: unknown) {
  let signedOut = 0
  const call = createClient({
    fetch: async () => Response.json(body, { status }),
    onUnauthorized: () => {
      signedOut += 1
    },
  })
  return { call, signedOut: () => signedOut }
}

test.each([
  [200, { success: false }, 400],
  [200, { success: false, message: 'Not on Fridays' }, 400],
  [200, { success: false, code: 403, message: 'No' }, 403],
  [200, { success: false, error: { code: 'messenger/no-responder' } }, 409],
  [500, { success: false }, 500],
  [500, 'no JSON of ours', 500],
])('%i %j is an API error with status %i', async (status, body, expected) => {
  const { call, signedOut } = answered(status, body)
  await expect(call(getUpdates, { query: {} })).rejects.toMatchObject({ name: 'ApiError', status: expected })
  expect(signedOut()).toBe(0)
})

test.each([
  [401, {}],
  [200, { success: false, code: 401 }],
  [200, { success: false, code: 401, message: 'Unauthorized' }],
  [200, { success: false, code: '401', message: 'Unauthorized' }],
  [200, { success: false, error: { code: 'auth/unauthorized', message: 'Sign in' } }],
  [200, { code: 401 }],
])('%i %j means that nobody is signed in', async (status, body) => {
  const { call, signedOut } = answered(status, body)
  await expect(call(getUpdates, { query: {} })).rejects.toMatchObject({ status: 401 })
  expect(signedOut()).toBe(1)
})

test.each([200, 401, 403, 404, 502, 503, 511])(
  'a page with status %i instead of the reply, as of a Wi-Fi network or a proxy, is a failure of the network',
  async status => {
    const signedOut: unknown[] = []
    const headers = { 'content-type': 'text/html; charset=utf-8', 'retry-after': '30' }
    const call = createClient({
      fetch: async () => new Response('<!doctype html>', { status, headers }),
      onUnauthorized: rejected => signedOut.push(rejected),
    })
    const failed = { status: status < 500 ? 0 : status, code: 'auth/network-request-failed', retryAfter: 30 }
    await expect(call(getUpdates, { query: {} })).rejects.toMatchObject(failed)
    expect(signedOut).toEqual([])
  },
)

test.each([400, 403, 413])('a proxy that refuses a message with status %i would refuse it again', async status => {
  const call = createClient({ fetch: async () => new Response('<html>', { status }) })
  const body = { from: '1' }
  await expect(call(markReceivedSeen, { body })).rejects.toMatchObject({ status, code: 'internal' })
})

test('a 401 without words is not of the server, and ends no session', async () => {
  const signedOut: unknown[] = []
  const onUnauthorized = (rejected: unknown) => signedOut.push(rejected)
  const call = createClient({ fetch: async () => new Response(null, { status: 401 }), onUnauthorized })
  await expect(call(markReceivedSeen, { body: { from: '1' } })).rejects.toMatchObject({ status: 0 })
  expect(signedOut).toEqual([])
})

test('`success: false` alone is a reply if the call asks yes or no', async () => {
  expect(await answered(200, { success: false }).call(uniquePhone, { query: { phone: '1' } })).toEqual({
    success: false,
  })
})

test('a refused call names its token: the person may have changed meanwhile', async () => {
  const refused: unknown[] = []
  const call = createClient({
    fetch: async () => Response.json({}, { status: 401 }),
    token: async () => "Noura's token",
    onUnauthorized: ({ code, token }) => refused.push([code, token]),
  })
  await expect(call(getUpdates, { query: {} })).rejects.toMatchObject({ status: 401 })
  expect(refused).toEqual([['internal', "Noura's token"]])
})

test('a call is made once more with a new token, and not a third time', async () => {
  const rejected: boolean[] = []
  const sent: unknown[] = []
  const answers = [401, 200, 401, 401]
  const call = createClient({
    fetch: async (_, init) => {
      sent.push(new Headers(init?.headers).get('authorization'))
      const status = answers.shift() ?? 500
      return Response.json({ success: status === 200 }, { status })
    },
    // Must not be asked for the second try, because another person may have signed in by then.
    token: async () => 'old',
    onUnauthorized: ({ isAgain }) => {
      rejected.push(isAgain)
      return 'new'
    },
  })
  expect(await call(getUpdates, { query: {} })).toEqual({ success: true })
  expect(sent).toEqual(['Bearer old', 'Bearer new'])
  await expect(call(getUpdates, { query: {} })).rejects.toMatchObject({ status: 401 })
  expect(sent).toHaveLength(4)
  expect(rejected).toEqual([false, false, true])
})
