import { expect, test } from 'vitest'
import { uniquePhone } from '../account.ts'
import { getUpdates } from '../messages.ts'
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

test('a page of another server instead of the reply is no final error', async () => {
  const call = createClient({ fetch: async () => new Response('<!doctype html>') })
  await expect(call(getUpdates, { query: {} })).rejects.toMatchObject({ status: 200 })
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
    onUnauthorized: (...of) => refused.push(of),
  })
  await expect(call(getUpdates, { query: {} })).rejects.toMatchObject({ status: 401 })
  expect(refused).toEqual([['internal', "Noura's token"]])
})
