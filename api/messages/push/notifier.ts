import type { Message } from '../../../contract/messages.ts'
import { SECOND } from '../../../contract/time.ts'
import { type IdentityProvider, isSignedIn } from '../../identity/provider.ts'
import type { Hub } from '../hub/hub.ts'
import { type DeliveryDeps, deliverPush } from './deliver.ts'
import { approvedSignInPayload, learnerIn, pushPayloadOf } from './push-payload.ts'
import { readersOf, senderName } from './readers.ts'
import { type BrowserSubscription, dropSubscription, subscriptionsOf } from './subscriptions.ts'
import { claimPush } from './throttle.ts'

export type Notifier = {
  /** Notifies the readers of a message whose page is closed. Returns at once and never throws. */
  notify(message: Message): void
  /** Tells a person's browsers that somebody let a new one in. Returns at once and never throws. */
  tellLetIn(uid: string): void
  /** Sends what is pending, without further tries. */
  close(): Promise<void>
}

export type NotifierDeps = DeliveryDeps & {
  now: () => number
  hub: Hub
  identity: Pick<IdentityProvider, 'requireSignIn'>
  /** How long (ms) an open page has to poll again after it got a message. */
  afterMs?: number | undefined
}

const AFTER_MS = 4 * SECOND

/**
 * An open page has a long poll, and polls again after each reply. A reader who does not poll again is notified by push.
 * So a message waits a moment, and later messages of its conversation replace it.
 */
export function openNotifier(deps: NotifierDeps): Notifier {
  const waiting = new Map<string, { message: Message; timer: NodeJS.Timeout }>()
  const underWay = new Set<Promise<void>>()
  const leaving = new AbortController()

  function pushNow(conversation: string): void {
    const pending = waiting.get(conversation)
    waiting.delete(conversation)
    if (!pending) return
    clearTimeout(pending.timer)
    const sending = notifyReaders(deps, pending.message, leaving.signal)
      .catch(deps.failed)
      .finally(() => underWay.delete(sending))
    underWay.add(sending)
  }

  return {
    notify(message) {
      const conversation = `${message.from} ${message.to}`
      const earlier = waiting.get(conversation)
      if (earlier) earlier.message = message
      else
        waiting.set(conversation, {
          message,
          timer: setTimeout(pushNow, deps.afterMs ?? AFTER_MS, conversation).unref(),
        })
    },

    tellLetIn(uid) {
      const sending = pushLetIn(deps, uid, leaving.signal)
        .catch(deps.failed)
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
    },

    async close() {
      leaving.abort()
      for (const conversation of [...waiting.keys()]) pushNow(conversation)
      await Promise.all(underWay)
    },
  }
}

async function notifyReaders(deps: NotifierDeps, message: Message, leaving: AbortSignal): Promise<void> {
  const readers = await readersOf(deps.db, message)
  await Promise.all(readers.map(uid => notifyReader(deps, uid, { message, leaving })))
}

async function notifyReader(
  deps: NotifierDeps,
  uid: string,
  { message, leaving }: { message: Message; leaving: AbortSignal },
): Promise<void> {
  const { db, hub, now } = deps
  if (hub.hasSubscribers(uid)) return
  const subscriptions = await liveSubscriptions(deps, uid)
  if (subscriptions.length === 0 || !(await claimPush(db, { uid, learnerUid: learnerIn(message) }, now()))) return
  const name = await senderName(db, message)
  const isWanted = async () => !hub.hasSubscribers(uid) && (await readersOf(db, message)).includes(uid)
  const toBrowser = async (subscription: BrowserSubscription) => {
    const payload = pushPayloadOf(message, name, subscription)
    await deliverPush(deps, { subscription, payload }, { isWanted, leaving }).catch(deps.failed)
  }
  await Promise.all(subscriptions.map(toBrowser))
}

/** Is not throttled, and is sent even if a page is open, because it is about the safety of the account. */
async function pushLetIn(deps: NotifierDeps, uid: string, leaving: AbortSignal): Promise<void> {
  const toBrowser = async (subscription: BrowserSubscription) => {
    const payload = approvedSignInPayload(subscription)
    await deliverPush(deps, { subscription, payload }, { isWanted: async () => true, leaving }).catch(deps.failed)
  }
  await Promise.all((await liveSubscriptions(deps, uid)).map(toBrowser))
}

/** Sessions that have ended get no notifications. */
async function liveSubscriptions({ db, identity }: NotifierDeps, uid: string): Promise<BrowserSubscription[]> {
  const live: BrowserSubscription[] = []
  for (const subscription of await subscriptionsOf(db, uid)) {
    if (await isSignedIn(identity, subscription)) live.push(subscription)
    else await dropSubscription(db, subscription.id)
  }
  return live
}
