import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Storage } from './storage.ts'

/** Asks the client to try again after the storage failed: a full disk, a bucket that does not answer. */
export function throwUnavailable(error: unknown): never {
  if (error instanceof ApiError) throw error
  const apiError = new ApiError('unavailable', { retryAfter: 5 })
  apiError.cause = error
  throw apiError
}

/** A storage whose errors ask the client to try again. */
export function withUnavailable(storage: Storage): Storage {
  return {
    ...storage,
    put: (key, content) => storage.put(key, content).catch(throwUnavailable),
    read: (key, range) => storage.read(key, range).catch(throwUnavailable),
    stat: key => storage.stat(key).catch(throwUnavailable),
    remove: key => storage.remove(key).catch(throwUnavailable),
  }
}
