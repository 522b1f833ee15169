import { ApiError } from '../../../contract/calls/api-error.ts'

/** Asks the client to try again after the storage failed: a full disk, a bucket that does not answer. */
export function unavailable(error: unknown): never {
  if (error instanceof ApiError) throw error
  const apiError = new ApiError('unavailable', { retryAfter: 5 })
  apiError.cause = error
  throw apiError
}
