import { sql } from 'kysely'
import type { InboxRow } from '../../contract/inbox/inbox.ts'
import { byName } from '../../contract/text/by-name.ts'
import { IS_PRESENT } from '../account/user-status.ts'
import type { Db } from '../database/tables.ts'
import { countToReview } from '../lessons/to-review.ts'
import type { Mentor } from '../messages/conversation/participant.ts'
import { withKindWord } from './kind-words.ts'
import { type PercentOf, progressOfLearners } from './progress-of-learners.ts'

const TEXT_SHOWN = 160

/**
 * All learners of a mentor and of the mentors they cover. Learners who have waited longest come first, then those with
 * a kind word to use, then the others by their last message.
 */
export async function inboxOf(
  db: Db,
  { id, inboxes }: Mentor,
  { percentOf, now }: { percentOf: PercentOf; now: number },
): Promise<InboxRow[]> {
  const learners = await learnersIn(db, inboxes)
  const progress = await progressOfLearners(db, inboxes, percentOf)
  const toReview = await toReviewIn(db, inboxes)
  const suggested = await withKindWord(db, inboxes, now)
  return learners
    .map(row => ({
      uid: row.uid,
      name: learnerName(row),
      ...(row.display_name !== null && row.phone_number !== null ? { phoneNumber: row.phone_number } : {}),
      waitingSince: row.is_present === 1 ? row.waiting_since : null,
      ...(row.is_present === 1 ? {} : { isOut: true as const }),
      unseenCount: row.unseen_by_responder ?? 0,
      ...(row.learner_seen_at ? { seenUpTo: row.learner_seen_at } : {}),
      toReview: toReview.get(row.uid) ?? 0,
      last: lastOf(row, id),
      percent: progress.get(row.uid)?.percent ?? null,
      activeAt: progress.get(row.uid)?.activeAt ?? null,
      ...(suggested.has(row.uid) ? { hasKindWord: true as const } : {}),
      ...(row.responder_id === id ? {} : { coveredFor: row.responder_name }),
    }))
    .sort(byWaiting)
}

/** The learner's name, otherwise their phone number or e-mail address. */
export function learnerName(row: {
  display_name: string | null
  phone_number: string | null
  email: string | null
}): string {
  return row.display_name ?? row.phone_number ?? row.email ?? ''
}

type LearnerRow = Awaited<ReturnType<typeof learnersIn>>[number]

function learnersIn(db: Db, inboxes: readonly number[]) {
  return db
    .selectFrom('users')
    .innerJoin('responders', 'responders.id', 'users.responder_id')
    .leftJoin('conversations', 'conversations.learner_uid', 'users.uid')
    .leftJoin('messages', join =>
      join
        .onRef('messages.learner_uid', '=', 'conversations.learner_uid')
        .onRef('messages.sent_at', '=', 'conversations.last_at'),
    )
    .leftJoin('responders as author', 'author.id', 'messages.author_id')
    .select(['users.uid', 'users.display_name', 'users.phone_number', 'users.email', 'users.responder_id'])
    .select(['responders.name as responder_name', 'waiting_since', 'unseen_by_responder', 'learner_seen_at'])
    .select(sql<number>`case when ${IS_PRESENT} then 1 else 0 end`.as('is_present'))
    .select(sql<string | null>`substr(messages.content, 1, ${sql.lit(TEXT_SHOWN)})`.as('text'))
    .select([
      'messages.voice',
      'messages.voice_seconds',
      'messages.author_id',
      'messages.sent_at',
      'author.name as author_name',
    ])
    .where('users.responder_id', 'in', inboxes)
    .execute()
}

function lastOf(row: LearnerRow, mentorId: number): InboxRow['last'] {
  const { text, voice, voice_seconds, author_id, sent_at } = row
  if (text === null || sent_at === null) return null
  return {
    text,
    isVoice: voice !== null,
    ...(voice_seconds === null ? {} : { voiceSeconds: voice_seconds }),
    isFromLearner: author_id === null,
    ...colleagueIn(row, mentorId),
    sentAt: sent_at,
  }
}

type Authored = { author_id: number | null; author_name: string | null }

/** The name of the author, if a colleague of this mentor wrote the message. */
export function colleagueIn({ author_id, author_name }: Authored, mentorId: number): { fromName?: string } {
  return author_name === null || author_id === mentorId ? {} : { fromName: author_name }
}

async function toReviewIn(db: Db, inboxes: readonly number[]): Promise<ReadonlyMap<string, number>> {
  const rows = await countToReview(db).where('users.responder_id', 'in', inboxes).execute()
  return new Map(rows.map(({ uid, count }) => [uid, Number(count)]))
}

function byWaiting(one: InboxRow, other: InboxRow): number {
  const [waits, otherWaits] = [one.waitingSince, other.waitingSince]
  if (waits !== null || otherWaits !== null) return (waits ?? Infinity) - (otherWaits ?? Infinity)
  // Kind words are for silent learners. By the last message, these would be at the end of the list.
  const words = Number(other.hasKindWord ?? false) - Number(one.hasKindWord ?? false)
  return words || (other.last?.sentAt ?? 0) - (one.last?.sentAt ?? 0) || byName(one, other)
}
