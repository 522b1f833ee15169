import { createHmac, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { ShownDraft } from '../../../../contract/organisation/on-phone/phone-links.ts'
import { HOUR } from '../../../../contract/time.ts'
import type { ActResult } from '../../../audit-log/audit-log.ts'
import { draftOf } from '../../../courses/drafts/draft-reply.ts'
import { writtenCourse } from '../../../courses/drafts/draft-store.ts'
import { revisionOf } from '../../../courses/drafts/edit-log.ts'
import type { Db, Tables } from '../../../database/tables.ts'
import { tokenHash } from '../../../secrets/token-hash.ts'

type Trx = Transaction<Tables>
/** `id` and the key make the token, of which only the hash is stored. */
export type PhoneLink = { id: string; expiresAt: number }

const NOBODY = ''

export function phoneLinkToken({ id }: PhoneLink, key: Buffer): string {
  return createHmac('sha256', key).update(`draft on a phone ${id}`).digest('base64url')
}

export async function makeLink(trx: Trx, courseId: string, key: Buffer, now: number): Promise<ActResult<PhoneLink>> {
  // Throws `not-found` if there is no such course.
  await writtenCourse(trx, courseId)
  const link = { id: randomBytes(16).toString('base64url'), expiresAt: now + HOUR }
  const row = { hash: tokenHash(phoneLinkToken(link, key)), course_id: courseId, expires_at: link.expiresAt }
  await trx.insertInto('phone_links').values(row).execute()
  return { result: link, lines: [{ action: 'draft-shown', details: { course: courseId } }] }
}

export async function endLinks(trx: Trx, courseId: string): Promise<ActResult> {
  const ended = await trx.deleteFrom('phone_links').where('course_id', '=', courseId).returning('hash').execute()
  if (ended.length === 0) return { result: null, lines: [] }
  return { result: null, lines: [{ action: 'draft-hidden', details: { course: courseId } }] }
}

/** The course that a token shows. Throws `not-found` for a guess, and for a link that has ended. */
export async function courseOfLink(
  db: Db,
  token: string,
  now: number,
): Promise<{ courseId: string; hash: string; expiresAt: number }> {
  const row = await db.selectFrom('phone_links').selectAll().where('hash', '=', tokenHash(token)).executeTakeFirst()
  if (!row || row.expires_at <= now) throw new ApiError('not-found')
  return { courseId: row.course_id, hash: row.hash, expiresAt: row.expires_at }
}

/** The draft without its authors. Null if it is still at the revision `since`. */
export async function shownDraft(
  deps: Parameters<typeof draftOf>[0],
  courseId: string,
  since: number | null,
  now: number,
): Promise<ShownDraft | null> {
  const { db } = deps
  const draft = await db.selectFrom('course_drafts').selectAll().where('course_id', '=', courseId).executeTakeFirst()
  if (since !== null && (await revisionOf(db, courseId, draft)) === since) return null
  const { revision, course, lessons, files } = await draftOf(deps, courseId, NOBODY, now)
  return { courseId, revision, course, lessons, files }
}
