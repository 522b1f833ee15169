import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { expect } from 'vitest'
import { type Session, saveUser } from '../contract/account.ts'
import { type Call, createClient } from '../contract/calls/client.ts'
import { createByEmail, type EmailSession, signInByEmail as signInByEmailEndpoint } from '../contract/sign-in/email.ts'
import { confirmCode, getChallenge, getGuessChallenge, sendCode } from '../contract/sign-in/phone.ts'
import { setDisplayName } from '../contract/sign-in/session.ts'

/** A signed-in person in a browser of their own. */
export type Person = Session & { phone: string; call: Call }

/** A person who has signed in with an e-mail address. */
export type EmailPerson = EmailSession & { email: string; call: Call }

/** `rid` in the URL that the person opened. */
export type Visit = { responderId?: number }

type Outbox = () => { to: string; code?: string }[]

let phones = 0

/** A phone number that nobody else has. Codes are limited for numbers that differ in the last four digits only. */
export function newPhone(): string {
  phones++
  // The files of a run share this module, so a thousand numbers are not enough.
  const network = [50, 52, 54, 55, 56, 58][Math.floor(phones / 1000) % 6]
  return `+971${network}${String(phones % 1000).padStart(3, '0')}4567`
}

let emails = 0

/** An e-mail address that nobody else has. */
export function newEmail(): string {
  emails++
  return `noura-${emails}@example.org`
}

/** Signs in as a browser does: challenge, code, confirmation, first load of the user. */
export async function signIn(origin: string, phone: string, outbox: Outbox, visit: Visit = {}): Promise<Person> {
  const signedOut = createClient({ base: origin })
  const proof = await solvedChallenge(signedOut)
  const { data: sent } = await signedOut(sendCode, { body: { phone, proof } })
  return enter(origin, phone, { ...sent, code: codeFor(phone, outbox) }, visit)
}

/** Signs in with a code that was sent before: confirmation, first load of the user. */
export async function enter(
  origin: string,
  phone: string,
  { verificationId, code }: { verificationId: string; code: string },
  visit: Visit = {},
): Promise<Person> {
  const { data: session } = await createClient({ base: origin })(confirmCode, { body: { verificationId, code } })
  return { ...session, phone, call: await loaded(origin, session, visit) }
}

/** Makes an account with an e-mail address. */
export async function register(
  origin: string,
  email: string,
  password: string,
  visit: Visit = {},
): Promise<EmailPerson> {
  const { data: session } = await createClient({ base: origin })(createByEmail, { body: { email, password } })
  return { ...session, email, call: await loaded(origin, session, visit) }
}

export async function signInByEmail(origin: string, email: string, password: string): Promise<EmailPerson> {
  const { data: session } = await createClient({ base: origin })(signInByEmailEndpoint, { body: { email, password } })
  return { ...session, email, call: await loaded(origin, session) }
}

/** Whether a server accepts a token. */
export async function isKnown({ call }: { call: Call }, { idToken }: { idToken: string }): Promise<boolean> {
  const headers = { authorization: `Bearer ${idToken}` }
  const attempt = call(setDisplayName, { body: { displayName: 'Noura' } }, { headers })
  return attempt.then(
    () => true,
    error => {
      expect(error).toMatchObject({ status: 401, code: 'auth/unauthorized' })
      return false
    },
  )
}

/** A fresh solution of the challenge that stops bots. */
export async function solvedChallenge(call: Call): Promise<string> {
  return solutionOf(await call(getChallenge, {}))
}

/** The solution of a harder challenge, for one guess at one code. */
export async function solvedGuessChallenge(call: Call, verificationId: string): Promise<string> {
  return solutionOf(await call(getGuessChallenge, { query: { verificationId } }))
}

async function solutionOf(answer: Record<string, unknown>): Promise<string> {
  const challenge = answer as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}

/** The newest code that went to a phone. */
export function codeFor(phone: string, outbox: Outbox): string {
  const sms = outbox().findLast(({ to }) => to === phone)
  if (!sms?.code) throw new Error(`No code was sent to ${phone}`)
  return sms.code
}

/** The same person in a browser that calls another server process. */
export function personAt({ origin }: { origin: string }, person: Person): Person {
  return { ...person, call: createClient({ base: origin, token: async () => person.idToken }) }
}

/** The first request of a browser with a new session. */
async function loaded(origin: string, { uid, idToken }: Session, visit: Visit = {}): Promise<Call> {
  const call = createClient({ base: origin, token: async () => idToken })
  await call(saveUser, { params: { uid }, body: { uid, ...visit } })
  return call
}
