import { ApiError } from '../../../contract/calls/api-error.ts'
import { type About, isMentor, MESSAGE_LIMIT, type Message } from '../../../contract/messages.ts'
import { decodeText } from '../../../contract/text/encoded-text.ts'
import { isVisible } from '../../../contract/text/visible.ts'
import { MINUTE } from '../../../contract/time.ts'
import { userLock } from '../../account/write-for-user.ts'
import { hasKey, replayOf, saveReply } from '../../database/idempotent.ts'
import type { Db } from '../../database/tables.ts'
import { transactionWithFoundLocks } from '../../database/transaction-with-lock.ts'
import { consume } from '../../http/limits.ts'
import type { Told } from '../hub/told.ts'
import type { AboutPage } from './about-page.ts'
import { type Conversation, conversationWith, keysOf, locksOf } from './conversation.ts'
import { insertMessage } from './insert-message.ts'
import { messageFrom } from './message-row.ts'

const PER_MINUTE = 30

export type Outgoing = {
  to: string | number
  /** Base64 of UTF-8. */
  content: string
  about?: { lessonId: string; pageId: string } | undefined
  voice?: string | undefined
}

export type SendOptions = {
  now: number
  limitFactor: number
  idempotencyKey: string | undefined
  aboutPage: AboutPage
}

/** Keys to notify; empty for a replayed request. `told`: nothing but the message is new. */
export type Sent = { message: Message; keys: string[]; told?: Told }

/** Stores a message once. */
export async function sendMessage(db: Db, uid: string, outgoing: Outgoing, options: SendOptions): Promise<Sent> {
  const text = textOf(outgoing)
  try {
    return await sendOnce(db, uid, { ...outgoing, text }, options)
  } catch (error) {
    // The rollback undid the count, but a refused message counts, too.
    if (error instanceof ApiError) await consumeSend(db, uid, options)
    throw error
  }
}

type Found = { replay: Message } | { conversation: Conversation }

async function sendOnce(
  db: Db,
  uid: string,
  { text, ...outgoing }: Outgoing & { text: string },
  options: SendOptions,
): Promise<Sent> {
  const { now, idempotencyKey: key } = options
  const act = { uid, key, request: requestOf(outgoing), now }
  const page = await pageOf(db, uid, outgoing, options)
  // A replay is answered before the conversation is looked up: the learner may have another mentor by now.
  const find = async (db: Db): Promise<Found> => {
    const replay = await replayOf<Message>(db, act)
    return replay ? { replay } : { conversation: await conversationWith(db, uid, outgoing.to) }
  }
  const locks = (found: Found) => ('replay' in found ? [] : [userLock(uid), ...locksOf(found.conversation)])
  return transactionWithFoundLocks(db, { find, locks }, async (trx, found) => {
    if ('replay' in found) return { message: found.replay, keys: [] }
    const { conversation } = found
    await consumeSend(trx, uid, options)
    const { row, conversation: noted } = await insertMessage(
      trx,
      conversation,
      { uid, text, page, voice: outgoing.voice, key },
      now,
    )
    // The message is later than all that either side has seen.
    const unseen = { learner_seen_at: null, responder_seen_at: null }
    const message = messageFrom({ ...row, author_name: conversation.authorName, ...unseen })
    await saveReply(trx, act, message)
    const keys = keysOf(conversation)
    // An answer that a mentor wrote about counts as reviewed, which changes more.
    if (page && conversation.authorId !== null) return { message, keys }
    const { learnerUid, mentor, before } = conversation
    const told = { message, at: row.sent_at, learnerUid, mentorId: mentor.id, before, conversation: noted }
    return { message, keys, told }
  })
}

/** The page as it is now; not read for a replay. */
async function pageOf(
  db: Db,
  uid: string,
  { to, about }: Outgoing,
  { aboutPage, idempotencyKey }: SendOptions,
): Promise<About | undefined> {
  if (!about || (await hasKey(db, uid, idempotencyKey))) return undefined
  const { learnerUid } = await conversationWith(db, uid, to)
  return aboutPage(learnerUid, about)
}

/** Without `to` for a learner: a replay may come after they got another mentor. */
function requestOf({ to, ...sent }: Outgoing): object {
  return { call: 'send', ...sent, ...(isMentor(String(to)) ? {} : { to }) }
}

function consumeSend(db: Db, uid: string, { now, limitFactor }: SendOptions): Promise<void> {
  return consume(db, { name: 'send', of: { uid }, max: PER_MINUTE * limitFactor, perMs: MINUTE }, now)
}

/** Throws for an invalid text. */
function textOf({ content, voice }: Outgoing): string {
  const text = decoded(content)
  if (text.includes('\0')) throw new ApiError('bad-request', { message: 'content: has a character that no text has' })
  if (text.length > MESSAGE_LIMIT) throw new ApiError('too-large')
  if (!isVisible(text) && voice === undefined) throw new ApiError('bad-request', { message: 'content: is empty' })
  return text
}

function decoded(content: string): string {
  try {
    return decodeText(content)
  } catch {
    throw new ApiError('bad-request', { message: 'content: is not canonical base64 of UTF-8' })
  }
}
