import type { Reply } from '../../contract/endpoint.ts'
import {
  getUpdates,
  listMessages,
  listMessagesAbout,
  markReceivedSeen,
  sendMessage,
  voiceAddress,
} from '../../contract/messages.ts'
import { Refusal } from '../../contract/refusals.ts'
import { idempotencyKeyIn } from '../database/once.ts'
import type { Db } from '../database/tables.ts'
import { type Route, serve, serveBytes } from '../http/serve.ts'
import type { IdentityProvider } from '../identity/provider.ts'
import { addressOf } from '../media/signed-address.ts'
import { heldBack, preferredWait, prefersMinimal } from './held-back.ts'
import { heldPlaces } from './held-places.ts'
import { historyOf, messagesAbout, readableBy } from './history.ts'
import { type Hub, mailboxKey } from './hub.ts'
import { markSeen } from './mark-seen.ts'
import { partyOf } from './party.ts'
import type { Notifier } from './push/notifier.ts'
import * as sending from './send-message.ts'
import { isNews, updatesFor } from './updates.ts'
import { voiceOf } from './voice-of.ts'

export type MessageNeeds = {
  db: Db
  now: () => number
  hub: Hub
  limitFactor: number
  aboutPage: sending.SendSetting['aboutPage']
  /** Signs the addresses of what was spoken. */
  addressKey: Buffer
  notifier: Notifier
  identity: Pick<IdentityProvider, 'isSignedIn'>
}

/** The calls that learners and mentors share. */
export function messageRoutes(needs: MessageNeeds): Route[] {
  const { db, now, hub, limitFactor, aboutPage, addressKey, notifier, identity } = needs
  const places = heldPlaces()
  return [
    serveBytes(getUpdates, async ({ query, user, headers, reply }) => {
      const { kind, ...party } = await partyOf(db, user.uid)
      const keys = [user.uid, ...('mailboxes' in party ? party.mailboxes.map(mailboxKey) : [])]
      const seconds = preferredWait(headers.prefer)
      if (seconds > 0) reply.header('Preference-Applied', `wait=${seconds}`)
      const call = whileConnected(reply.raw)
      const leave = seconds > 0 ? places.take(user.uid, call) : undefined
      const wait = { hub, keys, seconds, signal: call.signal, isSignedIn: () => identity.isSignedIn(user) }
      const data = await heldBack(wait, async () => {
        const answer = await updatesFor(db, await partyOf(db, user.uid), timeIn(query.since, 'since'))
        return { answer, isNews: isNews(answer, query.state) }
      }).finally(leave)
      const isKnown = query.state !== undefined && !isNews(data, query.state)
      if (isKnown && prefersMinimal(headers.prefer)) return reply.code(204).send()
      return reply.send({ success: true, data } satisfies Reply<typeof getUpdates>)
    }),

    serve(listMessages, async ({ query, user }) => {
      const learnerUid = await readableBy(db, user.uid, query.with)
      return { success: true, ...(await historyOf(db, learnerUid, timeIn(query.before, 'before'))) }
    }),

    serve(listMessagesAbout, async ({ params, user }) => {
      return { success: true, data: await messagesAbout(db, user.uid, params.lessonId) }
    }),

    serve(voiceAddress, async ({ params, user }) => {
      const recording = await voiceOf(db, user.uid, params.messageId)
      return { success: true, data: addressOf(recording, user.uid, { addressKey, now }) }
    }),

    serve(markReceivedSeen, async ({ body: { from, upTo }, user }) => {
      hub.wake(await markSeen(db, user.uid, { from, upTo: timeIn(upTo, 'upTo') }))
      const { unseenCount } = await updatesFor(db, await partyOf(db, user.uid), now())
      return { success: true, data: { unseenCount } }
    }),

    serve(sendMessage, async ({ body, user, headers }) => {
      const setting = { now, limitFactor, aboutPage, idempotencyKey: idempotencyKeyIn(headers) }
      const { message, keys } = await sending.sendMessage(db, user.uid, body, setting)
      hub.wake(keys)
      // What was sent before was told before.
      if (keys.length > 0) notifier.tell(message)
      return { success: true, data: message }
    }),
  ]
}

/** Epoch ms. The shape lets through what looks like a time, such as the 31st of February. */
function timeIn(iso: string | undefined, name: string): number | undefined {
  if (iso === undefined) return undefined
  const time = Date.parse(iso)
  if (!(time >= FIRST_TIME && time <= LAST_TIME)) throw new Refusal('bad-request', { message: `${name}: is no time` })
  return time
}

/** What has a year of four digits here, too, whatever its zone says. */
const FIRST_TIME = Date.parse('0000-01-01T00:00:00.000Z')
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

function whileConnected(connection: { once(event: 'close', gone: () => void): unknown }): AbortController {
  const gone = new AbortController()
  // Every answer ends so, and a reason of its own, with its stack, would be dear.
  connection.once('close', () => gone.abort(GONE))
  return gone
}

const GONE = 'gone'
