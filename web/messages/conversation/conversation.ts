import type { About, HandOver, Message } from '../../../contract/messages.ts'
import { decodeText } from '../../../contract/text/encoded-text.ts'
import type { MessageContent } from '../../outbox/message-item.ts'
import type { OutboxItem } from '../../outbox/store.ts'

/** Waiting: on its way. Later: no answer came, it goes with the next connection. Failed: the server refused it, or erred. */
export type MessageState = 'waiting' | 'later' | 'failed' | 'sent' | 'seen'

/** A message as it is shown, from the server or still on its way there. */
export type Shown = {
  /** Stays the same when the server's copy takes the place of our own. */
  key: string
  /** The server's; without it there is no such message there yet. */
  id?: string
  isMine: boolean
  text: string
  /** Epoch ms. */
  sentAt: number
  state: MessageState
  /** Whose words these are, where somebody else's: those of another mentor stand among one's own. */
  fromName?: string | undefined
  about?: Pick<About, 'courseId' | 'lessonId' | 'pageNumber' | 'pageTitle' | 'lessonNumber'> & Partial<About>
  voice?: { seconds: number; mp3?: Blob }
}

/** What waits in the outbox for one conversation. */
export type Waiting = Pick<OutboxItem, 'id' | 'writtenAt' | 'tries' | 'lastStatus'> & {
  refusedAs?: string | undefined
  content: MessageContent
}

export type Reader = {
  /** It stands on the side of the reader. */
  isMine(message: Message): boolean
  /** It is somebody else's, on whichever side. */
  isOthers?(message: Message): boolean
  seenUpTo: string | undefined
}

/**
 * A conversation as one list. What is on its way stands last, in the order it was written, until the server's copy is here:
 * then that alone, whichever of its answers came first. A refused message stands at the time when it was written.
 */
export function conversation(
  messages: readonly Message[],
  waiting: readonly Waiting[],
  { isMine, isOthers = message => !isMine(message), seenUpTo }: Reader,
): Shown[] {
  const arrived = new Set(messages.flatMap(({ key }) => key ?? []))
  const seenAt = seenUpTo === undefined ? 0 : Date.parse(seenUpTo)
  const unsent = waiting.filter(({ id }) => !arrived.has(id))
  const all = [
    ...messages.map(message => {
      const fromName = isOthers(message) ? message.fromName : undefined
      return shownMessage(message, {
        isMine: isMine(message),
        fromName,
        state: stateOf(message, isMine(message) ? seenAt : 0),
      })
    }),
    ...unsent.filter(({ refusedAs }) => refusedAs === undefined).map(shownItem),
  ]
  for (const refused of unsent.filter(({ refusedAs }) => refusedAs !== undefined)) putInPlace(all, shownItem(refused))
  return all
}

function putInPlace(all: Shown[], refused: Shown): void {
  const next = all.findIndex(({ id, sentAt }) => id === undefined || sentAt > refused.sentAt)
  all.splice(next < 0 ? all.length : next, 0, refused)
}

/** What did not change stays the same object, so that it need not be drawn again. */
const drawn = new WeakMap<Message, Shown>()

/** What depends on who reads it, and when. */
type Seen = Pick<Shown, 'isMine' | 'fromName' | 'state'>

function shownMessage(message: Message, seen: Seen): Shown {
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

function stateOf({ seen, sentAt }: Message, seenAt: number): MessageState {
  return seen || Date.parse(sentAt) <= seenAt ? 'seen' : 'sent'
}

/** One answer of a server that restarts says nothing yet. */
const ERRORS_SHOWN = 2

function stateOfItem({ refusedAs, tries, lastStatus }: Waiting): MessageState {
  if (refusedAs !== undefined) return 'failed'
  if (lastStatus === 0) return 'later'
  return lastStatus !== undefined && lastStatus >= 500 && tries >= ERRORS_SHOWN ? 'failed' : 'waiting'
}

function shownItem(item: Waiting): Shown {
  const { id, writtenAt, content } = item
  const { text, about, voice } = content
  return {
    key: id,
    isMine: true,
    text,
    sentAt: writtenAt,
    state: stateOfItem(item),
    ...(about ? { about } : {}),
    ...(voice ? { voice } : {}),
  }
}

/** What another program sent in its own way is shown as it came, rather than nothing at all. */
function readable(content: string): string {
  try {
    return decodeText(content)
  } catch {
    return content
  }
}

/** Those that happened within a part of a conversation. Open: it is not known what stood before, or what comes after. */
export function handOversIn(
  part: readonly Shown[],
  handOvers: readonly HandOver[],
  { isOpenBefore, isOpenAfter }: { isOpenBefore: boolean; isOpenAfter: boolean },
): HandOver[] {
  const from = isOpenBefore ? (part[0]?.sentAt ?? 0) : 0
  const to = isOpenAfter ? (part.at(-1)?.sentAt ?? 0) : Number.POSITIVE_INFINITY
  return handOvers.filter(({ at }) => from <= Date.parse(at) && Date.parse(at) <= to)
}

export type Day = { start: number; shown: Shown[]; handOvers: HandOver[] }

/** By calendar day where the reader is; hand-overs stand on the day on which they happened. */
export function byDay(shown: readonly Shown[], handOvers: readonly HandOver[] = []): Day[] {
  const days = new Map<number, Day>()
  const dayOf = (time: number) => {
    const start = new Date(time).setHours(0, 0, 0, 0)
    const day = days.get(start) ?? { start, shown: [], handOvers: [] }
    days.set(start, day)
    return day
  }
  for (const message of shown) dayOf(message.sentAt).shown.push(message)
  for (const handOver of handOvers) dayOf(Date.parse(handOver.at)).handOvers.push(handOver)
  return [...days.values()].sort((one, other) => one.start - other.start)
}
