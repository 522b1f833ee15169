import type { Db } from '../../database/tables.ts'
import type { AuthUser } from '../../http/bearer.ts'
import type { IdentityProvider } from '../../identity/provider.ts'
import { participantOf } from '../conversation/participant.ts'
import { type Hub, type HubSubscription, inboxKey } from '../hub/hub.ts'
import type { PublishedMessage } from '../hub/published-message.ts'
import type { PollMoment } from './long-poll.ts'
import { personStatusOf } from './person-status.ts'
import type { RepliesSoon } from './replies-soon.ts'
import { messagesSince, type Updates, updatesIn } from './updates.ts'
import { type PersonView, viewAfter, viewOf } from './view.ts'

/**
 * For this long (ms), calls are answered from memory. Then the database is read again, because a publish of another
 * process may have been lost. A session is checked at least as often.
 */
const FRESH_MS = 5000
/** How long an unused reader is kept: longer than a long poll lasts. */
const KEPT_MS = 60_000

type Poll = { uid: string; since: number | undefined; moment: PollMoment }

/** How old a view may be, by the moment of the call. A woken call knows all that was published since it began. */
const OLDEST_MS: Record<PollMoment, number> = { 'at once': 0, first: FRESH_MS, woken: KEPT_MS }

/** A person whose polls this process answers. */
type Reader = {
  uid: string
  keys: Set<string>
  /** Rises with each publish after which the database has to be read. */
  changes: number
  view: PersonView | undefined
  /**
   * The messages that were published during each running query. The query may have read the rows before these messages
   * were stored.
   */
  publishedMeanwhile: Set<PublishedMessage[]>
  /** When each session was last found to be live. */
  sessions: Map<string, number>
  usedAt: number
}

type Deps = { db: Db; hub: Hub; identity: Pick<IdentityProvider, 'requireSignIn'>; repliesSoon: RepliesSoon }

export type PollCache = {
  updatesFor(poll: Poll, subscribe: HubSubscription['addKeys']): Promise<Updates>
  /** Throws once the sign-in is over. */
  requireSignIn(user: AuthUser): Promise<void>
}

/**
 * Answers polls from memory: with what a person's last poll read, and the messages that the hub published since. The
 * next poll reads the database after any other publish for the person, or after a message that follows a missed one.
 */
export function openPollCache({ db, hub, identity, repliesSoon }: Deps): PollCache {
  /** The reader that was not used for the longest time is first. */
  const readers = new Map<string, Reader>()
  const followers = new Map<string, Set<Reader>>()

  hub.watch((keys, published) => {
    if (!keys) for (const reader of readers.values()) invalidate(reader)
    else for (const reader of new Set(keys.flatMap(key => [...(followers.get(key) ?? [])]))) apply(reader, published)
  })

  function readerOf(uid: string): Reader {
    const usedAt = performance.now()
    const reader = readers.get(uid) ?? {
      uid,
      keys: new Set(),
      changes: 0,
      view: undefined,
      publishedMeanwhile: new Set(),
      sessions: new Map(),
      usedAt,
    }
    reader.usedAt = usedAt
    readers.delete(uid)
    readers.set(uid, reader)
    follow(reader, [uid])
    for (const old of readers.values()) {
      if (old.usedAt > usedAt - KEPT_MS) break
      evict(old)
    }
    return reader
  }

  /** Returns whether any of these keys is new. */
  function follow(reader: Reader, keys: readonly string[]): boolean {
    const fresh = keys.filter(key => !reader.keys.has(key))
    for (const key of fresh) {
      reader.keys.add(key)
      followers.set(key, (followers.get(key) ?? new Set()).add(reader))
    }
    return fresh.length > 0
  }

  function evict(reader: Reader): void {
    readers.delete(reader.uid)
    for (const key of reader.keys) {
      const others = followers.get(key)
      others?.delete(reader)
      if (others?.size === 0) followers.delete(key)
    }
  }

  async function read(
    reader: Reader,
    since: number | undefined,
    subscribe: HubSubscription['addKeys'],
  ): Promise<Updates> {
    const { changes } = reader
    const meanwhile: PublishedMessage[] = []
    reader.publishedMeanwhile.add(meanwhile)
    try {
      const first = await participantOf(db, reader.uid)
      // Data that was read before the subscription to an inbox may be out of date.
      const keys = first.kind === 'mentor' ? first.inboxes.map(inboxKey) : []
      const isStale = [follow(reader, keys), subscribe(keys)].includes(true)
      const participant = isStale ? await participantOf(db, reader.uid) : first
      const person = await personStatusOf(db, participant)
      const news = await messagesSince(db, participant, since)
      const view = viewOf(person, news, since)
      if (reader.changes === changes && hub.hearsAll())
        reader.view = meanwhile.reduce<PersonView | undefined>(viewAfter, view)
      return updatesIn(person, { since, ...news }, repliesSoon)
    } finally {
      reader.publishedMeanwhile.delete(meanwhile)
    }
  }

  return {
    async updatesFor({ uid, since, moment }, subscribe) {
      const reader = readerOf(uid)
      const { view } = reader
      const isKnown = view && since !== undefined && since >= view.from && isWithin(OLDEST_MS[moment], view.readAt)
      if (!isKnown) return read(reader, since, subscribe)
      const { person, recent } = view
      if ('learners' in person) subscribe(person.participant.inboxes.map(inboxKey))
      const messages = recent.filter(({ at }) => at > since).map(({ message }) => message)
      return updatesIn(person, { since, messages, hasMore: false }, repliesSoon)
    },

    async requireSignIn(user) {
      const reader = readerOf(user.uid)
      const { changes } = reader
      const checkedAt = reader.sessions.get(user.sessionId)
      if (checkedAt !== undefined && isWithin(FRESH_MS, checkedAt)) return
      await identity.requireSignIn(user)
      if (reader.changes === changes && hub.hearsAll()) reader.sessions.set(user.sessionId, performance.now())
    },
  }
}

function isWithin(ms: number, at: number): boolean {
  return at > performance.now() - ms
}

function invalidate(reader: Reader): void {
  reader.changes++
  reader.view = undefined
  reader.sessions.clear()
}

function apply(reader: Reader, published: PublishedMessage | undefined): void {
  const view = published && viewAfter(reader.view, published)
  if (view) {
    reader.view = view
    for (const meanwhile of reader.publishedMeanwhile) meanwhile.push(published)
  } else invalidate(reader)
}
