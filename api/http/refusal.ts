import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, type RefusalBody, type RefusalCode } from '../../contract/refusals.ts'

/** Turns whatever was thrown into the one error shape. What is not ours to say is logged, never answered. */
export function answerError(error: FastifyError | Refusal | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = hasLeft(request) ? new Refusal('bad-request') : asRefusal(error)
  request.refusedAs = refusal.code
  if (refusal.status >= 500) request.log.error({ error: described(error) }, 'failed')
  if (refusal.retryAfter) reply.header('Retry-After', refusal.retryAfter)
  reply
    .code(refusal.status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(bodyOf(refusal))
}

/** Whoever asked went away in the middle of asking, which is no fault of the server. */
function hasLeft({ raw }: FastifyRequest): boolean {
  return raw.destroyed && raw.complete === false
}

function described({ name, message, stack, cause }: Error): object {
  return { name, message, stack, ...(cause instanceof Error ? { cause: cause.message } : {}) }
}

export function bodyOf({ code, message }: Refusal): RefusalBody {
  return { success: false, error: { code, message } }
}

function asRefusal(error: FastifyError | Refusal | Error): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseAway(error)) return new Refusal('unavailable', { retryAfter: 2 })
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  return new Refusal(codeByStatus[status] ?? (status < 500 ? 'bad-request' : 'internal'))
}

const codeByStatus: Record<number, RefusalCode> = {
  // Of a folder, or a path out of it: what may not be had is not there.
  403: 'not-found',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  415: 'unsupported-media-type',
  503: 'unavailable',
}

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '57014',
])
const AWAY_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|database is locked|database or disk is full|disk I\/O error/

/** The database did not answer, is full, or is shutting down: trying again later can help. */
function isDatabaseAway(error: Error): boolean {
  return AWAY.has(String((error as { code?: unknown }).code)) || AWAY_WORDS.test(error.message)
}
