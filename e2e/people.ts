import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { setRolesCommand } from '../api/commands/team/set-roles.ts'
import { openSecrets } from '../api/secrets/secrets.ts'
import { newCode } from '../api/sign-in/phone/code.ts'
import { saveCode } from '../api/sign-in/phone/codes.ts'
import { type Session, saveUser } from '../contract/account.ts'
import { type Call, createClient } from '../contract/calls/client.ts'
import { becomeFirstOwner } from '../contract/organisation/team.ts'
import type { LessonData } from '../contract/progress.ts'
import { createByEmail } from '../contract/sign-in/email.ts'
import { confirmCode } from '../contract/sign-in/phone.ts'
import type { TeamRole } from '../contract/team-roles.ts'
import { command, withDatabase } from './command.ts'
import type { Server } from './server.ts'

export type Person = { session: Session; call: Call }
export type PersonByPhone = Person & { phone: string }
/** The mentor whose link the person followed, if any. */
type Visit = { responderId?: number }

/** The password of all people who register here. */
export const PASSWORD = 'steps 2026'

let people = 0

/** A phone number that nobody else in this run has. */
export function newPhone(): string {
  people += 1
  const unique = (process.pid % 1000) * 1000 + people
  return `+97150${String(unique).padStart(7, '0')}`
}

/** An e-mail address that nobody else in this run has. */
export function newEmail(): string {
  people += 1
  return `noura.${process.pid}.${people}@example.org`
}

/**
 * A signed-in person, with this mentor if one is given. They sign in by phone, because a password takes longer to hash.
 */
export function personOf(server: Server, visit: Visit = {}): Promise<Person> {
  return personByPhone(server, newPhone(), visit)
}

/**
 * A person who has signed in by phone before. Their code is stored without an SMS, because to solve its challenge takes
 * a fifth of a second of the processor.
 */
export async function personByPhone(server: Server, phone = newPhone(), visit: Visit = {}): Promise<PersonByPhone> {
  const body = newCode()
  await withDatabase(server, (db, config) =>
    saveCode(db, phone, body, { key: openSecrets(config).codes, now: Date.now() }),
  )
  const { data: session } = await createClient({ base: server.origin })(confirmCode, { body })
  return { phone, ...(await opened(server, session, visit)) }
}

/** The first owner of the organisation, who has all rights there. */
export async function firstOwner(server: Server): Promise<PersonByPhone> {
  const owner = await personByPhone(server)
  await owner.call(becomeFirstOwner, { body: {} })
  return owner
}

export async function newAuthor(server: Server): Promise<PersonByPhone> {
  const author = await personByPhone(server)
  await giveRole(server, author, 'author')
  return author
}

export function giveRole(server: Server, { phone }: PersonByPhone, role: TeamRole): Promise<void> {
  return command(server, setRolesCommand, '--phone', phone, role)
}

/** A person who has registered by e-mail before. */
export async function personByEmail(server: Server, credential: { email: string; password: string }): Promise<Person> {
  const { data: session } = await createClient({ base: server.origin })(createByEmail, { body: credential })
  return opened(server, session)
}

/** Makes the first visit after signing in. */
async function opened(server: Server, session: Session, visit: Visit = {}) {
  const call = createClient({ base: server.origin, token: async () => session.idToken })
  await call(saveUser, { params: { uid: session.uid }, body: visit })
  return { session, call }
}

/** A person who has registered with an e-mail address of their own. */
export async function registered(server: Server) {
  const credential = { email: newEmail(), password: PASSWORD }
  return { ...credential, person: await personByEmail(server, credential) }
}

/** The newest code in the demo's outbox. */
export function codeSentTo(server: Server, phone: string): string {
  return smsTo(server, phone).at(-1).code
}

export function codesSentTo(server: Server, phone: string): number {
  return smsTo(server, phone).length
}

/** The texts to a phone in the demo's outbox. */
export function smsTo(server: Server, phone: string) {
  const file = join(server.dataDir, 'outbox.jsonl')
  // The server writes the file with its first text.
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.map(line => JSON.parse(line)).filter(({ to }) => to === phone)
}

/** Puts a person's session into a tab before its next page opens, as an earlier sign-in left it. */
export async function bringIn(page: Page, person: Person, language: 'ar' | 'en' = 'en'): Promise<void> {
  await page.addInitScript(
    ([session, chosen]) => {
      // Only once a tab, so that a person who signs out there stays signed out.
      if (sessionStorage.getItem('brought-in') === session.uid) return
      sessionStorage.setItem('brought-in', session.uid)
      localStorage.setItem('sbs.session', JSON.stringify(session))
      localStorage.setItem('sbs.language', chosen)
    },
    [person.session, language] as const,
  )
}

/** Sets the clock of a phone ahead. Returns the person with the session of such a phone, for `bringIn`. */
export async function onPhoneAhead(page: Page, { session, call }: Person, ms: number): Promise<Person> {
  await page.clock.setSystemTime(Date.now() + ms)
  const { expiresAt } = session
  return { call, session: Object.assign({}, session, { expiresAt: expiresAt + ms, serverAhead: -ms }) }
}

/** The server's data about a lesson. */
export async function progressOf({ call, session }: Person, lessonId: string): Promise<LessonData | undefined> {
  const { data } = await call(saveUser, { params: { uid: session.uid }, body: {} })
  return data.userLessonData[lessonId]
}
