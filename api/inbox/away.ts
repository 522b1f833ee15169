import type { Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { Reply } from '../../contract/calls/endpoint.ts'
import type { getAway } from '../../contract/inbox/away.ts'
import { byName } from '../../contract/text/by-name.ts'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { MENTORS_LOCK } from '../mentors/mentors.ts'
import { inboxLock } from '../messages/conversation/conversation.ts'
import type { Mentor } from '../messages/conversation/participant.ts'
import { inboxKey } from '../messages/hub/hub.ts'
import { digitsIn, digitsOfMentors } from '../team/namesakes.ts'

export async function awayOf(db: Db, { id }: Mentor): Promise<Reply<typeof getAway>['data']> {
  const rows = await db.selectFrom('responders').selectAll().where('is_active', '=', 1).orderBy('id').execute()
  const active = rows.toSorted(byName)
  const own = active.find(one => one.id === id)
  const digits = await digitsOfMentors(db)
  return {
    isAway: own?.away_since != null,
    coverId: own?.cover_id ?? null,
    until: own?.away_until ?? null,
    colleagues: active
      .filter(one => one.id !== id)
      .map(one => ({ id: one.id, name: one.name, ...digitsIn(digits, one.id), isAway: one.away_since !== null })),
    covering: active.filter(one => one.cover_id === id && one.away_since !== null).map(one => one.name),
  }
}

type Away = { isAway: boolean; coverId: number | null; until?: number | null | undefined }

/** Sets whether a mentor is away. While they are, the cover gets their messages, too. Returns the keys to notify. */
export async function setAway(db: Db, { id }: Mentor, away: Away, now: number): Promise<string[]> {
  const covers = await transactionWithLock(db, awayLocks(id, away.coverId), trx => saveAway(trx, id, away, now))
  return keysToNotifyOfAbsence(db, id, covers)
}

export function awayLocks(id: number, coverId: number | null): string[] {
  return [MENTORS_LOCK, inboxLock(id), ...(coverId === null ? [] : [inboxLock(coverId)])]
}

/** Needs `awayLocks`. Returns the mentors who covered before or cover now. */
export async function saveAway(
  trx: Transaction<Tables>,
  id: number,
  { isAway, coverId, until = null }: Away,
  now: number,
): Promise<number[]> {
  const mentors = await trx.selectFrom('responders').selectAll().where('is_active', '=', 1).execute()
  const before = mentors.find(one => one.id === id)
  const isPossible = coverId === null || mentors.some(one => one.id === coverId && one.id !== id)
  if (!isPossible) throw noColleague()
  const awaySince = isAway ? (before?.away_since ?? now) : null
  const awayUntil = isAway ? until : null
  await trx
    .updateTable('responders')
    .set({ away_since: awaySince, away_until: awayUntil, cover_id: coverId })
    .where('id', '=', id)
    .execute()
  // The cover reads both inboxes as one list, so the next message must be later than all messages of both.
  const cover = isAway ? mentors.find(one => one.id === coverId) : undefined
  const lastAt = Math.max(before?.last_message_at ?? 0, cover?.last_message_at ?? 0)
  if (cover) await trx.updateTable('responders').set({ last_message_at: lastAt }).where('id', '=', cover.id).execute()
  return [before?.cover_id, coverId].flatMap(one => one ?? [])
}

export function noColleague(): ApiError {
  return new ApiError('bad-request', { message: 'coverId: is none of your colleagues' })
}

/** The keys of all screens that say who answers: those of the mentor, of the covers and of the mentor's learners. */
export async function keysToNotifyOfAbsence(db: Db, id: number, covers: readonly number[]): Promise<string[]> {
  const learners = await db.selectFrom('users').select('uid').where('responder_id', '=', id).execute()
  return [...[id, ...covers].map(inboxKey), ...learners.map(({ uid }) => uid)]
}

/** Ends the absences whose last day is over. Returns the keys to notify. */
export async function endAbsences(db: Db, now: number): Promise<string[]> {
  const over = await db.selectFrom('responders').select('id').where('away_until', '<=', now).execute()
  const keys: string[] = []
  for (const { id } of over) {
    const covers = await transactionWithLock(db, awayLocks(id, null), async trx => {
      const own = await trx.selectFrom('responders').selectAll().where('id', '=', id).executeTakeFirst()
      if (!own?.away_until || own.away_until > now) return undefined
      return saveAway(trx, id, { isAway: false, coverId: own.cover_id }, now)
    })
    if (covers) keys.push(...(await keysToNotifyOfAbsence(db, id, covers)))
  }
  return keys
}
