import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { About, Message } from '../../../contract/messages.ts'
import { MINUTE } from '../../../contract/time.ts'
import { freeUsersAmong } from '../../account/write-for-user.ts'
import type { Locks } from '../../database/groups/choose-group.ts'
import { Outcomes, type WriteOutcome } from '../../database/groups/grouped-writes.ts'
import { type KeyedRequest, replaysOf, storeReplies } from '../../database/idempotent.ts'
import type { Tables } from '../../database/tables.ts'
import { consumeEach, type Limit } from '../../http/limits.ts'
import type { PublishedMessage } from '../hub/published-message.ts'
import { conversationAmong, type Ends, keysToNotify, locksOf, type MessageTarget, peopleOf } from './conversation.ts'
import { type Inserted, insertMessages, isActivityOutdated, type NewMessage, secondsOfVoice } from './insert-message.ts'
import { messageFrom } from './message-row.ts'

const PER_MINUTE = 30

export type SendLimit = Omit<Limit, 'of' | 'code'>

export function sendLimit(limitFactor: number): SendLimit {
  return { name: 'send', max: PER_MINUTE * limitFactor, perMs: MINUTE }
}

/** A message to be stored, with the locks that were found for it. */
export type MessageToStore = Ends & {
  text: string
  page: About | undefined
  /** File name of a recording. */
  voice: string | undefined
  act: KeyedRequest
  locks: Locks
}

/** Keys to notify; empty for a replayed request. `published`: nothing but the message is new. */
export type Sent = { message: Message; keys: string[]; published?: PublishedMessage }

/** 'other locks': the conversation needs other locks by now, so the message has to be sent again with them. */
type Stored = Sent | 'other locks'

/**
 * Messages of different conversations, whose locks are held. Each step gives some of them an outcome, and the next step
 * gets the others.
 */
export class MessageGroup {
  readonly #trx: Transaction<Tables>
  readonly #limit: SendLimit
  readonly #outcomes = new Outcomes<MessageToStore, Stored>()
  readonly #conversations = new Map<MessageToStore, MessageTarget>()

  constructor(trx: Transaction<Tables>, limit: SendLimit) {
    this.#trx = trx
    this.#limit = limit
  }

  async store(sendings: readonly MessageToStore[], isAlone: boolean): Promise<WriteOutcome<Stored>[]> {
    const unanswered = await this.#withoutReplays(sendings)
    const locked = await this.#withTheirLocks(unanswered)
    const ready = isAlone ? locked : await this.#thatNeedNotWait(locked)
    const allowed = await this.#withinLimits(ready)
    await this.#insert(await this.#withVoices(allowed))
    return this.#outcomes.of(sendings)
  }

  async #withoutReplays(sendings: readonly MessageToStore[]): Promise<MessageToStore[]> {
    const replays = await replaysOf<Message>(
      this.#trx,
      sendings.map(({ act }) => act),
    )
    const refused = sendings.filter((_, index) => 'error' in (replays[index] ?? {}))
    await this.#count(refused)
    return this.#outcomes.settle(sendings, (_, index) => {
      const replay = replays[index]
      return replay && 'reply' in replay ? { value: { message: replay.reply, keys: [] } } : replay
    })
  }

  async #withTheirLocks(sendings: readonly MessageToStore[]): Promise<MessageToStore[]> {
    const people = await peopleOf(this.#trx, sendings)
    const refused: MessageToStore[] = []
    const left = this.#outcomes.settle(sendings, sending => {
      try {
        const conversation = conversationAmong(people, sending)
        this.#conversations.set(sending, conversation)
        const isLocked = isSame(locksOf(conversation, sending.uid), sending.locks)
        return isLocked ? undefined : { value: 'other locks' }
      } catch (error) {
        refused.push(sending)
        return { error }
      }
    })
    await this.#count(refused)
    return left
  }

  /** Leaves out authors whose row another transaction has locked: it may wait for a row of this group, a deadlock. */
  async #thatNeedNotWait(sendings: readonly MessageToStore[]): Promise<MessageToStore[]> {
    const active = sendings.filter(sending => {
      const { authorId, activeAt } = this.#conversationOf(sending)
      return authorId === null && isActivityOutdated(activeAt, sending.act.now)
    })
    if (active.length === 0) return [...sendings]
    const free = await freeUsersAmong(
      this.#trx,
      active.map(({ uid }) => uid),
    )
    return this.#outcomes.settle(sendings, one => (active.includes(one) && !free.has(one.uid) ? 'alone' : undefined))
  }

  async #withinLimits(sendings: readonly MessageToStore[]): Promise<MessageToStore[]> {
    const errors = await this.#count(sendings)
    return this.#outcomes.settle(sendings, (_, index) => errors[index] && { error: errors[index] })
  }

  /** A refused message counts, too. */
  #count(sendings: readonly MessageToStore[]): Promise<(ApiError | undefined)[]> {
    const uses = sendings.map(({ uid, act: { now } }) => ({ of: { uid }, now }))
    return consumeEach(this.#trx, this.#limit, uses)
  }

  async #withVoices(sendings: readonly MessageToStore[]): Promise<{ sending: MessageToStore; message: NewMessage }[]> {
    const found = []
    // One after the other: a connection has one query at a time.
    for (const sending of sendings) found.push(await this.#newMessage(sending))
    return found.filter(one => one !== undefined)
  }

  async #newMessage(sending: MessageToStore): Promise<{ sending: MessageToStore; message: NewMessage } | undefined> {
    const { uid, text, page, voice, act } = sending
    const message = { conversation: this.#conversationOf(sending), uid, text, page, key: act.key }
    if (voice === undefined) return { sending, message: { ...message, voice: undefined } }
    const seconds = await secondsOfVoice(this.#trx, uid, voice)
    if (seconds !== undefined) return { sending, message: { ...message, voice: { filename: voice, seconds } } }
    this.#outcomes.settle([sending], () => ({ error: new ApiError('not-found') }))
    return undefined
  }

  async #insert(found: readonly { sending: MessageToStore; message: NewMessage }[]): Promise<void> {
    if (found.length === 0) return
    const now = Math.max(...found.map(({ sending }) => sending.act.now))
    const inserted = await insertMessages(
      this.#trx,
      found.map(({ message }) => message),
      now,
    )
    const sent = found.map(({ sending, message }, index) => ({ sending, sent: sentOf(message, inserted[index]) }))
    await storeReplies(
      this.#trx,
      sent.map(({ sending, sent }) => ({ act: sending.act, reply: sent.message })),
    )
    for (const { sending, sent: value } of sent) this.#outcomes.settle([sending], () => ({ value }))
  }

  #conversationOf(sending: MessageToStore): MessageTarget {
    return this.#conversations.get(sending) as MessageTarget
  }
}

function sentOf({ conversation, page }: NewMessage, inserted: Inserted | undefined): Sent {
  const { row, before, conversation: noted } = inserted as Inserted
  // The message is later than all that either side has seen.
  const unseen = { learner_seen_at: null, responder_seen_at: null }
  const message = messageFrom({ ...row, author_name: conversation.authorName, ...unseen })
  const keys = keysToNotify(conversation)
  // An answer that a mentor wrote about counts as reviewed, so more than the message is new.
  if (page && conversation.authorId !== null) return { message, keys }
  const { learnerUid, mentor } = conversation
  const published = { message, at: row.sent_at, learnerUid, mentorId: mentor.id, before, conversation: noted }
  return { message, keys, published }
}

function isSame(one: Locks, other: Locks): boolean {
  return String([one.own, one.shared]) === String([other.own, other.shared])
}
