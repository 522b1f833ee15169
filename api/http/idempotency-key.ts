import { ApiError } from '../../contract/calls/api-error.ts'

/** Throws for a malformed key: ignoring it would lose its protection. */
export function idempotencyKeyIn(headers: Record<string, unknown>): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key)) throw new ApiError('bad-request')
  return key
}
