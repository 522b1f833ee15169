import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { Language } from '../languages.ts'
import { Credential } from './email.ts'

export const sendResetLink = endpoint({
  method: 'POST',
  path: '/identity/v1/sendResetLink',
  signedIn: false,
  headers: ['Idempotency-Key'],
  body: v.object({
    email: Credential.email,
    language: v.optional(Language),
    /** Where the person goes afterwards: only the login page of this installation. */
    continueUrl: v.optional(v.string()),
  }),
  reply: v.object({
    success: v.literal(true),
    /** In demo mode only, where no mail is sent. */
    data: v.object({ demoLink: v.optional(v.string()) }),
  }),
})

const ResetToken = v.pipe(v.string(), v.maxLength(200))

/** Reads a reset link without using it. */
export const readResetLink = endpoint({
  method: 'POST',
  path: '/identity/v1/readResetLink',
  signedIn: false,
  body: v.object({ token: ResetToken }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      email: v.string(),
      /** The last digits of a phone that also opens the account, if its owner has to say whether it is theirs. */
      phoneToConfirm: v.nullable(v.string()),
    }),
  }),
})

/** Sets a new password by a reset link, and signs the account out everywhere. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/identity/v1/resetPassword',
  signedIn: false,
  headers: ['Idempotency-Key'],
  body: v.object({
    token: ResetToken,
    password: Credential.password,
    /** The answer to `phoneToConfirm`; without it the phone no longer opens the account. */
    keepsPhone: v.optional(v.boolean()),
  }),
  reply: v.object({ success: v.literal(true) }),
})
