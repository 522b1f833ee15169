import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { SECOND } from '../../contract/time.ts'
import { throwNotSent } from './sender.ts'

const TIMEOUT_MS = 5 * SECOND
/** Much longer than any reply of a gateway. A broken one may send megabytes. */
const MAX_BYTES = 16 * 1024
const MAX_WORDS = 300
/** The connection ended after the request had left. */
const CUT_OFF = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

export async function post(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const response = await postTo(url, headers, body)
  if (response.ok) return void (await response.body?.cancel())
  const words = (await beginningOf(response)).trim().slice(0, MAX_WORDS)
  throwNotSent(Object.assign(new Error(`The SMS service answered ${response.status}`), { words }))
}

/** Throws if no answer comes. */
export function postTo(url: string, headers: Record<string, string>, body: string): Promise<Response> {
  const options = { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  const call = { hasLeft: false }
  return calls.run(call, () => fetch(url, options)).catch(error => noAnswer(error, call))
}

/** `fetch` does not say whether a request left before its time was over. If it did not, the gateway has no message. */
type Call = { hasLeft: boolean }
type FetchEvent = { request: object }
const calls = new AsyncLocalStorage<Call>()
const callOf = new WeakMap<object, Call>()
subscribe('undici:request:create', event => {
  const call = calls.getStore()
  if (call) callOf.set((event as FetchEvent).request, call)
})
subscribe('undici:client:sendHeaders', event => {
  const call = callOf.get((event as FetchEvent).request)
  if (call) call.hasLeft = true
})

/** The reply of a gateway as text, or only its beginning: a broken gateway may send without end. */
export async function beginningOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= MAX_BYTES) break
    }
  } catch {
    // The part before the cut is better than nothing.
  }
  return Buffer.concat(chunks).toString('utf8', 0, MAX_BYTES)
}

function noAnswer(error: Error, { hasLeft }: Call): never {
  if (error.name === 'TimeoutError') {
    const late = new Error(`no answer within ${TIMEOUT_MS / SECOND} seconds`)
    throwNotSent(Object.assign(late, { mayHaveArrived: hasLeft }))
  }
  const { code = '' } = (error.cause ?? {}) as NodeJS.ErrnoException
  throwNotSent(CUT_OFF.has(code) ? Object.assign(error, { mayHaveArrived: true }) : error)
}
