import { ApiError } from '../../../contract/calls/api-error.ts'
import { type About, isMentor, MESSAGE_LIMIT, type Message } from '../../../contract/messages.ts'
import { decodeText } from '../../../contract/text/encoded-text.ts'
import { isVisible } from '../../../contract/text/visible.ts'
import type { Locks } from '../../database/groups/choose-group.ts'
import { groupedWrites } from '../../database/groups/grouped-writes.ts'
import { type KeyedRequest, replayOf } from '../../database/idempotent.ts'
import type { Db } from '../../database/tables.ts'
import { consume } from '../../http/limits.ts'
import type { AboutPage } from './about-page.ts'
import { conversationWith, type Ends } from './conversation.ts'
import { knownLocks } from './known-locks.ts'
import { MessageGroup, type MessageToStore, type Sent, sendLimit } from './message-group.ts'

export type OutgoingMessage = {
  to: string | number
  /** Base64 of UTF-8. */
  content: string
  about?: { lessonId: string; pageId: string } | undefined
  voice?: string | undefined
}

export type SendOptions = { now: number; idempotencyKey: string | undefined }

type Deps = { db: Db; limitFactor: number; aboutPage: AboutPage }

/** The locks of a conversation can change until its message is stored. After this many tries, sending fails. */
const MAX_TRIES = 3

/**
 * Returns a function that stores a message once. Messages of different conversations that wait at the same time are
 * stored together.
 */
export function messageSender(deps: Deps) {
  const { db, limitFactor } = deps
  const limit = sendLimit(limitFactor)
  const locks = knownLocks(db)
  const write = groupedWrites<MessageToStore, Sent | 'other locks'>(db, {
    locksOf: sending => sending.locks,
    writeAll: (trx, sendings, { isAlone }) => new MessageGroup(trx, limit).store(sendings, isAlone),
  })

  return async (uid: string, outgoing: OutgoingMessage, { now, idempotencyKey: key }: SendOptions): Promise<Sent> => {
    const text = textOf(outgoing)
    const act = { uid, key, request: requestOf(outgoing), now }
    const ends = { uid, to: outgoing.to }
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const found = await lookUp(act, ends, outgoing.about).catch(error => refuse(error, act))
      if ('message' in found) return found
      const sent = await write({ ...ends, ...found, text, voice: outgoing.voice, act })
      if (sent !== 'other locks') return sent
      locks.evict(ends)
    }
    throw new ApiError('unavailable', { retryAfter: 1 })
  }

  /**
   * Finds what a message needs before it joins a group. A replay is answered before the conversation is looked up: the
   * learner may have another mentor by now.
   */
  async function lookUp(act: KeyedRequest, ends: Ends, about: OutgoingMessage['about']): Promise<Sent | Found> {
    const known = locks.of(ends)
    if (known && !about) return { locks: known, page: undefined }
    const replay = await replayOf<Message>(db, act)
    if (replay) return { message: replay, keys: [] }
    return { locks: await locks.find(ends), page: about && (await pageOf(deps, ends, about)) }
  }

  /** A refused message counts, too. */
  async function refuse(error: unknown, { uid, now }: KeyedRequest): Promise<never> {
    if (error instanceof ApiError) await consume(db, { ...limit, of: { uid } }, now)
    throw error
  }
}

/** `page` is the page that the message is about, as it is now. */
type Found = { locks: Locks; page: About | undefined }

async function pageOf(
  { db, aboutPage }: Deps,
  { uid, to }: Ends,
  about: NonNullable<OutgoingMessage['about']>,
): Promise<About> {
  const { learnerUid } = await conversationWith(db, uid, to)
  return aboutPage(learnerUid, about)
}

/** A learner's request is compared without `to`, because a replay may come after they got another mentor. */
function requestOf({ to, ...sent }: OutgoingMessage): object {
  return { call: 'send', ...sent, ...(isMentor(String(to)) ? {} : { to }) }
}

/** Throws for an invalid text. */
function textOf({ content, voice }: OutgoingMessage): string {
  const text = decodeContent(content)
  if (text.includes('\0')) throw new ApiError('bad-request', { message: 'content: has a character that no text has' })
  if (text.length > MESSAGE_LIMIT) throw new ApiError('too-large')
  if (!isVisible(text) && voice === undefined) throw new ApiError('bad-request', { message: 'content: is empty' })
  return text
}

function decodeContent(content: string): string {
  try {
    return decodeText(content)
  } catch {
    throw new ApiError('bad-request', { message: 'content: is not canonical base64 of UTF-8' })
  }
}
