import type { About, HandOver, Message } from '../../../contract/messages.ts'
import { decodeText } from '../../../contract/text/encoded-text.ts'
import type { MessageContent } from '../../outbox/items/message-item.ts'
import { RECORDING_LOST } from '../../outbox/refused-answers.ts'
import type { OutboxItem } from '../../outbox/store.ts'

/**
 * Waiting: being sent. Later: no reply came, it is sent with the next connection. Failed: the server refused it, or
 * failed.
 */
export type MessageState = 'waiting' | 'later' | 'failed' | 'sent' | 'seen'

/** A message as it is shown, from the server or still in the outbox. */
export type ShownMessage = {
  /** Stays the same when the server's copy replaces our own. */
  key: string
  /** The server's id; undefined until it is on the server. */
  id?: string
  isMine: boolean
  text: string
  /** Epoch ms. */
  sentAt: number
  state: MessageState
  /** The author, if it is not the one in the heading: another mentor. */
  fromName?: string | undefined
  about?: Pick<About, 'courseId' | 'lessonId' | 'pageNumber' | 'pageTitle' | 'lessonNumber'> & Partial<About>
  voice?: { seconds: number; mp3?: Blob }
  /** The browser deleted its recording before it was sent. */
  isVoiceLost?: boolean
}

/** An item of the outbox for one conversation. */
export type UnsentMessage = Pick<OutboxItem, 'id' | 'writtenAt' | 'tries' | 'lastStatus'> & {
  refusedAs?: string | undefined
  content: MessageContent
}

export type Reader = {
  /** Whether a message is shown on the reader's side. */
  isMine(message: Message): boolean
  /** Whether another person wrote it: a colleague, or the other side. */
  isOthers?(message: Message): boolean
  seenUpTo: string | undefined
}

/**
 * A conversation as one list. Unsent messages are last, in the order in which they were written. Once the server's copy
 * of a message has arrived, only that copy is shown. A refused message is shown at the time when it was written.
 */
export function conversation(
  messages: readonly Message[],
  waiting: readonly UnsentMessage[],
  { isMine, isOthers = message => !isMine(message), seenUpTo }: Reader,
): ShownMessage[] {
  const unsent = waiting.length > 0 ? notArrived(waiting, messages) : []
  const all = [
    ...messages.map(message => {
      const fromName = isOthers(message) ? message.fromName : undefined
      return shownMessage(message, {
        isMine: isMine(message),
        fromName,
        state: stateOf(message, isMine(message) ? seenUpTo : undefined),
      })
    }),
    ...unsent.filter(({ refusedAs }) => refusedAs === undefined).map(shownItem),
  ]
  // In reverse, because each is inserted before all messages that are not on the server: so they keep their order.
  const refused = unsent.filter(({ refusedAs }) => refusedAs !== undefined).reverse()
  for (const item of refused) putInPlace(all, shownItem(item))
  return all
}

function notArrived(waiting: readonly UnsentMessage[], messages: readonly Message[]): UnsentMessage[] {
  const arrived = new Set(messages.map(({ key }) => key))
  return waiting.filter(({ id }) => !arrived.has(id))
}

function putInPlace(all: ShownMessage[], refused: ShownMessage): void {
  const next = all.findIndex(({ id, sentAt }) => id === undefined || sentAt > refused.sentAt)
  all.splice(next < 0 ? all.length : next, 0, refused)
}

/** An unchanged message stays the same object, so that it is not rendered again. */
const drawn = new WeakMap<Message, ShownMessage>()

/** The fields that depend on the reader and on the time. */
type Seen = Pick<ShownMessage, 'isMine' | 'fromName' | 'state'>

function shownMessage(message: Message, seen: Seen): ShownMessage {
  const known = drawn.get(message)
  const { isMine, fromName, state } = seen
  if (known?.isMine === isMine && known.fromName === fromName && known.state === state) return known
  const { id, key, content, sentAt, about, voice } = message
  const shown = {
    ...seen,
    key: (isMine ? key : undefined) ?? id,
    id,
    text: readable(content),
    sentAt: Date.parse(sentAt),
    ...(about ? { about } : {}),
    ...(voice ? { voice } : {}),
  }
  drawn.set(message, shown)
  return shown
}

function stateOf({ seen, sentAt }: Message, seenUpTo = ''): MessageState {
  return seen || sentAt <= seenUpTo ? 'seen' : 'sent'
}

/** A single error of a restarting server means nothing yet. */
const ERRORS_SHOWN = 2

function stateOfItem({ refusedAs, tries, lastStatus }: UnsentMessage): MessageState {
  if (refusedAs !== undefined) return 'failed'
  if (lastStatus === 0) return 'later'
  return lastStatus !== undefined && lastStatus >= 500 && tries >= ERRORS_SHOWN ? 'failed' : 'waiting'
}

function shownItem(item: UnsentMessage): ShownMessage {
  const { id, writtenAt, content, refusedAs } = item
  const { text, about, voice } = content
  return {
    key: id,
    isMine: true,
    text,
    sentAt: writtenAt,
    state: stateOfItem(item),
    ...(about ? { about } : {}),
    ...(voice ? { voice } : {}),
    ...(refusedAs === RECORDING_LOST ? { isVoiceLost: true } : {}),
  }
}

/** A message in another program's encoding is shown as it is: that is better than nothing. */
function readable(content: string): string {
  try {
    return decodeText(content)
  } catch {
    return content
  }
}

/** The hand-overs within a part of a conversation. Hand-overs beyond an open end are shown with the messages there. */
export function handOversIn(
  part: readonly ShownMessage[],
  handOvers: readonly HandOver[],
  { isOpenBefore, isOpenAfter }: { isOpenBefore: boolean; isOpenAfter: boolean },
): HandOver[] {
  const from = isOpenBefore ? (part[0]?.sentAt ?? 0) : 0
  const to = isOpenAfter ? (part.at(-1)?.sentAt ?? 0) : Number.POSITIVE_INFINITY
  return handOvers.filter(({ at }) => from <= Date.parse(at) && Date.parse(at) <= to)
}

export type ConversationDay = { start: number; shown: ShownMessage[]; handOvers: HandOver[] }

/** Groups messages by the reader's calendar day. Hand-overs are on the day on which they happened. */
export function byDay(shown: readonly ShownMessage[], handOvers: readonly HandOver[] = []): ConversationDay[] {
  const days = new Map<number, ConversationDay>()
  const dayOf = (time: number) => {
    const start = startOfDay(time)
    const day = days.get(start) ?? { start, shown: [], handOvers: [] }
    days.set(start, day)
    return day
  }
  // The clock of the phone may be behind: what it has not sent yet stays last.
  let newest = 0
  for (const message of shown) {
    newest = Math.max(newest, message.sentAt)
    dayOf(newest).shown.push(message)
  }
  for (const handOver of handOvers) dayOf(Date.parse(handOver.at)).handOvers.push(handOver)
  return [...days.values()].sort((one, other) => one.start - other.start)
}

/** Beginning of a calendar day (epoch ms), so many days later. If a clock change skips midnight, it is one o'clock. */
export function startOfDay(time: number, daysLater = 0): number {
  const date = new Date(time)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime()
}
