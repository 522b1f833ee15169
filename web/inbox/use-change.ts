import { useState } from 'react'
import { ApiError } from '../../contract/calls/api-error.ts'

/** A change on the server: whether it is under way, and whether the last one failed. */
export function useChange() {
  const [state, setState] = useState<'idle' | 'busy' | { error: Error }>('idle')
  return {
    isBusy: state === 'busy',
    hasFailed: typeof state === 'object',
    /** The error code, if the server sent one. */
    code: typeof state === 'object' && state.error instanceof ApiError ? state.error.code : undefined,
    /** Returns whether it succeeded. */
    async make(change: Promise<void>): Promise<boolean> {
      setState('busy')
      const error = await change.then(
        () => undefined,
        (error: Error) => error,
      )
      setState(error ? { error } : 'idle')
      return error === undefined
    },
  }
}
