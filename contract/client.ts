import type { Endpoint, Input, Reply } from './endpoint.ts'
import { NETWORK_FAILED, Refusal } from './refusals.ts'

export type ClientOptions = {
  /** Where the api answers; empty for the page's own origin. */
  base?: string
  fetch?: typeof fetch
  /** A token that is valid now, asked for before each call that needs one; undefined when nobody is signed in. */
  token?: () => Promise<string | undefined>
  /** Told when the server does not accept the token of a signed-in call. */
  onUnauthorized?: () => void
}

type CallOptions = { idempotencyKey?: string; signal?: AbortSignal; headers?: Record<string, string> }

export type Call = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Reply<E>>

/**
 * Makes the one function through which the browser talks to the server.
 * Rejects with a `Refusal`: the server's own code, or `auth/network-request-failed` when no answer came.
 */
export function createClient({ base = '', fetch: send = fetch, token, onUnauthorized }: ClientOptions = {}): Call {
  return async function call(endpoint, input, options = {}) {
    const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
    const headers: Record<string, string> = { Accept: 'application/json', ...options.headers }
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
    if (endpoint.signedIn && token) {
      const bearer = await token()
      if (bearer) headers.Authorization = `Bearer ${bearer}`
    }
    const response = await send(base + pathOf(endpoint.path, params) + queryOf(query), {
      method: endpoint.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    }).catch(networkFailed)
    if (response.status === 204) return undefined as never
    if (response.headers.get('content-type') === FILE) return fileFrom(response) as never
    const answer = await response.json().catch(() => undefined)
    if (response.ok && answer !== undefined && !saysNo(answer)) return answer
    const refusal = refusalFrom(response, answer)
    // A blocked account is as signed out as an ended session.
    if (endpoint.signedIn && (refusal.status === 401 || refusal.code === 'auth/login-blocked')) onUnauthorized?.()
    throw refusal
  }
}

/** The one kind of answer that is no JSON but a file, as a Blob. */
const FILE = 'application/zip'

function fileFrom(response: Response): Promise<Blob> {
  return response.blob().catch(networkFailed)
}

function networkFailed(): never {
  throw new Refusal(NETWORK_FAILED, { status: 0, message: 'A network error has occurred' })
}

function pathOf(path: string, params: object = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
}

function queryOf(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** A bare `success: false` may be the very answer to a question; with a reason beside it, it is a no. */
function saysNo(answer: { success?: boolean; error?: unknown; message?: unknown }): boolean {
  return answer.error !== undefined || (answer.success === false && answer.message !== undefined)
}

function refusalFrom(
  response: Response,
  answer: { error?: { code?: string; message?: string }; code?: string; message?: string } | undefined,
): Refusal {
  const said = answer?.error ?? answer
  const after = Number(response.headers.get('retry-after'))
  return new Refusal(said?.code ?? (response.status === 503 ? 'unavailable' : 'internal'), {
    status: response.status,
    message: said?.message ?? '',
    ...(after > 0 ? { retryAfter: after } : {}),
  })
}
