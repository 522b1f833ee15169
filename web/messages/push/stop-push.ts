import { unsubscribe } from '../../../contract/push.ts'
import { callSignedOut, freshToken } from '../../api.ts'
import { storePush } from './stored-push.ts'

/**
 * This browser shows no more notifications; the next person here has not asked for any. The token is needed if the
 * session is no longer here.
 */
export async function stopPush(idToken?: string): Promise<void> {
  storePush(undefined)
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  const removed = subscription && tellServer(subscription.endpoint, idToken)
  // Works without a network, too: after that a push finds no subscription, or no worker that would show it.
  await subscription?.unsubscribe().catch(() => registration?.unregister())
  await removed
}

/** Not by `call`, which ends the session at an error: the session is about to end anyway. */
async function tellServer(endpoint: string, idToken: string | undefined): Promise<void> {
  const token = idToken ?? (await freshToken())
  const headers = { Authorization: `Bearer ${token}` }
  if (token) await callSignedOut(unsubscribe, { body: { endpoint } }, { headers })
}
