import type { Message } from '../../../contract/messages.ts'
import type { PublishedMessage } from '../hub/published-message.ts'
import { type PersonStatus, personStatusAfter } from './person-status.ts'

const MAX_MESSAGES = 20

type Recent = Pick<PublishedMessage, 'message' | 'at'>

/**
 * What a process knows of a person who reads: their status, and all messages later than `from`. Times are epoch ms;
 * `readAt` is by `performance.now()`.
 */
export type PersonView = { person: PersonStatus; from: number; recent: readonly Recent[]; readAt: number }

type News = { messages: readonly Message[]; hasMore: boolean }

/** The view after a query for the messages later than `since`. */
export function viewOf(person: PersonStatus, { messages, hasMore }: News, since: number | undefined): PersonView {
  const view = { person, from: person.lastAt, recent: [], readAt: performance.now() }
  if (since === undefined || hasMore || messages.length > MAX_MESSAGES) return view
  const recent = messages.map(message => ({ message, at: Date.parse(message.sentAt) }))
  return { ...view, from: Math.min(since, person.lastAt), recent }
}

/** The view after a publish. Undefined if the database has to be read. */
export function viewAfter(view: PersonView | undefined, published: PublishedMessage): PersonView | undefined {
  const person = view && personStatusAfter(view.person, published)
  if (!person || person === view.person) return person && view
  const recent = [...view.recent, { message: published.message, at: published.at }]
  const [oldest] = recent
  if (recent.length <= MAX_MESSAGES || !oldest) return { ...view, person, recent }
  return { ...view, person, from: oldest.at, recent: recent.slice(1) }
}
