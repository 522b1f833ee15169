import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { type Call, createClient } from '../contract/client.ts'
import { confirmCode, getChallenge, sendCode } from '../contract/embedded-identity.ts'
import { type Session, saveUser } from '../contract/identity.ts'

/** A person at a browser of their own, signed in. */
export type Person = Session & { phone: string; call: Call }

type Outbox = () => { to: string; code?: string }[]

/** Signs in as a browser does: puzzle, code, confirmation, first load of the user. */
export async function signIn(origin: string, phone: string, outbox: Outbox): Promise<Person> {
  const signedOut = createClient({ base: origin })
  const proof = await solvedProof(signedOut)
  const { data: sent } = await signedOut(sendCode, { body: { phone, proof } })
  const code = codeFor(phone, outbox)
  const { data: session } = await signedOut(confirmCode, { body: { verificationId: sent.verificationId, code } })
  const call = createClient({ base: origin, token: async () => session.idToken })
  await call(saveUser, { params: { uid: session.uid }, body: { uid: session.uid } })
  return { ...session, phone, call }
}

/** A fresh proof that a bot would have to work for. */
export async function solvedProof(call: Call): Promise<string> {
  const challenge = (await call(getChallenge, {})) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}

/** The newest code that went to a phone. */
export function codeFor(phone: string, outbox: Outbox): string {
  const sms = outbox().findLast(({ to }) => to === phone)
  if (!sms?.code) throw new Error(`No code was sent to ${phone}`)
  return sms.code
}
