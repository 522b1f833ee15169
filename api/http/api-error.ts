import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorBody, type ErrorCode } from '../../contract/calls/api-error.ts'
import { databaseProblemIn } from '../database/failures/database-problem.ts'

type AnyError = FastifyError | ApiError | Error

/** Turns any thrown error into the one error shape. Errors that are not ours are logged and never shown. */
export function sendError(error: AnyError, request: FastifyRequest, reply: FastifyReply): void {
  const apiError = noteError(error, request, reply)
  reply.type('application/json; charset=utf-8').send(bodyOf(apiError))
}

/** Logs an error, and sets the status and the headers that say what a client may do. The caller sends the body. */
export function noteError(error: AnyError, request: FastifyRequest, reply: FastifyReply): ApiError {
  const apiError = hasLeft(request) ? new ApiError('bad-request') : toApiError(error)
  request.errorCode = apiError.code
  if (apiError.status >= 500) {
    request.log.error({ error: described(error) }, whatFailed(error))
    // A person who reports the error can name its line in the log by this id.
    reply.header('X-Request-Id', request.id)
  }
  // RFC 9110, 15.5.2
  if (apiError.status === 401) reply.header('WWW-Authenticate', 'Bearer')
  if (apiError.retryAfter) reply.header('Retry-After', apiError.retryAfter)
  reply.code(apiError.status).header('Cache-Control', 'no-store')
  return apiError
}

/** The client closed the connection before its request was complete. */
function hasLeft({ raw }: FastifyRequest): boolean {
  return raw.destroyed && raw.complete === false
}

/** The words that an operator searches the log for. */
function whatFailed(error: Error): string {
  return databaseProblemIn(error) === 'full' ? 'disk full' : 'request failed'
}

function described({ name, message, stack, cause }: Error): object {
  return { name, message, stack, ...(cause instanceof Error ? { cause: reasonsOf(cause) } : {}) }
}

/** The whole chain of causes: fetch itself only says that it failed. */
function reasonsOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  const own = code && !error.message.includes(code) ? `${error.message} (${code})` : error.message
  const first = error instanceof AggregateError && own === '' ? error.errors[0] : error.cause
  return first instanceof Error ? [own, reasonsOf(first)].filter(Boolean).join(': ') : own
}

export function bodyOf({ code, message }: ApiError): ErrorBody {
  return { success: false, error: { code, message } }
}

/** For the few responses that are written without Fastify. */
export function writtenError(error: ApiError): { headers: Record<string, string | number>; body: string } {
  const body = JSON.stringify(bodyOf(error))
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(error.retryAfter ? { 'Retry-After': error.retryAfter } : {}),
  }
  return { headers, body }
}

function toApiError(error: AnyError): ApiError {
  if (error instanceof ApiError) return error
  if (databaseProblemIn(error)) return new ApiError('unavailable', { retryAfter: 2 })
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  return new ApiError(codeByStatus[status] ?? (status < 500 ? 'bad-request' : 'internal'))
}

const codeByStatus: Record<number, ErrorCode> = {
  // The path of a folder, or one that leads out of it: the client does not learn whether it exists.
  403: 'not-found',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  415: 'unsupported-media-type',
  503: 'unavailable',
}
