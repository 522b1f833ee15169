import { unsubscribe } from '../../../contract/push.ts'
import { callSignedOut, freshToken } from '../../api.ts'
import { storePush } from './stored-push.ts'

/**
 * Ends notifications in this browser, because the next person here has not asked for any. `idToken` is needed if the
 * session has already ended.
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

/** Does not use `call`, which needs the session and would end it at an error: it ends now, or has ended already. */
async function tellServer(endpoint: string, idToken: string | undefined): Promise<void> {
  const token = idToken ?? (await freshToken())
  const headers = { Authorization: `Bearer ${token}` }
  if (token) await callSignedOut(unsubscribe, { body: { endpoint } }, { headers })
}
