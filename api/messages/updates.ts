import { createHash } from 'node:crypto'
import type { Reply } from '../../contract/endpoint.ts'
import type { getUpdates } from '../../contract/messages.ts'
import type { Db } from '../database/tables.ts'
import { isoOf, messageFrom, selectMessages } from './message-row.ts'
import type { Learner, Mentor, Party } from './party.ts'
import { unseenByLearner, unseenByMailboxes } from './unseen.ts'

export type Updates = Reply<typeof getUpdates>['data']

const PER_ANSWER = 500

/** What is newer than `since` (epoch ms) and how things stand. Undefined: the newest. */
export async function updatesFor(db: Db, party: Party, since: number | undefined): Promise<Updates> {
  const standing = party.kind === 'learner' ? await standingOf(db, party) : await standingOfMentor(db, party)
  const rows = party.kind === 'learner' ? await newsOfLearner(db, party, since) : await newsOfMentor(db, party, since)
  const messages = rows.slice(0, PER_ANSWER).map(messageFrom)
  const cursor = messages.at(-1)?.sentAt ?? isoOf(since ?? 0)
  return { messages, cursor, hasMore: rows.length > PER_ANSWER, ...standing }
}

/** Whether somebody who was told `state` and asks from their cursor on would learn anything. */
export function isNews({ messages, state }: Updates, known: string | undefined): boolean {
  return messages.length > 0 || (known !== undefined && known !== state)
}

type Rows = Parameters<typeof messageFrom>[0][]

async function newsOfLearner(db: Db, { uid }: Learner, since: number | undefined): Promise<Rows> {
  const ofLearner = selectMessages(db).where('messages.learner_uid', '=', uid)
  if (since === undefined) {
    const newest = await ofLearner.orderBy('messages.sent_at', 'desc').limit(PER_ANSWER).execute()
    return newest.reverse()
  }
  return ofLearner
    .where('messages.sent_at', '>', since)
    .orderBy('messages.sent_at')
    .limit(PER_ANSWER + 1)
    .execute()
}

/**
 * Mailbox by mailbox, each along its index: a million older messages are not looked at. What has come since the mentor was
 * asked for is left for the next time: it may be missing in the first mailbox while a later one is there in the second.
 */
async function newsOfMentor(db: Db, { mailboxes, lastAt }: Mentor, since: number | undefined): Promise<Rows> {
  const found: Rows = []
  for (const mailbox of mailboxes) {
    const inMailbox = selectMessages(db)
      .innerJoin('users', join =>
        // A learner who was handed over took the conversation along.
        join.onRef('users.uid', '=', 'messages.learner_uid').on('users.responder_id', '=', mailbox),
      )
      .where('messages.responder_id', '=', mailbox)
      .where('messages.sent_at', '<=', lastAt)
    const rows =
      since === undefined
        ? await inMailbox.orderBy('messages.sent_at', 'desc').limit(PER_ANSWER).execute()
        : await inMailbox
            .where('messages.sent_at', '>', since)
            .orderBy('messages.sent_at')
            .limit(PER_ANSWER + 1)
            .execute()
    found.push(...rows)
  }
  const inOrder = found.sort((one, other) => one.sent_at - other.sent_at)
  return since === undefined ? inOrder.slice(-PER_ANSWER) : inOrder.slice(0, PER_ANSWER + 1)
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
