import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  getUpdates,
  getVoiceUrl,
  listMessages,
  listMessagesAbout,
  markReceivedSeen,
  sendMessage,
} from '../../contract/messages.ts'
import { MINUTE } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { inMemoryLimiter } from '../http/in-memory-limiter.ts'
import { type Route, serve, serveBytes } from '../http/serve.ts'
import type { IdentityProvider } from '../identity/provider.ts'
import { signedUrlOf } from '../media/recordings/signed-url.ts'
import type { AboutPage } from './conversation/about-page.ts'
import { historyOf, messagesAbout, readableBy, voiceOf } from './conversation/history.ts'
import type { Sent } from './conversation/message-group.ts'
import { messageSender } from './conversation/send-message.ts'
import type { Hub } from './hub/hub.ts'
import { markSeen } from './mark-seen.ts'
import type { Notifier } from './push/notifier.ts'
import { type PushDeps, pushRoutes } from './push/routes.ts'
import { unseenCountOf } from './updates/person-status.ts'
import { updatesPoller } from './updates/poll-updates.ts'
import { timeIn } from './updates/time-in.ts'

export type MessageDeps = {
  db: Db
  now: () => number
  hub: Hub
  limitFactor: number
  aboutPage: AboutPage
  /** Signs the URLs of voice messages. */
  urlKey: Buffer
  notifier: Notifier
  identity: Pick<IdentityProvider, 'requireSignIn'>
}

/** Enough for a few devices that poll every two seconds instead of waiting. */
const POLLS_PER_MINUTE = 120
const PAGES_PER_MINUTE = 60

/** The calls that learners and mentors share. */
export function messageRoutes(deps: MessageDeps & PushDeps): Route[] {
  const { db, now, hub, limitFactor, urlKey } = deps
  const send = messageSender(deps)
  const poll = updatesPoller(deps)
  const counted = (max: number) => inMemoryLimiter({ max: max * limitFactor, perMs: MINUTE })
  const countPoll = counted(POLLS_PER_MINUTE)
  const countPage = counted(PAGES_PER_MINUTE)
  const countAbout = counted(PAGES_PER_MINUTE)
  const countSeen = counted(POLLS_PER_MINUTE)
  return [
    serveBytes(getUpdates, async ({ query, user, headers, reply }) => {
      countPoll(user.uid, now())
      return poll({ user, query, prefer: headers.prefer }, reply)
    }),

    serve(listMessages, async ({ query, user }) => {
      countPage(user.uid, now())
      const learnerUid = await readableBy(db, user.uid, query.with)
      return { success: true, ...(await historyOf(db, learnerUid, timeIn(query.before, 'before'))) }
    }),

    serve(listMessagesAbout, async ({ params, user }) => {
      countAbout(user.uid, now())
      return { success: true, data: await messagesAbout(db, user.uid, params.lessonId) }
    }),

    serve(getVoiceUrl, async ({ params, user }) => {
      const recording = await voiceOf(db, user.uid, params.messageId)
      return { success: true, data: signedUrlOf(urlKey, recording, user.uid, now()) }
    }),

    serve(markReceivedSeen, async ({ body: { from, upTo }, user }) => {
      countSeen(user.uid, now())
      hub.publish(await markSeen(db, user.uid, { from, upTo: timeIn(upTo, 'upTo') }))
      return { success: true, data: { unseenCount: await unseenCountOf(db, user.uid) } }
    }),

    serve(sendMessage, async ({ body, user, headers }) => {
      const sent = await send(user.uid, body, { now: now(), idempotencyKey: idempotencyKeyIn(headers) })
      await notify(deps, sent)
      return { success: true, data: sent.message }
    }),

    ...pushRoutes(deps),
  ]
}

async function notify({ hub, notifier }: MessageDeps, { message, keys, published }: Sent): Promise<void> {
  hub.publish(keys, published)
  // The readers' long polls reply in this turn of the event loop; the sender's screen shows the message already.
  await nextTurn()
  // A replayed request notifies nobody.
  if (keys.length > 0) notifier.notify(message)
}
