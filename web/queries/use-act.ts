import { useRef, useState } from 'react'
import { ApiError } from '../../contract/calls/api-error.ts'

export type ActState = { isBusy: boolean; error: ApiError | undefined }

type Options = {
  /** Each call to `make` is carried out. Otherwise `make` does nothing until the last act has ended. */
  overlaps?: boolean
}

/**
 * A change on the server: whether it is under way, and why the last one failed. A try after a lost reply has the same
 * key, so the server makes the change once. A try after an error of the server has a new key.
 */
export function useAct({ overlaps = false }: Options = {}) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<ApiError>()
  const key = useRef<string>(undefined)

  /** Returns the reply; undefined if it failed. */
  async function make<T>(
    act: (idempotencyKey: string) => Promise<T>,
    onFailure?: (error: ApiError) => void,
  ): Promise<T | undefined> {
    if (isBusy && !overlaps) return undefined
    setIsBusy(true)
    setError(undefined)
    if (overlaps || !key.current) key.current = crypto.randomUUID()
    try {
      const reply = await act(key.current).catch(failure => {
        // The act before this one was done, and only its reply was lost. This act is another one, so it gets a new key.
        if (failure.code !== 'idempotency-key-reused') throw failure
        key.current = crypto.randomUUID()
        return act(key.current)
      })
      key.current = undefined
      return reply
    } catch (failure) {
      const error = failure instanceof ApiError ? failure : new ApiError('internal')
      if (error.status !== 0 && error.status < 500) key.current = undefined
      setError(error)
      onFailure?.(error)
      return undefined
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, error, make, clear: () => setError(undefined) }
}
