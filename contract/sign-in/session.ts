import * as v from 'valibot'
import { NAME_LIMIT } from '../account.ts'
import { endpoint } from '../calls/endpoint.ts'

export const signOut = endpoint({
  method: 'POST',
  path: '/identity/v1/signOut',
  signedIn: true,
  reply: v.object({ success: v.literal(true) }),
})

export const setDisplayName = endpoint({
  method: 'POST',
  path: '/identity/v1/displayName',
  signedIn: true,
  body: v.object({ displayName: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(NAME_LIMIT)) }),
  reply: v.object({ success: v.literal(true) }),
})
