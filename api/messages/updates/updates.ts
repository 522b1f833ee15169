import type { SelectQueryBuilder } from 'kysely'
import type { Reply } from '../../../contract/calls/endpoint.ts'
import type { getUpdates, Message } from '../../../contract/messages.ts'
import { prepareJoined } from '../../database/groups/joined-queries.ts'
import type { Hole } from '../../database/prepare.ts'
import type { Db, Tables } from '../../database/tables.ts'
import {
  isoOf,
  type MessageRow,
  messageFrom,
  messagesAsJson,
  messagesIn,
  selectMessages,
} from '../conversation/message-row.ts'
import {
  inInbox,
  type MessageCondition,
  messagesOn,
  messagesThatFit,
  ofLearner,
  selectSizes,
} from '../conversation/page-of-messages.ts'
import type { Participant } from '../conversation/participant.ts'
import { type PersonStatus, personStatusOf, statusIn } from './person-status.ts'
import type { RepliesSoon } from './replies-soon.ts'

export type Updates = Reply<typeof getUpdates>['data']

const PER_ANSWER = 500
/** This number fits into one reply, even with the longest texts. */
const FEW = 12

/** The messages since `since` (epoch ms), and the state. If `since` is undefined, the newest messages. */
export async function updatesFor(
  db: Db,
  participant: Participant,
  since: number | undefined,
  repliesSoon: RepliesSoon = async () => false,
): Promise<Updates> {
  const person = await personStatusOf(db, participant)
  return updatesIn(person, { since, ...(await messagesSince(db, participant, since)) }, repliesSoon)
}

/** The messages later than `since`, oldest first. */
export async function messagesSince(
  db: Db,
  participant: Participant,
  since: number | undefined,
): Promise<{ messages: Message[]; hasMore: boolean }> {
  const span = { since, upTo: participant.kind === 'learner' ? undefined : participant.lastAt }
  const { rows, hasMore } = await rowsIn(db, participant, span)
  return { messages: rows.map(messageFrom), hasMore }
}

type News = { since: number | undefined; messages: Message[]; hasMore: boolean }

/** The reply with these messages. */
export async function updatesIn(
  person: PersonStatus,
  { since, messages, hasMore }: News,
  repliesSoon: RepliesSoon,
): Promise<Updates> {
  const cursor = messages.at(-1)?.sentAt ?? isoOf(since ?? 0)
  return { messages, cursor, hasMore, ...(await statusIn(person, repliesSoon)) }
}

/** Whether there is news for a client with this `state` and cursor. */
export function hasNews({ messages, state }: Updates, known: string | undefined): boolean {
  return messages.length > 0 || (known !== undefined && known !== state)
}

/** One condition for each inbox, so that each uses its index: a million older messages are not read. */
function placesOf(participant: Participant): MessageCondition[] {
  if (participant.kind === 'learner') return [ofLearner(participant.uid)]
  return participant.inboxes.map(inbox => inInbox(inbox))
}

type Span<Time = number> = { since: Time | undefined; upTo: Time | undefined }

async function rowsIn(db: Db, participant: Participant, span: Span): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  const few = await fewFor(db, participant, span.since)
  if (few) return { rows: few, hasMore: false }
  const places = placesOf(participant)
  const sizes = await sizesOf(db, places, span)
  const page = messagesThatFit(sizes, PER_ANSWER)
  // Older messages are loaded by `listMessages`.
  return { rows: await messagesOn(db, page, places), hasMore: span.since !== undefined && page.length < sizes.length }
}

/** All messages later than `since`, oldest first. Undefined if they are many: then their sizes are queried first. */
async function fewFor(db: Db, participant: Participant, since: number | undefined): Promise<MessageRow[] | undefined> {
  const rows: MessageRow[] = []
  if (participant.kind === 'learner')
    rows.push(...fewIn(await fewOfLearner(db, { uid: participant.uid, since: since ?? 0 })))
  // A whole inbox is seldom small, and the database would have to sort it.
  else if (since === undefined) return undefined
  else
    for (const inbox of participant.inboxes)
      rows.push(...fewIn(await fewInInbox(db, { inbox, since, upTo: participant.lastAt })))
  return rows.length > FEW ? undefined : rows.sort((one, other) => one.sent_at - other.sent_at)
}

function fewIn([row]: { few: string | null }[]): MessageRow[] {
  return messagesIn(row?.few ?? null)
}

const fewOfLearner = prepareJoined({ uid: 'text', since: 'bigint' }, (db, given) =>
  db
    .selectFrom(given)
    .select(({ ref }) => [
      'given.n',
      few(db, ofLearner(ref('given.uid')), { since: ref('given.since'), upTo: undefined }).as('few'),
    ]),
)

const fewInInbox = prepareJoined({ inbox: 'integer', since: 'bigint', upTo: 'bigint' }, (db, given) =>
  db
    .selectFrom(given)
    .select(({ ref }) => [
      'given.n',
      few(db, inInbox(ref('given.inbox')), { since: ref('given.since'), upTo: ref('given.upTo') }).as('few'),
    ]),
)

function few(db: Db, place: MessageCondition, span: Span<Hole<number>>) {
  return messagesAsJson(db, within(selectMessages(db).where(place), span).limit(FEW + 1))
}

async function sizesOf(db: Db, places: readonly MessageCondition[], span: Span) {
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
 * Limits a query to messages later than `since`, oldest first. Without `since`, the newest message is first. Messages
 * later than `upTo` are left for the next poll: while the inboxes are read one by one, a message may come too late into
 * the first one, and a later message in time into the second one.
 */
function within<Row>(
  messages: SelectQueryBuilder<Tables, 'messages', Row>,
  { since, upTo }: Span<number | Hole<number>>,
) {
  const all = upTo === undefined ? messages : messages.where('messages.sent_at', '<=', upTo)
  if (since === undefined) return all.orderBy('messages.sent_at', 'desc')
  return all.where('messages.sent_at', '>', since).orderBy('messages.sent_at')
}
