import { ApiError } from '../../../contract/calls/api-error.ts'

/** Asks the client to try again when the storage failed: a disk that is full, a bucket that does not answer. */
export function unavailable(error: unknown): never {
  if (error instanceof ApiError) throw error
  const refusal = new ApiError('unavailable', { retryAfter: 5 })
  refusal.cause = error
  throw refusal
}
