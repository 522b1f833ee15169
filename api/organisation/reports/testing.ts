import { sql } from 'kysely'
import { becomeFirstOwner } from '../../../contract/organisation/team.ts'
import type { TeamRole } from '../../../contract/team-roles.ts'
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts'
import { changeName } from '../../account/users.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { insertMentor } from '../../mentors/mentors.ts'
import { replaceRoles } from '../../team/roles.ts'
import type { Start, TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'

/** Monday, 23 November 2026, noon in Amman. */
export const NOON = Date.parse('2026-11-23T09:00Z')
export const REEM = '+971501111111'
export const COURSE = 'first-aid-en'
export const LESSON = 'first-aid-en-cuts'

export type Cast = { server: TestServer; db: Db; reem: Person; now: number }

/** A server with a course in the time zone of Amman, and Reem as its owner. Its clock stands at noon of a Monday. */
export async function startWithReem(start: Start, { isForAll = false } = {}): Promise<Cast> {
  const server = await start({ isForAll, env: { LIMIT_FACTOR: '100' } })
  server.clock.stop()
  server.clock.advance(NOON - server.clock.now())
  const { db } = server.services
  await server.importCourse(`courses/${COURSE}`)
  await server.services.catalogue.refresh()
  const value = JSON.stringify({ timeZone: 'Asia/Amman' })
  await db.insertInto('settings').values({ name: 'reports', value }).execute()
  const reem = await server.signIn(REEM)
  await reem.call(becomeFirstOwner, { body: {} })
  return { server, db, reem, now: NOON }
}

/** A person of the team with these roles. */
export async function member({ server, db }: Cast, phone: string, roles: readonly TeamRole[]): Promise<Person> {
  const person = await server.signIn(phone)
  await db.transaction().execute(trx => replaceRoles(trx, person.uid, roles))
  return person
}

/** A report is stored for a minute. After it, the next report is a new one. */
export function passAMinute({ server }: Cast): void {
  server.clock.advance(MINUTE)
}

export async function addLearners({ db }: Cast, uids: readonly string[], row: Partial<Tables['users']> = {}) {
  const values = uids.map(uid => ({
    ...{ uid, phone_number: null, email: null, display_name: `Name of ${uid}`, is_beta: 0, responder_id: null },
    ...{ created_at: NOON - 100 * DAY, phone_since: null, email_since: null, email_proved_at: null },
    ...{ blocked_at: null, signed_out_at: null, erase_at: null },
    ...row,
  }))
  await db.insertInto('users').values(values).execute()
}

/** Gives people of these uids one name, and phone numbers of their own. */
export async function nameAlike({ db }: Cast, name: string, phones: Record<string, string>): Promise<void> {
  for (const [uid, phone_number] of Object.entries(phones)) {
    await changeName(db, uid, name)
    await db.updateTable('users').set({ phone_number }).where('uid', '=', uid).execute()
  }
}

type PageLogRow = { uid: string; page: string; at: number; lesson?: string } & Partial<Tables['page_answers']>

export async function insertPageLogs({ db }: Cast, given: readonly PageLogRow[]): Promise<void> {
  const rows = given.map(({ uid, page, at, lesson = LESSON, ...row }) => ({
    ...{ uid, lesson_id: lesson, page_id: page, answer: null, answered_at: at, logged_at: at, page_type: null },
    ...{ is_own_words: 0, reviewed_at: null, first_answer: null, tries: null, first_at: at, course_version: 1 },
    ...row,
  }))
  for (let begin = 0; begin < rows.length; begin += 500)
    await db
      .insertInto('page_answers')
      .values(rows.slice(begin, begin + 500))
      .execute()
  await sql`update users set
    began_at = (select min(first_at) from page_answers where page_answers.uid = users.uid),
    active_at = (select max(logged_at) from page_answers where page_answers.uid = users.uid)`.execute(db)
}

export function named(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)
}

export function addMentor({ db }: Cast, name: string, phoneNumber: string) {
  return insertMentor(db, { name, phoneNumber }, NOON)
}

/** The first pages of the lesson in their order. */
export const PAGES = [
  'start',
  'pressure',
  'first-step',
  'kit',
  'kinds',
  'words',
  'confidence',
  'kit-this-year',
  'last-time',
]

/** Each person logs the first pages of the lesson, a minute apart. */
export async function walk(cast: Cast, people: readonly string[], pages: number, at: number): Promise<void> {
  await insertPageLogs(
    cast,
    people.flatMap(uid => PAGES.slice(0, pages).map((page, index) => ({ uid, page, at: at + index * 60_000 }))),
  )
  if (pages < PAGES.length) return
  const rows = people.map(uid => ({ uid, lesson_id: LESSON, completed_at: at + HOUR }))
  await cast.db.insertInto('completed_lessons').values(rows).execute()
}
