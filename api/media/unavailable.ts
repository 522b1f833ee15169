import { Refusal } from '../../contract/calls/api-error.ts'

/** Has whoever asked try again when the storage failed: a disk that is full, a bucket that does not answer. */
export function unavailable(error: unknown): never {
  if (error instanceof Refusal) throw error
  const refusal = new Refusal('unavailable', { retryAfter: 5 })
  refusal.cause = error
  throw refusal
}
