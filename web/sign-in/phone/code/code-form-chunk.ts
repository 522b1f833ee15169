import { ApiError, NETWORK_FAILED } from '../../../../contract/calls/api-error.ts'
import { lazy } from '../../../ui/lazy.ts'

/** The second step, which travels while the first is filled in. */
export const codeForm = lazy(async () => {
  // What a piece needs and could not get stays missing until the page is reloaded: without a network nobody tries.
  if (!navigator.onLine) throw new ApiError(NETWORK_FAILED)
  return import('./code-form.tsx')
})
