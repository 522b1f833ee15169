import { ApiError, endsSession, NETWORK_FAILED } from '../contract/calls/api-error.ts'
import { apiErrorFrom } from '../contract/calls/client.ts'
import { freshToken, onUnauthorized } from './api.ts'

/**
 * Fetches a file that needs a token, with the name that the server gives it. As `call` does, it renews a token that the
 * server no longer takes, and rejects with an `ApiError`.
 */
export async function fetchWithToken(url: string, signal?: AbortSignal): Promise<File> {
  return send(url, { token: await freshToken(), signal, isAgain: false })
}

type Try = { token: string | undefined; signal: AbortSignal | undefined; isAgain: boolean }

async function send(url: string, { token, signal, isAgain }: Try): Promise<File> {
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(url, { headers, signal: signal ?? null }).catch(networkFailed)
  if (response.ok) {
    const [, name = 'file'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    const content = await response.blob().catch(networkFailed)
    return new File([content], name, { type: content.type })
  }
  const error = apiErrorFrom(response, await response.json().catch(() => undefined))
  if (!endsSession(error)) throw error
  const next = await onUnauthorized({ code: error.code, token, isAgain })
  if (typeof next !== 'string' || isAgain) throw error
  return send(url, { token: next, signal, isAgain: true })
}

function networkFailed(): never {
  throw new ApiError(NETWORK_FAILED, { status: 0 })
}
