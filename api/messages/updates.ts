import { createHash } from 'node:crypto'
import type { Reply } from '../../contract/endpoint.ts'
import type { getUpdates } from '../../contract/messages.ts'
import type { Db } from '../database/tables.ts'
import { isoOf, messageFrom } from './message-row.ts'
import { inMailbox, messagesOn, ofLearner, type Place, pageOf, selectSizes } from './page-of-messages.ts'
import type { Learner, Mentor, Party } from './party.ts'
import { unseenByLearner, unseenByMailboxes } from './unseen.ts'

export type Updates = Reply<typeof getUpdates>['data']

const PER_ANSWER = 500

/** What is newer than `since` (epoch ms) and how things stand. Undefined: the newest. */
export async function updatesFor(db: Db, party: Party, since: number | undefined): Promise<Updates> {
  const standing = party.kind === 'learner' ? await standingOf(db, party) : await standingOfMentor(db, party)
  const places = placesOf(party)
  const sizes = await sizesOf(db, places, { since, upTo: party.kind === 'learner' ? undefined : party.lastAt })
  const page = pageOf(sizes, PER_ANSWER)
  const messages = (await messagesOn(db, page, places)).map(messageFrom)
  const cursor = messages.at(-1)?.sentAt ?? isoOf(since ?? 0)
  // What is older than the newest is asked for elsewhere.
  const hasMore = since !== undefined && page.length < sizes.length
  return { messages, cursor, hasMore, ...standing }
}

/** Whether somebody who was told `state` and asks from their cursor on would learn anything. */
export function isNews({ messages, state }: Updates, known: string | undefined): boolean {
  return messages.length > 0 || (known !== undefined && known !== state)
}

/** A mentor's mailbox by mailbox, each along its index: a million older messages are not looked at. */
function placesOf(party: Party): Place[] {
  if (party.kind === 'learner') return [ofLearner(party.uid)]
  return party.mailboxes.map(mailbox => inMailbox(mailbox))
}

type Span = { since: number | undefined; upTo: number | undefined }

/**
 * From `since` on; without it, from the newest back. What has come since the mentor was asked for is left for the next time: it
 * may be missing in the first mailbox while a later one is there in the second.
 */
async function sizesOf(db: Db, places: readonly Place[], { since, upTo }: Span) {
  const sizes = []
  for (const place of places) {
    let all = selectSizes(db, place).limit(PER_ANSWER + 1)
    if (upTo !== undefined) all = all.where('messages.sent_at', '<=', upTo)
    const wanted =
      since === undefined
        ? all.orderBy('messages.sent_at', 'desc')
        : all.where('messages.sent_at', '>', since).orderBy('messages.sent_at')
    sizes.push(...(await wanted.execute()))
  }
  const direction = since === undefined ? -1 : 1
  return sizes.sort((one, other) => direction * (one.sent_at - other.sent_at))
}

type Standing = Omit<Updates, 'messages' | 'cursor' | 'hasMore'>

async function standingOf(db: Db, { uid, responder }: Learner): Promise<Standing> {
  const { seenUpTo, unseenCount } = await unseenByLearner(db, uid, responder?.id)
  const known = responder && {
    id: responder.id,
    name: responder.name,
    isAway: responder.isAway,
    ...(responder.isAway && responder.cover ? { coveredBy: responder.cover.name } : {}),
  }
  const standing = { unseenCount, responder: known, seenUpTo: isoOf(seenUpTo) }
  return { ...standing, state: digest(standing) }
}

async function standingOfMentor(db: Db, { mailboxes }: Mentor): Promise<Standing> {
  const { unseenCount, conversations } = await unseenByMailboxes(db, mailboxes)
  return { unseenCount, state: digest([mailboxes, conversations]) }
}

function digest(standing: unknown): string {
  return createHash('sha256').update(JSON.stringify(standing)).digest('base64url').slice(0, 16)
}
