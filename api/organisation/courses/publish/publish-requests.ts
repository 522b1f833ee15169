import type { Transaction } from 'kysely'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { PublishRequest } from '../../../../contract/organisation/course-versions.ts'
import type { ActResult } from '../../../audit-log/audit-log.ts'
import { authorsOf, ensureAuthorId, NOBODY } from '../../../courses/drafts/authors.ts'
import { newestVersion, writtenCourse } from '../../../courses/drafts/draft-store.ts'
import { revisionOf } from '../../../courses/drafts/edit-log.ts'
import { editsSince } from '../../../courses/drafts/edits-since.ts'
import type { Db, Tables } from '../../../database/tables.ts'
import { chosenSettings } from '../../../settings/organisation-settings.ts'
import { type PreparedPublication, publish, throwIfChanged, type WhoAndWhy } from './publish-course.ts'

type Trx = Transaction<Tables>
type Asking = WhoAndWhy & { to: 'beta' | 'everybody' }
export type PublishReply = { version: number | null; isAsked?: true }

export async function needsSecondPerson(db: Db): Promise<boolean> {
  return (await chosenSettings(db)).values.secondPublisher === true
}

/**
 * Publishes, or makes a request where an owner wants a second person. The second person, or the operator, publishes by
 * the same call. A second person who has written since the request makes a request, too, because nobody else has seen
 * those edits. Needs the locks of the draft and of the catalogue.
 */
export async function publishOrAsk(
  trx: Trx,
  prepared: PreparedPublication,
  asking: Asking,
  now: number,
): Promise<ActResult<PublishReply>> {
  const { courseId } = prepared.written
  const request = await openRequest(trx, courseId)
  const isOfAnother = request !== undefined && request.author_uid !== asking.uid
  if (asking.uid !== null && (await needsSecondPerson(trx))) {
    const isSecond = isOfAnother && !(await hasWrittenSince(trx, request, asking.uid))
    if (!isSecond) return ask(trx, prepared, { ...asking, reason: asking.reason || request?.reason || undefined }, now)
  }
  const reason = asking.reason || (isOfAnother && request.reason) || undefined
  const done = await publish(trx, prepared, { ...asking, reason }, now)
  if (isOfAnother) await answer(trx, courseId, { outcome: 'published', uid: asking.uid, why: null }, now)
  else await deleteRequest(trx, courseId)
  return done
}

async function ask(
  trx: Trx,
  { written: { courseId }, revision, version }: PreparedPublication,
  { uid, to, reason }: Asking,
  now: number,
): Promise<ActResult<PublishReply>> {
  await throwIfChanged(trx, courseId, { revision, version })
  const asked = {
    author_id: await ensureAuthorId(trx, uid),
    audience: to,
    reason: reason || null,
    revision,
    base_version: version,
    asked_at: now,
    outcome: null,
    answered_at: null,
    answered_by: null,
    why: null,
  }
  await trx
    .insertInto('publish_requests')
    .values({ course_id: courseId, ...asked })
    .onConflict(conflict => conflict.column('course_id').doUpdateSet(asked))
    .execute()
  const line = { action: 'course-publish-asked', details: { course: courseId } } as const
  return { result: { version: null, isAsked: true }, lines: [line] }
}

/** Needs the lock of the draft. */
export async function sendBack(
  trx: Trx,
  courseId: string,
  { uid, why }: { uid: string | null; why: string },
  now: number,
): Promise<ActResult> {
  const request = await openRequest(trx, courseId)
  if (!request) throw new ApiError('not-found')
  if (request.author_uid === uid) throw new ApiError('forbidden')
  await answer(trx, courseId, { outcome: 'returned', uid, why }, now)
  return { result: null, lines: [{ action: 'course-publish-returned', details: { course: courseId } }] }
}

/** Ends a request. The person who asked takes it back, or has read its answer. Needs the lock of the draft. */
export async function closeRequest(trx: Trx, courseId: string, uid: string): Promise<ActResult> {
  const request = await anyRequest(trx, courseId)
  if (!request) throw new ApiError('not-found')
  if (request.author_uid !== uid) throw new ApiError('forbidden')
  await deleteRequest(trx, courseId)
  const isTakenBack = request.outcome === null
  return {
    result: null,
    lines: isTakenBack ? [{ action: 'course-publish-closed', details: { course: courseId } }] : [],
  }
}

export async function deleteRequest(trx: Trx, courseId: string): Promise<void> {
  await trx.deleteFrom('publish_requests').where('course_id', '=', courseId).execute()
}

type Answer = { outcome: 'published' | 'returned'; uid: string | null; why: string | null }

async function answer(trx: Trx, courseId: string, { outcome, uid, why }: Answer, now: number): Promise<void> {
  await trx
    .updateTable('publish_requests')
    .set({ outcome, answered_at: now, answered_by: await ensureAuthorId(trx, uid), why })
    .where('course_id', '=', courseId)
    .execute()
}

/** Requests with the uid of their author. A person has several author ids after a merge of accounts. */
export function requests(db: Db) {
  return db
    .selectFrom('publish_requests')
    .leftJoin('course_authors', 'course_authors.author_id', 'publish_requests.author_id')
    .selectAll('publish_requests')
    .select('course_authors.author_uid')
}

async function anyRequest(db: Db, courseId: string) {
  return requests(db).where('course_id', '=', courseId).executeTakeFirst()
}

/** The requests that wait for a second person, the oldest first. */
export async function openRequests(db: Db) {
  return requests(db).where('outcome', 'is', null).orderBy('asked_at').execute()
}

async function openRequest(db: Db, courseId: string) {
  const request = await anyRequest(db, courseId)
  return request?.outcome === null ? request : undefined
}

/** The request as this person may see it. Only the person who asked sees the answer. */
export async function requestFor(db: Db, courseId: string, uid: string): Promise<PublishRequest | null> {
  const request = await anyRequest(db, courseId)
  const isMine = request?.author_uid === uid
  if (!request || (request.outcome !== null && !isMine)) return null
  const { author_id, audience, reason, asked_at, outcome, answered_by, answered_at, why } = request
  const authors = await authorsOf(db)
  const of = (id: string | null) => authors.get(id ?? '') ?? NOBODY
  return {
    by: of(author_id),
    isMine,
    to: audience,
    reason,
    askedAt: asked_at,
    ...(await changedSince(db, request)),
    hasOwnEdits: !isMine && (await hasWrittenSince(db, request, uid)),
    answer: outcome === null ? null : { outcome, by: of(answered_by), at: answered_at ?? asked_at, why },
  }
}

async function changedSince(
  db: Db,
  { course_id, revision: since, base_version }: Tables['publish_requests'],
): Promise<Pick<PublishRequest, 'isChanged' | 'writers'>> {
  const { draft } = await writtenCourse(db, course_id)
  const revision = await revisionOf(db, course_id, draft)
  const version = (await newestVersion(db, course_id))?.number ?? null
  const { edits } = await editsSince(db, course_id, { since, revision })
  const writers = new Set(edits.flatMap(({ by }) => by.name ?? []))
  return { isChanged: revision !== since || version !== base_version, writers: [...writers] }
}

async function hasWrittenSince(
  db: Db,
  { course_id, revision }: Tables['publish_requests'],
  uid: string,
): Promise<boolean> {
  const edit = await db
    .selectFrom('draft_edits')
    .innerJoin('course_authors', 'course_authors.author_id', 'draft_edits.author_id')
    .select('id')
    .where('course_id', '=', course_id)
    .where('revision', '>', revision)
    .where('author_uid', '=', uid)
    .limit(1)
    .executeTakeFirst()
  return edit !== undefined
}
