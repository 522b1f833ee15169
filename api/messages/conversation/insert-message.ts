import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { STEP_SLOT_MS } from '../../../contract/lessons.ts'
import type { About } from '../../../contract/messages.ts'
import { namesOf, prepareMany, selectAllOf } from '../../database/many-rows.ts'
import { type Holes, prepare } from '../../database/prepare.ts'
import type { Tables } from '../../database/tables.ts'
import { setReviewed } from '../../lessons/set-reviewed.ts'
import { VOICE_NOTE } from '../../media/recordings/voice-notes.ts'
import { beginWait, endMessageWaits } from '../../waits/waits.ts'
import type { PublishedMessage } from '../hub/published-message.ts'
import { type MessageTarget, noteInConversations, takeTimes } from './conversation.ts'

export type NewMessage = {
  conversation: MessageTarget
  /** Uid of the author. */
  uid: string
  text: string
  page: About | undefined
  /** A recording, with its length. */
  voice: { filename: string; seconds: number } | undefined
  key: string | undefined
}

export type Inserted = {
  row: Tables['messages']
  before: PublishedMessage['before']
  conversation: PublishedMessage['conversation']
}

/**
 * Inserts messages into different conversations. An answer that a mentor writes about counts as reviewed. Needs the
 * locks of the conversations.
 */
export async function insertMessages(
  trx: Transaction<Tables>,
  messages: readonly NewMessage[],
  now: number,
): Promise<Inserted[]> {
  const conversations = messages.map(({ conversation }) => conversation)
  const times = await takeTimes(trx, conversations, now)
  const rows = messages.map((message, index) => rowOf(message, times[index]?.time ?? now))
  await insertRows(trx, rows)
  const noted = await noteInConversations(trx, rows)
  const inserted = rows.map((row, index) => ({
    row,
    before: (times[index] as (typeof times)[number]).before,
    conversation: noted.get(row.learner_uid) as PublishedMessage['conversation'],
  }))
  await noteWaits(trx, inserted)
  for (const [index, { conversation, page }] of messages.entries())
    await noteOthers(trx, conversation, { page, sentAt: rows[index]?.sent_at ?? now })
  return inserted
}

function rowOf({ conversation, text, page, voice, key }: NewMessage, time: number) {
  return {
    id: randomUUID(),
    learner_uid: conversation.learnerUid,
    responder_id: conversation.mentor.id,
    author_id: conversation.authorId,
    content: text,
    about: page ? JSON.stringify(page) : null,
    about_lesson_id: page?.lessonId ?? null,
    voice: voice?.filename ?? null,
    voice_seconds: voice?.seconds ?? null,
    client_key: key ?? null,
    sent_at: time,
  }
}

/** The work that only few messages need. */
async function noteOthers(
  trx: Transaction<Tables>,
  { learnerUid, authorId, activeAt }: MessageTarget,
  { page, sentAt }: { page: About | undefined; sentAt: number },
): Promise<void> {
  if (authorId === null && isActivityOutdated(activeAt, sentAt)) await noteActive(trx, { uid: learnerUid, at: sentAt })
  if (page && authorId !== null) await setReviewed(trx, learnerUid, { ...page, by: authorId, how: 'answered' }, sentAt)
}

/** Whether a learner's `active_at` has to be set again. Another message within a few minutes does not change it. */
export function isActivityOutdated(activeAt: number | null, now: number): boolean {
  return activeAt === null || activeAt < now - STEP_SLOT_MS
}

const noteActive = prepare((db, { uid, at }: Holes<{ uid: string; at: number }>) =>
  db.updateTable('users').set({ active_at: at }).where('uid', '=', uid),
)

/** A learner waits from their first message on. A message of a mentor ends the wait. */
async function noteWaits(trx: Transaction<Tables>, inserted: readonly Inserted[]): Promise<void> {
  const ends = inserted.flatMap(({ row: { learner_uid, author_id, sent_at } }) =>
    author_id === null ? [] : [{ learnerUid: learner_uid, by: author_id, at: sent_at }],
  )
  await endMessageWaits(trx, ends)
  const ofLearners = inserted.filter(({ row }) => row.author_id === null)
  const begun = ofLearners.filter(
    ({ row, conversation }) => row.voice !== null || conversation.waitingSince === row.sent_at,
  )
  // A further message changes a wait only if it is spoken.
  for (const { row } of begun) {
    const waitFor = { learnerUid: row.learner_uid, kind: 'message' } as const
    await beginWait(trx, waitFor, { isVoice: row.voice !== null, at: row.sent_at })
  }
}

const MESSAGE_COLUMNS = {
  id: 'text',
  learner_uid: 'text',
  responder_id: 'integer',
  author_id: 'integer?',
  content: 'text',
  about: 'text?',
  about_lesson_id: 'text?',
  voice: 'text?',
  voice_seconds: 'integer?',
  client_key: 'text?',
  sent_at: 'bigint',
} as const

const insertRows = prepareMany(MESSAGE_COLUMNS, (db, given) =>
  db
    .insertInto('messages')
    .columns(namesOf(MESSAGE_COLUMNS))
    .expression(selectAllOf(db, given, MESSAGE_COLUMNS)),
)

/** Undefined for a recording that is not this person's voice note, or that was sent with another message. */
export async function secondsOfVoice(
  trx: Transaction<Tables>,
  uid: string,
  voice: string,
): Promise<number | undefined> {
  const recording = await trx
    .selectFrom('recordings')
    .select('duration_ms')
    .where('filename', '=', voice)
    .where('uid', '=', uid)
    .where('lesson_id', '=', VOICE_NOTE.lessonId)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('messages').select('id').where('voice', '=', voice))))
    .executeTakeFirst()
  return recording && Math.round(recording.duration_ms / 1000)
}
