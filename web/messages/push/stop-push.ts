import { unsubscribe } from '../../../contract/push.ts'
import { callSignedOut, freshToken } from '../../api.ts'
import { storePush } from './stored-push.ts'

/** From now on this browser shows no notifications; the next person here has not asked for any. */
export async function stopPush(): Promise<void> {
  storePush(undefined)
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  const told = subscription && tellServer(subscription.endpoint)
  // Without a network, too: what comes finds nobody who would show it.
  await registration?.unregister()
  await told
}

/** Not by a call that ends the session when the server says no: it is about to end anyway. */
async function tellServer(endpoint: string): Promise<void> {
  const token = await freshToken()
  const headers = { Authorization: `Bearer ${token}` }
  if (token) await callSignedOut(unsubscribe, { body: { endpoint } }, { headers })
}
