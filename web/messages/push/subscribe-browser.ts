import type { Language } from '../../../contract/languages.ts'
import { getPushKey, subscribe } from '../../../contract/push.ts'
import { call } from '../../api.ts'
import { register } from '../../offline/register-worker.ts'
import { claimsOf, currentSession } from '../../session.ts'
import { storePush } from './stored-push.ts'

export type PushChoice = { uid: string; language: Language; showsText: boolean }

/** Subscribes this browser for one person, in place of any other. */
export async function subscribeBrowser(choice: PushChoice): Promise<void> {
  const { data } = await call(getPushKey, {})
  await register(choice.language)
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await subscriptionFor(pushManager, bytesOf(data.publicKey))
  const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } }
  const { uid, ...wish } = choice
  await call(subscribe, { body: { endpoint, keys, ...wish } })
  storePush({ uid, showsText: choice.showsText, told: registrationKey(choice, endpoint) })
}

/** The server's data about this browser, in one line. If it changes, or on another day, it is sent again. */
export function registrationKey({ uid, language, showsText }: PushChoice, endpoint: string): string {
  const session = currentSession()
  const signedInAt = session && claimsOf(session).auth_time
  return [uid, signedInAt, language, showsText, endpoint, new Date().toDateString()].join(' ')
}

async function subscriptionFor(pushManager: PushManager, key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const before = await pushManager.getSubscription()
  if (before && isFor(before, key)) return before
  await before?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** A server that was installed again has another key. */
function isFor({ options }: PushSubscription, key: Uint8Array): boolean {
  return String(new Uint8Array(options.applicationServerKey ?? [])) === String(key)
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, character => character.charCodeAt(0))
}
