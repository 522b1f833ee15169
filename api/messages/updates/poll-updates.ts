import type { FastifyReply } from 'fastify'
import type { Reply } from '../../../contract/calls/endpoint.ts'
import type { getUpdates } from '../../../contract/messages.ts'
import type { Db } from '../../database/tables.ts'
import type { AuthUser } from '../../http/bearer.ts'
import type { IdentityProvider } from '../../identity/provider.ts'
import type { Hub } from '../hub/hub.ts'
import { longPoll, preferredWait, prefersMinimal } from './long-poll.ts'
import { openPolls } from './open-polls.ts'
import { openPollCache } from './poll-cache.ts'
import { repliesSoon } from './replies-soon.ts'
import { timeIn } from './time-in.ts'
import { hasNews } from './updates.ts'

type Deps = { db: Db; now: () => number; hub: Hub; identity: Pick<IdentityProvider, 'requireSignIn'> }

type Poll = {
  user: AuthUser
  query: { since?: string | undefined; state?: string | undefined }
  prefer: string | string[] | undefined
}

/** Replies with what is new for a person. If there is no news, waits for it as long as the caller prefers. */
export function updatesPoller({ db, now, hub, identity }: Deps) {
  const polls = openPolls()
  const cache = openPollCache({ db, hub, identity, repliesSoon: repliesSoon(db, now) })

  return async ({ user, query, prefer }: Poll, reply: FastifyReply): Promise<FastifyReply> => {
    const { uid } = user
    const since = timeIn(query.since, 'since')
    const seconds = preferredWait(prefer)
    const call = new AbortController()
    let leave: (() => void) | undefined
    if (seconds > 0) {
      reply.header('Preference-Applied', `wait=${seconds}`)
      abortOnClose(call, reply.raw)
      leave = polls.take(uid, call)
    }
    const wait = { hub, uid, seconds, signal: call.signal, requireSignIn: () => cache.requireSignIn(user) }
    const data = await longPoll(wait, async (subscribe, moment) => {
      const answer = await cache.updatesFor({ uid, since, moment }, subscribe)
      return { answer, isNews: hasNews(answer, query.state) }
    }).finally(leave)
    const isKnown = query.state !== undefined && !hasNews(data, query.state)
    if (isKnown && prefersMinimal(prefer)) return reply.code(204).send()
    return reply.send({ success: true, data } satisfies Reply<typeof getUpdates>)
  }
}

/** Aborts when the connection closes. The reason is a string, because an error with its stack would cost too much. */
function abortOnClose(call: AbortController, connection: { once(event: 'close', closed: () => void): unknown }): void {
  connection.once('close', () => call.abort('closed'))
}
