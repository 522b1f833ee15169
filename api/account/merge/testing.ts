import { mergeUser, saveUser } from '../../../contract/account.ts'
import { logPage } from '../../../contract/lessons.ts'
import type { Start, TestServer } from '../../testing.ts'
import { type Person, register } from '../../testing-people.ts'

export const PHONE = '+971501234567'
export const EMAIL = 'noura@example.org'
export const PASSWORD = 'step by step 1'
export const LESSON = 'first-aid-en-cuts'
const SETTINGS = { env: { LIMIT_FACTOR: '100' } }

/** Noura learned by e-mail last year, and by phone since last week. */
export async function nouraTwice(start: Start, options: { env: Record<string, string> } = SETTINGS) {
  const server = await start(options)
  await server.importCourse('courses/first-aid-en')
  await server.services.catalogue.refresh()
  return { server, byPhone: await server.signIn(PHONE), byEmail: await register(server.origin, EMAIL, PASSWORD) }
}

type Wrong = { uid?: string; phoneUid?: string; phoneNumber?: string | undefined; proof?: string | undefined }

export type Anybody = Pick<Person, 'uid' | 'call'>

export function merge(by: Anybody, phone: Person, wrong: Wrong = {}) {
  const { uid = by.uid, phoneUid = phone.uid } = wrong
  const phoneNumber = 'phoneNumber' in wrong ? wrong.phoneNumber : phone.phone
  const proof = 'proof' in wrong ? wrong.proof : phone.idToken
  const body = { phoneUid: phoneUid === 'own' ? by.uid : phoneUid, phoneNumber: phoneNumber as string }
  return by.call(
    mergeUser,
    { params: { uid }, body },
    proof === undefined ? {} : { headers: { 'X-Merge-Proof': proof } },
  )
}

export async function save({ call, uid }: Anybody, body: Record<string, unknown>) {
  return (await call(saveUser, { params: { uid }, body })).data
}

export function load(person: Anybody) {
  return save(person, {})
}

export function log(who: Anybody, entry: object, lessonId = LESSON, idempotencyKey?: string) {
  const call = { params: { lessonId }, body: { userId: who.uid, ...entry } as never }
  return who.call(logPage, call, idempotencyKey ? { idempotencyKey } : {})
}

export function set(server: TestServer, { uid }: Anybody, change: object) {
  return server.services.db.updateTable('users').set(change).where('uid', '=', uid).execute()
}

export function recordOf(server: TestServer, { uid }: Anybody) {
  return server.services.db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
}

const KEPT = ['page_answers', 'completed_lessons', 'step_times', 'users', 'sessions', 'idempotency_keys'] as const

export async function rowsOf({ services: { db } }: TestServer, uid: string) {
  const counts = await Promise.all(
    KEPT.map(async table => [table, (await db.selectFrom(table).selectAll().where('uid', '=', uid).execute()).length]),
  )
  return Object.fromEntries(counts)
}

export async function everything({ services: { db } }: TestServer) {
  return Promise.all(
    ([...KEPT, 'closed_accounts'] as const).map(table => db.selectFrom(table).selectAll().orderBy('uid').execute()),
  )
}
