import type { Message } from '../../contract/messages.ts'

/** Each message once, ordered by time, whatever the order of arrival. The newer copy wins. */
export function mergeMessages(known: readonly Message[], news: readonly Message[]): Message[] {
  const sorted = inOrder(news)
  // Usually all new messages are older, or all are newer, than the known ones. Sorting a long conversation is slow.
  if (isBefore(sorted, known)) return [...sorted, ...known]
  if (isBefore(known, sorted)) return [...known, ...sorted]
  return inOrder([...known, ...sorted])
}

/** The later of two ISO times. */
export function laterTime(known: string | undefined, received: string | undefined): string | undefined {
  if (received === undefined) return known
  return known === undefined || Date.parse(received) > Date.parse(known) ? received : known
}

function inOrder(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map(message => [message.id, message])).values()].sort(byTime)
}

function byTime(one: Message, other: Message): number {
  return compare(one.sentAt, other.sentAt) || compare(one.id, other.id)
}

function isBefore(some: readonly Message[], others: readonly Message[]): boolean {
  const [last, first] = [some.at(-1), others[0]]
  return last === undefined || first === undefined || byTime(last, first) < 0
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
