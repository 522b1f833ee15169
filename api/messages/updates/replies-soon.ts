import { DAY, MINUTE } from '../../../contract/time.ts'
import { IS_PRESENT } from '../../account/user-status.ts'
import type { Db } from '../../database/tables.ts'

/** Whether to tell a learner that this mentor replies within a day. `waitingSince` is epoch ms, or null. */
export type RepliesSoon = (mentorId: number, waitingSince: number | null) => Promise<boolean>

const WINDOW_MS = 30 * DAY
const MAX_MESSAGES = 500
const KNOWN_FOR_MS = 10 * MINUTE
/** Fewer replies say nothing about a mentor. */
const REPLIES_NEEDED = 3
const SHARE_NEEDED = 0.8

/** The result is computed from the last month. Every poll needs it, so it is cached for a while. */
export function repliesSoon(db: Db, now: () => number): RepliesSoon {
  const known = new Map<number, { until: number; isSoon: Promise<boolean> }>()
  return async (mentorId, waitingSince) => {
    const at = now()
    if (waitingSince !== null && at - waitingSince > DAY) return false
    const before = known.get(mentorId)
    if (before && before.until > at) return before.isSoon
    const isSoon = isUsuallySoon(db, mentorId, at)
    known.set(mentorId, { until: at + KNOWN_FOR_MS, isSoon })
    isSoon.catch(() => known.delete(mentorId))
    return isSoon
  }
}

async function isUsuallySoon(db: Db, mentorId: number, now: number): Promise<boolean> {
  const newest = await db
    .selectFrom('messages')
    .select(['learner_uid', 'author_id', 'sent_at'])
    .where('responder_id', '=', mentorId)
    .where('sent_at', '>', now - WINDOW_MS)
    .orderBy('sent_at', 'desc')
    .limit(MAX_MESSAGES)
    .execute()
  const { late } = await db
    .selectFrom('conversations')
    .innerJoin('users', 'users.uid', 'conversations.learner_uid')
    .select(({ fn }) => fn.countAll().as('late'))
    .where('users.responder_id', '=', mentorId)
    .where('waiting_since', '<', now - DAY)
    .where(IS_PRESENT)
    .executeTakeFirstOrThrow()
  const waits = waitsIn(newest.reverse())
  const soon = waits.filter(ms => ms <= DAY).length
  return soon >= REPLIES_NEEDED && soon >= SHARE_NEEDED * (waits.length + Number(late))
}

type Sent = { learner_uid: string; author_id: number | null; sent_at: number }

/** Returns how long (ms) each learner waited for a reply. `messages` are in order, the oldest first. */
function waitsIn(messages: readonly Sent[]): number[] {
  const since = new Map<string, number>()
  const waits: number[] = []
  for (const { learner_uid, author_id, sent_at } of messages) {
    const began = since.get(learner_uid)
    if (author_id === null) since.set(learner_uid, began ?? sent_at)
    else if (began !== undefined) {
      waits.push(sent_at - began)
      since.delete(learner_uid)
    }
  }
  return waits
}
