import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reply } from '../../contract/calls/endpoint.ts'
import {
  getUpdates,
  listMessages,
  listMessagesAbout,
  markReceivedSeen,
  sendMessage,
  voiceAddress,
} from '../../contract/messages.ts'
import { MINUTE } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import { countedHere } from '../http/counted-here.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { type Route, serve, serveBytes } from '../http/serve.ts'
import type { IdentityProvider } from '../identity/provider.ts'
import { addressOf } from '../media/signed-address.ts'
import type { AboutPage } from './about-page.ts'
import { historyOf, messagesAbout, readableBy } from './history.ts'
import { type Hub, inboxKey } from './hub.ts'
import { longPoll, preferredWait, prefersMinimal } from './long-poll.ts'
import { markSeen } from './mark-seen.ts'
import { openPolls } from './open-polls.ts'
import { participantOf } from './participant.ts'
import type { Notifier } from './push/notifier.ts'
import { repliesSoon } from './replies-soon.ts'
import * as sending from './send-message.ts'
import { timeIn } from './time-in.ts'
import { isNews, updatesFor } from './updates.ts'
import { voiceOf } from './voice-of.ts'
import { whileConnected } from './while-connected.ts'

export type MessageNeeds = {
  db: Db
  now: () => number
  hub: Hub
  limitFactor: number
  aboutPage: AboutPage
  /** Signs the addresses of what was spoken. */
  addressKey: Buffer
  notifier: Notifier
  identity: Pick<IdentityProvider, 'requireSignIn'>
}

/** Enough for a few devices that ask every two seconds instead of waiting. */
const LOOKS_PER_MINUTE = 120
const PAGES_PER_MINUTE = 60

/** The calls that learners and mentors share. */
export function messageRoutes(needs: MessageNeeds): Route[] {
  const { db, now, hub, limitFactor, aboutPage, addressKey, notifier, identity } = needs
  const places = openPolls()
  const counted = (max: number) => countedHere({ max: max * limitFactor, perMs: MINUTE }, now)
  const repliesWithinDay = repliesSoon(db, now)
  const countLook = counted(LOOKS_PER_MINUTE)
  const countPage = counted(PAGES_PER_MINUTE)
  const countAbout = counted(PAGES_PER_MINUTE)
  const countSeen = counted(LOOKS_PER_MINUTE)
  return [
    serveBytes(getUpdates, async ({ query, user, headers, reply }) => {
      countLook(user.uid)
      const seconds = preferredWait(headers.prefer)
      if (seconds > 0) reply.header('Preference-Applied', `wait=${seconds}`)
      const call = whileConnected(reply.raw)
      const leave = seconds > 0 ? places.take(user.uid, call) : undefined
      const wait = {
        hub,
        uid: user.uid,
        seconds,
        signal: call.signal,
        requireSignIn: () => identity.requireSignIn(user),
      }
      const data = await longPoll(wait, async listenTo => {
        const known = await participantOf(db, user.uid)
        const isStale = known.kind === 'mentor' && listenTo(known.inboxes.map(inboxKey))
        const party = isStale ? await participantOf(db, user.uid) : known
        const answer = await updatesFor(db, party, timeIn(query.since, 'since'), repliesWithinDay)
        return { answer, isNews: isNews(answer, query.state) }
      }).finally(leave)
      const isKnown = query.state !== undefined && !isNews(data, query.state)
      if (isKnown && prefersMinimal(headers.prefer)) return reply.code(204).send()
      return reply.send({ success: true, data } satisfies Reply<typeof getUpdates>)
    }),

    serve(listMessages, async ({ query, user }) => {
      countPage(user.uid)
      const learnerUid = await readableBy(db, user.uid, query.with)
      return { success: true, ...(await historyOf(db, learnerUid, timeIn(query.before, 'before'))) }
    }),

    serve(listMessagesAbout, async ({ params, user }) => {
      countAbout(user.uid)
      return { success: true, data: await messagesAbout(db, user.uid, params.lessonId) }
    }),

    serve(voiceAddress, async ({ params, user }) => {
      const recording = await voiceOf(db, user.uid, params.messageId)
      return { success: true, data: addressOf(recording, user.uid, { addressKey, now }) }
    }),

    serve(markReceivedSeen, async ({ body: { from, upTo }, user }) => {
      countSeen(user.uid)
      hub.publish(await markSeen(db, user.uid, { from, upTo: timeIn(upTo, 'upTo') }))
      const { unseenCount } = await updatesFor(db, await participantOf(db, user.uid), now())
      return { success: true, data: { unseenCount } }
    }),

    serve(sendMessage, async ({ body, user, headers }) => {
      const options = { now: now(), limitFactor, aboutPage, idempotencyKey: idempotencyKeyIn(headers) }
      const { message, keys } = await sending.sendMessage(db, user.uid, body, options)
      hub.publish(keys)
      // The reader is answered in this turn of the event loop; the author sees the message already.
      await nextTurn()
      // What was sent before was told before.
      if (keys.length > 0) notifier.tell(message)
      return { success: true, data: message }
    }),
  ]
}
