import { useState } from 'react'
import { ApiError } from '../../contract/calls/api-error.ts'

/** Something that is being changed on the server: whether it is under way, and whether the last time failed. */
export function useChange() {
  const [state, setState] = useState<'idle' | 'busy' | { error: Error }>('idle')
  return {
    isBusy: state === 'busy',
    hasFailed: typeof state === 'object',
    /** Why, where the server said so. */
    code: typeof state === 'object' && state.error instanceof ApiError ? state.error.code : undefined,
    /** Whether it worked. */
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
