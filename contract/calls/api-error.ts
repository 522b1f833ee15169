import * as v from 'valibot'
import { errorCodes } from './error-codes.ts'

/** The body of every error response. */
export const ErrorBody = v.object({
  success: v.literal(false),
  error: v.object({ code: v.string(), message: v.string() }),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>

export type ErrorCode = keyof typeof errorCodes

/** Thrown by handlers, and by the client when a call fails. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  /** Seconds until another try makes sense, if the server said so. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode | (string & {}),
    options: { message?: string; status?: number; retryAfter?: number } = {},
  ) {
    const [status, message] = Object.hasOwn(errorCodes, code) ? errorCodes[code as ErrorCode] : ([400, code] as const)
    super(options.message ?? message)
    this.name = 'ApiError'
    this.code = code
    this.status = options.status ?? status
    this.retryAfter = options.retryAfter
  }
}

/** The session is over, or its account is blocked. */
export function endsSession({ status, code }: ApiError): boolean {
  return status === 401 || code === 'auth/login-blocked'
}

/** The network failed: nobody knows whether the request arrived. */
export const NETWORK_FAILED = 'auth/network-request-failed'

/** Another try may succeed: nobody replied, or the server was busy or broken. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (isNetworkFailure(error) || error.status === 429 || error.status >= 500)
}

/** Nobody knows whether the request arrived. Any other error is the server's own. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof ApiError && error.code === NETWORK_FAILED
}
