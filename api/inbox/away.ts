import { ApiError } from '../../contract/calls/api-error.ts'
import type { Reply } from '../../contract/calls/endpoint.ts'
import type { getAway } from '../../contract/inbox/away.ts'
import type { Db } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { inboxLock } from '../messages/conversation/conversation.ts'
import type { Mentor } from '../messages/conversation/participant.ts'
import { inboxKey } from '../messages/hub/hub.ts'

export async function awayOf(db: Db, { id }: Mentor): Promise<Reply<typeof getAway>['data']> {
  const active = await db.selectFrom('responders').selectAll().where('is_active', '=', 1).orderBy('name').execute()
  const own = active.find(one => one.id === id)
  return {
    isAway: own?.away_since != null,
    coverId: own?.cover_id ?? null,
    colleagues: active
      .filter(one => one.id !== id)
      .map(one => ({ id: one.id, name: one.name, isAway: one.away_since !== null })),
    covering: active.filter(one => one.cover_id === id && one.away_since !== null).map(one => one.name),
  }
}

type Away = { isAway: boolean; coverId: number | null }

/** From now on the cover gets the messages, too, or no longer. Returns the keys to notify. */
export async function setAway(db: Db, { id }: Mentor, { isAway, coverId }: Away, now: number): Promise<string[]> {
  const locks = ['responders', inboxLock(id), ...(coverId === null ? [] : [inboxLock(coverId)])]
  const covers = await transactionWithLock(db, locks, async trx => {
    const mentors = await trx.selectFrom('responders').selectAll().where('is_active', '=', 1).execute()
    const before = mentors.find(one => one.id === id)
    const isThere = coverId === null || mentors.some(one => one.id === coverId && one.id !== id)
    if (!isThere) throw new ApiError('bad-request', { message: 'coverId: is none of your colleagues' })
    const awaySince = isAway ? (before?.away_since ?? now) : null
    await trx.updateTable('responders').set({ away_since: awaySince, cover_id: coverId }).where('id', '=', id).execute()
    // An inbox must not be behind the inboxes that are read with it: its next message has to be later than all of
    // theirs.
    const cover = isAway ? mentors.find(one => one.id === coverId) : undefined
    const lastAt = Math.max(before?.last_message_at ?? 0, cover?.last_message_at ?? 0)
    if (cover) await trx.updateTable('responders').set({ last_message_at: lastAt }).where('id', '=', cover.id).execute()
    return [before?.cover_id, coverId]
  })
  const learners = await db.selectFrom('users').select('uid').where('responder_id', '=', id).execute()
  const inboxes = [id, ...covers.flatMap(one => one ?? [])]
  return [...inboxes.map(inboxKey), ...learners.map(({ uid }) => uid)]
}
