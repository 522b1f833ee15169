import { useState } from 'react'

/** Something that is being changed on the server: whether it is under way, and whether the last time failed. */
export function useChange() {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  return {
    isBusy: state === 'busy',
    hasFailed: state === 'failed',
    /** Whether it worked. */
    async make(change: Promise<void>): Promise<boolean> {
      setState('busy')
      const worked = await change.then(
        () => true,
        () => false,
      )
      setState(worked ? 'idle' : 'failed')
      return worked
    },
  }
}
