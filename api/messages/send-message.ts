import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import { VOICE_NOTES } from '../../contract/media.ts'
import { type About, isMentor, type Message } from '../../contract/messages.ts'
import { MINUTE } from '../../contract/time.ts'
import { userLock } from '../account/write-for-user.ts'
import { hasKey, idempotent } from '../database/idempotent.ts'
import { type Holes, prepare } from '../database/prepare.ts'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { consume } from '../http/limits.ts'
import { type Conversation, conversationWith, keysOf, locksOf, nextTime, noteInConversation } from './conversation.ts'
import { messageFrom } from './message-row.ts'
import { textOf } from './text-of.ts'

const PER_MINUTE = 30

export type Outgoing = {
  to: string | number
  /** Base64 of UTF-8. */
  content: string
  about?: PageOfLesson | undefined
  voice?: string | undefined
}

type PageOfLesson = { lessonId: string; pageId: string }

export type SendSetting = {
  now: () => number
  limitFactor: number
  idempotencyKey: string | undefined
  /** The page as it is now, with what the learner answered there; refuses one that is not there for them. */
  aboutPage: (learnerUid: string, page: PageOfLesson) => Promise<About>
}

type Sent = { message: Message; keys: string[] }

/** Stores a message once. Answers it, and who is to be woken. */
export async function sendMessage(db: Db, uid: string, outgoing: Outgoing, setting: SendSetting): Promise<Sent> {
  const text = textOf(outgoing)
  try {
    return await sendText(db, uid, { ...outgoing, text }, setting)
  } catch (error) {
    // What was refused took its count back with it, and counts all the same.
    if (error instanceof ApiError) await spendSend(db, uid, setting)
    throw error
  }
}

async function sendText(db: Db, uid: string, sent: Outgoing & { text: string }, setting: SendSetting): Promise<Sent> {
  const { text, ...outgoing } = sent
  const { to, about, voice } = outgoing
  const act = { uid, key: setting.idempotencyKey, request: requestOf(outgoing), now: setting.now() }
  const isDone = () => hasKey(db, uid, act.key)
  const page = about && !(await isDone()) ? await pageOf(db, uid, { to, about }, setting) : undefined
  let foreseen: Conversation | undefined
  // What was sent before a hand-over is still answered as it was then.
  const locks = async () => {
    foreseen = await conversationWith(db, uid, to).catch(async refusal => {
      if (await isDone()) return undefined
      throw refusal
    })
    return [userLock(uid), ...(foreseen ? locksOf(foreseen) : [])]
  }
  let keys: string[] = []
  const sending = transactionWithLock(db, locks, trx =>
    idempotent(trx, act, async () => {
      const conversation = await conversationWith(trx, uid, to)
      if (foreseen && String(locksOf(conversation)) !== String(locksOf(foreseen))) throw new LockedAnother()
      keys = keysOf(conversation)
      const row = await keepMessage(trx, conversation, { uid, text, page, voice, key: act.key }, setting)
      // Later than anything that either side has seen.
      const isNew = { learner_seen_at: null, responder_seen_at: null }
      return messageFrom({ ...row, author_name: conversation.authorName, ...isNew })
    }),
  )
  try {
    return { message: await sending, keys }
  } catch (error) {
    if (error instanceof LockedAnother) return sendText(db, uid, sent, setting)
    throw error
  }
}

/** A cover came or went, or a learner was handed over, between a look at the conversation and its locks. */
class LockedAnother extends Error {}

async function pageOf(
  db: Db,
  uid: string,
  { to, about }: { to: string | number; about: PageOfLesson },
  { aboutPage }: SendSetting,
): Promise<About> {
  const { learnerUid } = await conversationWith(db, uid, to)
  return aboutPage(learnerUid, about)
}

/** To which learner a mentor writes is part of it; to which mentor is not: meanwhile a learner may have been given another. */
function requestOf({ to, ...said }: Outgoing): object {
  return { call: 'send', ...said, ...(isMentor(String(to)) ? {} : { to }) }
}

function spendSend(db: Db, uid: string, { now, limitFactor }: SendSetting): Promise<void> {
  return consume(db, now(), { key: `send/${uid}`, max: PER_MINUTE * limitFactor, perMs: MINUTE })
}

type Kept = {
  uid: string
  text: string
  page: About | undefined
  voice: string | undefined
  key: string | undefined
}

async function keepMessage(
  trx: Transaction<Tables>,
  conversation: Conversation,
  { uid, text, page, voice, key }: Kept,
  setting: SendSetting,
): Promise<Tables['messages']> {
  const { now } = setting
  const { learnerUid, responder, authorId } = conversation
  await spendSend(trx, uid, setting)
  const voiceSeconds = voice === undefined ? null : await secondsOfVoice(trx, uid, voice)
  const time = await nextTime(trx, conversation, now())
  const row = {
    id: randomUUID(),
    learner_uid: learnerUid,
    responder_id: responder.id,
    author_id: authorId,
    content: text,
    about: page ? JSON.stringify(page) : null,
    about_lesson_id: page?.lessonId ?? null,
    voice: voice ?? null,
    voice_seconds: voiceSeconds,
    client_key: key ?? null,
    sent_at: time,
  }
  await insertMessage(trx, row)
  await noteInConversation(trx, conversation, time)
  if (page && authorId !== null) await noteReviewed(trx, learnerUid, page, now())
  return row
}

const insertMessage = prepare((db, message: Holes<Tables['messages']>) => db.insertInto('messages').values(message))

/** Refuses what this person did not just record, and what has gone with another message. */
async function secondsOfVoice(trx: Transaction<Tables>, uid: string, voice: string): Promise<number> {
  const recording = await trx
    .selectFrom('recordings')
    .select('duration_ms')
    .where('filename', '=', voice)
    .where('uid', '=', uid)
    .where('lesson_id', '=', VOICE_NOTES)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('messages').select('id').where('voice', '=', voice))))
    .executeTakeFirst()
  if (!recording) throw new ApiError('not-found')
  return Math.round(recording.duration_ms / 1000)
}

async function noteReviewed(
  trx: Transaction<Tables>,
  learnerUid: string,
  { lessonId, pageId }: PageOfLesson,
  now: number,
): Promise<void> {
  await trx
    .updateTable('page_answers')
    .set({ reviewed_at: now })
    .where('uid', '=', learnerUid)
    .where('lesson_id', '=', lessonId)
    .where('page_id', '=', pageId)
    .execute()
}
