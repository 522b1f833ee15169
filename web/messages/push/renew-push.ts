import type { Language } from '../../../contract/languages.ts'
import { queryClient } from '../../queries/query-client.ts'
import { navigate } from '../../router/router.ts'
import { currentSession } from '../../session.ts'
import { userQuery } from '../../user/user.ts'
import { readPush } from './stored-push.ts'

/**
 * If notifications are on in this browser: renews the subscription once a day, and when something changed. If another
 * person has signed in, ends the notifications. The code for each of these is loaded only when it is needed.
 */
export async function renewPush(): Promise<void> {
  const stored = readPush()
  const uid = currentSession()?.uid
  if (!stored || !uid) return
  if (Notification.permission !== 'granted' || !(await isSame(stored.uid, uid))) {
    const { stopPush } = await import('./stop-push.ts')
    return stopPush()
  }
  const { subscribeBrowser, registrationKey } = await import('./subscribe-browser.ts')
  const choice = { uid, language: document.documentElement.lang as Language, showsText: stored.showsText }
  navigator.serviceWorker.onmessage = ({ data }: MessageEvent<{ path?: string } | string>) => {
    if (typeof data === 'object' && data.path) openConversation(data.path)
    // The push service changed the endpoint. If no page is open at that moment, the next visit compares it (see below).
    else void subscribeBrowser(choice).catch(nextTime)
  }
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription || registrationKey(choice, subscription.endpoint) !== stored.told) await subscribeBrowser(choice)
}

/** Opens the path of a pressed notification. A mentor's path names the learner. */
function openConversation(path: string): void {
  const [, learnerUid] = /^\/messages\/([^/]+)$/.exec(path) ?? []
  if (learnerUid) navigate({ to: '/messages/$learnerUid', params: { learnerUid: decodeURIComponent(learnerUid) } })
  else navigate({ to: '/messages' })
}

/** A merged account continues under another uid. */
async function isSame(before: string, uid: string): Promise<boolean> {
  if (before === uid) return true
  const { user } = await queryClient.fetchQuery(userQuery(uid))
  return user.formerUids.includes(before)
}

function nextTime(): void {}
