import { ApiError, endsSession, NETWORK_FAILED } from './api-error.ts'
import type { Endpoint, Input, Reply } from './endpoint.ts'

export type ClientOptions = {
  /** Origin of the API; empty for the page's own origin. */
  base?: string
  fetch?: typeof fetch
  /** Called before each signed-in call. Returns a valid token; undefined if nobody is signed in. */
  token?: () => Promise<string | undefined>
  /** The most time for a call, reply included. Without it the browser's own limit counts. */
  timeoutMs?: number
  /**
   * Called when the server rejects the token of a signed-in call. If it returns another token, the call is repeated.
   */
  onUnauthorized?: (rejected: Rejected) => unknown
}

export type Rejected = {
  code: string
  token: string | undefined
  /** The server has also rejected the new token, with which the call was repeated. */
  isAgain: boolean
}

type CallOptions = { idempotencyKey?: string; signal?: AbortSignal; headers?: Record<string, string> }

export type Call = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Reply<E>>

/**
 * The one function through which the browser calls the server. Rejects with an `ApiError`: the server's own code, or
 * `auth/network-request-failed` if no reply came.
 */
export function createClient(options: ClientOptions = {}): Call {
  const { base = '', fetch: send = fetch, token, timeoutMs, onUnauthorized } = options
  return (endpoint, input, own = {}) => call(endpoint, input, own)

  async function call<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    own: CallOptions,
    /** The token of the second try. */
    newToken?: string,
  ): Promise<Reply<E>> {
    const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
    const headers: Record<string, string> = { Accept: 'application/json', ...own.headers }
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    if (own.idempotencyKey) headers['Idempotency-Key'] = own.idempotencyKey
    const bearer = newToken ?? (endpoint.signedIn && token ? await token() : undefined)
    if (bearer) headers.Authorization = `Bearer ${bearer}`
    const limit = limitedBy(timeoutMs, own.signal)
    const response = await send(base + pathWith(endpoint.path, params) + queryOf(query), {
      method: endpoint.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(limit.signal ? { signal: limit.signal } : {}),
    }).catch(limit.failed)
    if (response.status === 204) return limit.over(undefined as never)
    if (FILES.test(response.headers.get('content-type') ?? ''))
      return limit.over(await response.blob().catch(limit.failed)) as never
    const answer = limit.over(
      await response.json().catch(error => (error instanceof SyntaxError ? undefined : limit.failed())),
    )
    if (response.ok && answer !== undefined && !saysNo(answer, endpoint)) return answer
    if (answer === undefined && isForeign(endpoint, response)) networkFailed(response)
    const apiError = apiErrorFrom(response, answer)
    if (!endpoint.signedIn || !endsSession(apiError)) throw apiError
    const isAgain = newToken !== undefined
    const next = await onUnauthorized?.({ code: apiError.code, token: bearer, isAgain })
    if (typeof next !== 'string' || isAgain) throw apiError
    return call(endpoint, input, own, next)
  }
}

/** The only replies that are files, not JSON. They become a Blob. */
const FILES = /zip/

/** Joins the caller's signal with the time limit. AbortSignal.any is too new for cheap phones. */
function limitedBy(timeoutMs: number | undefined, signal: AbortSignal | undefined) {
  if (timeoutMs === undefined) return { signal, over: <T>(answer: T) => answer, failed: () => networkFailed() }
  const limit = new AbortController()
  const abort = () => limit.abort()
  const timer = setTimeout(abort, timeoutMs)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  function over<T>(answer: T): T {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    return answer
  }
  return { signal: limit.signal, over, failed: () => over(undefined) ?? networkFailed() }
}

/** `response` is the reply of a proxy, if one came. */
function networkFailed(response?: Response): never {
  const status = response && response.status >= 500 ? response.status : 0
  const retryAfter = response ? retryAfterOf(response) : {}
  throw new ApiError(NETWORK_FAILED, { status, message: 'A network error has occurred', ...retryAfter })
}

/**
 * Whether something other than the server sent a reply that cannot be read: the login page of a Wi-Fi network, or a
 * proxy while the server is away. Such a reply must not end a session, refuse an answer or hide what is saved. But an
 * error of a proxy about the request itself, such as its size, counts, because the proxy would repeat it.
 */
function isForeign({ method }: Endpoint, { ok, status }: Response): boolean {
  return ok || method === 'GET' || status >= 500 || [401, 404, 407].includes(status)
}

function retryAfterOf({ headers }: Response): { retryAfter?: number } {
  const after = Number(headers.get('retry-after'))
  return after > 0 ? { retryAfter: after } : {}
}

/** The path of a call with its parameters. */
export function pathWith(path: string, params: object = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
}

function queryOf(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

type Answer = { success?: boolean; error?: { code?: Code; message?: string }; code?: Code; message?: string }
type Code = string | number

/**
 * Some servers report an error with a 200. `success: false` without an error code is an error, too, unless the call
 * asks yes or no.
 */
function saysNo({ success, error, code, message }: Answer, { answersNo }: Endpoint): boolean {
  if (error !== undefined || Number(code) === 401) return true
  return success === false && (message !== undefined || !answersNo)
}

/** The error that a reply means. `answer` is its body; undefined if that is no JSON. */
export function apiErrorFrom(response: Response, answer: Answer | undefined): ApiError {
  const { code, message = '' } = answer?.error ?? answer ?? {}
  const status = response.ok ? statusIn(code) : response.status
  return new ApiError(String(code ?? (status === 503 ? 'unavailable' : 'internal')), {
    message,
    ...(status ? { status } : {}),
    ...retryAfterOf(response),
  })
}

/** The status of an error that came with a 200. Undefined if the status of the error code counts. */
function statusIn(code: Code | undefined): number | undefined {
  if (code === undefined) return 400
  return Number(code) >= 400 && Number(code) < 600 ? Number(code) : undefined
}
