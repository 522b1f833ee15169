import { hash } from 'node:crypto'
import type { SelectQueryBuilder } from 'kysely'
import type { Reply } from '../../../contract/calls/endpoint.ts'
import type { getUpdates } from '../../../contract/messages.ts'
import { type Hole, type Holes, prepare } from '../../database/prepare.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { isoOf, type MessageRow, messageFrom, selectMessages } from '../conversation/message-row.ts'
import { inInbox, messagesOn, ofLearner, type Place, pageOf, selectSizes } from '../conversation/page-of-messages.ts'
import type { Learner, Mentor, Participant } from '../conversation/participant.ts'
import type { RepliesSoon } from './replies-soon.ts'
import { unseenByInboxes, unseenByLearner } from './unseen.ts'

export type Updates = Reply<typeof getUpdates>['data']

const PER_ANSWER = 500
/** This number fits into one reply, even with the longest texts. */
const FEW = 12

/** The news since `since` (epoch ms), and the state. Undefined: the newest messages. */
export async function updatesFor(
  db: Db,
  participant: Participant,
  since: number | undefined,
  repliesSoon: RepliesSoon = async () => false,
): Promise<Updates> {
  const status =
    participant.kind === 'learner'
      ? await statusOfLearner(db, participant, repliesSoon)
      : await statusOfMentor(db, participant)
  const span = { since, upTo: participant.kind === 'learner' ? undefined : participant.lastAt }
  const { rows, hasMore } = await rowsIn(db, participant, span)
  const messages = rows.map(messageFrom)
  const cursor = messages.at(-1)?.sentAt ?? isoOf(since ?? 0)
  return { messages, cursor, hasMore, ...status }
}

/** Whether there is news for a client with this `state` and cursor. */
export function isNews({ messages, state }: Updates, known: string | undefined): boolean {
  return messages.length > 0 || (known !== undefined && known !== state)
}

/** One condition for each inbox, so that each uses its index: a million older messages are not read. */
function placesOf(participant: Participant): Place[] {
  if (participant.kind === 'learner') return [ofLearner(participant.uid)]
  return participant.inboxes.map(inbox => inInbox(inbox))
}

type Span<Time = number> = { since: Time | undefined; upTo: Time | undefined }

async function rowsIn(db: Db, participant: Participant, span: Span): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  const few = span.since === undefined ? undefined : await fewFor(db, participant, span.since)
  if (few) return { rows: few, hasMore: false }
  const places = placesOf(participant)
  const sizes = await sizesOf(db, places, span)
  const page = pageOf(sizes, PER_ANSWER)
  // Older messages are loaded by `listMessages`.
  return { rows: await messagesOn(db, page, places), hasMore: span.since !== undefined && page.length < sizes.length }
}

/** All of them, oldest first; undefined if there are more than a few. Saves the query for sizes in the usual case. */
async function fewFor(db: Db, participant: Participant, since: number): Promise<MessageRow[] | undefined> {
  const rows: MessageRow[] = []
  if (participant.kind === 'learner') rows.push(...(await fewOfLearner(db, { uid: participant.uid, since })))
  else
    for (const inbox of participant.inboxes)
      rows.push(...(await fewInInbox(db, { inbox, since, upTo: participant.lastAt })))
  return rows.length > FEW ? undefined : rows.sort((one, other) => one.sent_at - other.sent_at)
}

const fewOfLearner = prepare((db, { uid, since }: Holes<{ uid: string; since: number }>) =>
  few(db, ofLearner(uid), { since, upTo: undefined }),
)

const fewInInbox = prepare((db, { inbox, since, upTo }: Holes<{ inbox: number; since: number; upTo: number }>) =>
  few(db, inInbox(inbox), { since, upTo }),
)

function few(db: Db, place: Place, span: Span<Hole<number>>) {
  return within(selectMessages(db).where(place), span).limit(FEW + 1)
}

async function sizesOf(db: Db, places: readonly Place[], span: Span) {
  const sizes = []
  for (const place of places)
    sizes.push(
      ...(await within(selectSizes(db, place), span)
        .limit(PER_ANSWER + 1)
        .execute()),
    )
  const direction = span.since === undefined ? -1 : 1
  return sizes.sort((one, other) => direction * (one.sent_at - other.sent_at))
}

/**
 * Limits a query to messages from `since` on; without it, back from the newest. Messages later than `lastAt` are left
 * for the next poll: one may be missing in the first inbox while a later one is already in the second.
 */
function within<Row>(
  messages: SelectQueryBuilder<Tables, 'messages', Row>,
  { since, upTo }: Span<number | Hole<number>>,
) {
  const all = upTo === undefined ? messages : messages.where('messages.sent_at', '<=', upTo)
  if (since === undefined) return all.orderBy('messages.sent_at', 'desc')
  return all.where('messages.sent_at', '>', since).orderBy('messages.sent_at')
}

type Status = Omit<Updates, 'messages' | 'cursor' | 'hasMore'>

async function statusOfLearner(db: Db, { uid, mentor }: Learner, repliesSoon: RepliesSoon): Promise<Status> {
  const { seenUpTo, unseenCount, waitingSince } = await unseenByLearner(db, uid, mentor?.id)
  const known = mentor && {
    id: mentor.id,
    name: mentor.name,
    isAway: mentor.isAway,
    // A cover who is away, too, replies to nobody meanwhile.
    ...(mentor.isAway && mentor.cover && !mentor.cover.isAway ? { coveredBy: mentor.cover.name } : {}),
  }
  const status = { unseenCount, responder: known, seenUpTo: isoOf(seenUpTo) }
  // Not part of the state: each process computes it, and two may differ for a while.
  const usually = known && (await repliesSoon(known.id, waitingSince)) ? { ...known, repliesWithinDay: true } : known
  return { ...status, responder: usually, state: digest(status) }
}

async function statusOfMentor(db: Db, { inboxes, isAway, coverId }: Mentor): Promise<Status> {
  const { unseenCount, learners, toReview } = await unseenByInboxes(db, inboxes)
  return { unseenCount, state: digest([inboxes, isAway, coverId, learners, toReview]) }
}

function digest(status: unknown): string {
  return hash('sha256', JSON.stringify(status), 'base64url').slice(0, 16)
}
