import type { Session } from '../../../contract/account.ts'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { askApproval, REQUEST_LIFETIME_MS, readApproval } from '../../../contract/sign-in/other-ways.ts'
import { callSignedOut } from '../../api.ts'
import { readStoredJson, writeStored } from '../../browser/stored.ts'

/** A request for approval that this tab waits for. `phone` has a plus; `expiresAt` is epoch ms. */
export type OpenRequest = { phone: string; request: string; number: string; expiresAt: number }

/** use-other-ways.ts reads this key before this file is loaded. */
const STORED_AS = 'sbs.approval'

/** While the person makes their call, the answer may come at any moment. Later the server is asked less often. */
const OFTEN_MS = 3000
const SELDOM_MS = 6000
const OFTEN_FOR_MS = 120_000

export async function openRequest(phone: string, verificationId: string): Promise<OpenRequest> {
  const { data } = await callSignedOut(askApproval, { body: { verificationId } })
  const open = { phone, ...data, expiresAt: Date.now() + REQUEST_LIFETIME_MS }
  // Without storage the request ends with the page.
  writeStored(STORED_AS, JSON.stringify(open), 'sessionStorage')
  return open
}

/** The request of an earlier page of this tab, if it is for this phone and still good. */
export function savedRequest(phone: string): OpenRequest | undefined {
  const saved = readStoredJson<OpenRequest>(STORED_AS, 'sessionStorage')
  if (saved && saved.phone === phone && saved.expiresAt > Date.now()) return saved
  dropRequest()
  return undefined
}

export function dropRequest(): void {
  writeStored(STORED_AS, undefined, 'sessionStorage')
}

type Watched = {
  /** Called with the session. It may fail: then the next answer brings another session. */
  onApproved(session: Session): Promise<void>
  onEnd(how: 'refused' | 'over' | 'blocked'): void
}

/**
 * Asks for the state of the request until it is decided, even if the network was lost or the phone slept meanwhile.
 * Returns a function that stops it.
 */
export function watchRequest({ request, expiresAt }: OpenRequest, { onApproved, onEnd }: Watched): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let isAsking = false

  async function ask(): Promise<void> {
    if (isAsking || isStopped) return
    isAsking = true
    clearTimeout(timer)
    await look().catch((failure: unknown) => {
      if (failure instanceof ApiError && failure.code === 'auth/login-blocked') end('blocked')
    })
    isAsking = false
    const isFresh = Date.now() < expiresAt - REQUEST_LIFETIME_MS + OFTEN_FOR_MS
    if (!isStopped) timer = setTimeout(ask, isFresh ? OFTEN_MS : SELDOM_MS)
  }

  async function look(): Promise<void> {
    const { data } = await callSignedOut(readApproval, { body: { request } })
    if (isStopped || data.status === 'waiting') return
    if (data.status !== 'approved' || !data.session) return end(data.status === 'refused' ? 'refused' : 'over')
    await onApproved(data.session)
    stop()
  }

  function end(how: 'refused' | 'over' | 'blocked'): void {
    stop()
    onEnd(how)
  }

  function stop(): void {
    isStopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', ask)
    removeEventListener('online', ask)
  }

  document.addEventListener('visibilitychange', ask)
  addEventListener('online', ask)
  timer = setTimeout(ask, OFTEN_MS)
  return stop
}
