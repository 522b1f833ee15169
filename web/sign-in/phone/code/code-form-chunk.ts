import { ApiError, NETWORK_FAILED } from '../../../../contract/calls/api-error.ts'
import { lazy } from '../../../ui/lazy.ts'

/** The second step, loaded while the first is filled in. */
export const codeForm = lazy(async () => {
  // A chunk that failed to load stays missing until the page is reloaded, so this does not try without a network.
  if (!navigator.onLine) throw new ApiError(NETWORK_FAILED)
  return import('./code-form.tsx')
})
