import type { Message } from '../../../contract/messages.ts'

/** Each message once, ordered by time, whatever the order of arrival. The newer copy wins. */
export function mergeMessages(known: readonly Message[], news: readonly Message[]): Message[] {
  const byId = new Map([...known, ...news].map(message => [message.id, message]))
  return [...byId.values()].sort((one, other) => compare(one.sentAt, other.sentAt) || compare(one.id, other.id))
}

/** The later of two ISO times. */
export function later(known: string | undefined, received: string | undefined): string | undefined {
  if (received === undefined) return known
  return known === undefined || Date.parse(received) > Date.parse(known) ? received : known
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
