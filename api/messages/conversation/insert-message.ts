import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { STEP_SLOT_MS } from '../../../contract/lessons.ts'
import type { About } from '../../../contract/messages.ts'
import { type Holes, prepare } from '../../database/prepare.ts'
import type { Tables } from '../../database/tables.ts'
import { setReviewed } from '../../lessons/set-reviewed.ts'
import { VOICE_NOTE } from '../../media/recordings/voice-notes.ts'
import { beginWait, endWait } from '../../waits/waits.ts'
import type { Told } from '../hub/told.ts'
import { type Conversation, noteInConversation, takeTime } from './conversation.ts'

type NewMessage = {
  /** Uid of the author. */
  uid: string
  text: string
  page: About | undefined
  /** File name of a recording. */
  voice: string | undefined
  key: string | undefined
}

/**
 * Inserts a message into its conversation. An answer that a mentor writes about counts as reviewed. Needs the
 * conversation's locks.
 */
export async function insertMessage(
  trx: Transaction<Tables>,
  conversation: Conversation,
  { uid, text, page, voice, key }: NewMessage,
  now: number,
): Promise<{ row: Tables['messages']; conversation: Told['conversation'] }> {
  const { learnerUid, mentor, authorId } = conversation
  const voiceSeconds = voice === undefined ? null : await secondsOfVoice(trx, uid, voice)
  const row = {
    id: randomUUID(),
    learner_uid: learnerUid,
    responder_id: mentor.id,
    author_id: authorId,
    content: text,
    about: page ? JSON.stringify(page) : null,
    about_lesson_id: page?.lessonId ?? null,
    voice: voice ?? null,
    voice_seconds: voiceSeconds,
    client_key: key ?? null,
    sent_at: await takeTime(trx, conversation, now),
  }
  await insertRow(trx, row)
  const noted = await noteInConversation(trx, conversation, row.sent_at)
  await noteWait(trx, row, noted.waitingSince)
  if (authorId === null && isOutdated(conversation.activeAt, row.sent_at))
    await noteActive(trx, { uid: learnerUid, at: row.sent_at })
  if (page && authorId !== null)
    await setReviewed(trx, learnerUid, { ...page, by: authorId, how: 'answered' }, row.sent_at)
  return { row, conversation: noted }
}

/** For the list of people. Within a few minutes another message changes nothing. */
function isOutdated(activeAt: number | null, now: number): boolean {
  return activeAt === null || activeAt < now - STEP_SLOT_MS
}

const noteActive = prepare((db, { uid, at }: Holes<{ uid: string; at: number }>) =>
  db.updateTable('users').set({ active_at: at }).where('uid', '=', uid),
)

/** A learner waits from their first message on; a message of a mentor ends it. */
async function noteWait(
  trx: Transaction<Tables>,
  { learner_uid, author_id, sent_at, voice }: Tables['messages'],
  waitingSince: number | null,
): Promise<void> {
  const waitFor = { learnerUid: learner_uid, kind: 'message' } as const
  const isVoice = voice !== null
  if (author_id !== null) await endWait(trx, waitFor, { how: 'answered', by: author_id, at: sent_at })
  // A further message changes a wait only if it is spoken.
  else if (waitingSince === sent_at || isVoice) await beginWait(trx, waitFor, { isVoice, at: sent_at })
}

const insertRow = prepare((db, row: Holes<Tables['messages']>) => db.insertInto('messages').values(row))

/** Throws for a recording that is not this person's voice note, or that was sent with another message. */
async function secondsOfVoice(trx: Transaction<Tables>, uid: string, voice: string): Promise<number> {
  const recording = await trx
    .selectFrom('recordings')
    .select('duration_ms')
    .where('filename', '=', voice)
    .where('uid', '=', uid)
    .where('lesson_id', '=', VOICE_NOTE.lessonId)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('messages').select('id').where('voice', '=', voice))))
    .executeTakeFirst()
  if (!recording) throw new ApiError('not-found')
  return Math.round(recording.duration_ms / 1000)
}
