import { NETWORK_FAILED, Refusal } from '../../contract/refusals.ts'

let fetched: Promise<typeof import('./code-form.tsx')> | undefined

/** The second step, which travels while the first is filled in. */
export function fetchCodeForm() {
  // What a piece needs and could not get stays missing until the page is loaded anew: without a network nobody tries.
  if (!fetched && !navigator.onLine) return Promise.reject(new Refusal(NETWORK_FAILED))
  fetched ??= import('./code-form.tsx').catch(failure => {
    fetched = undefined
    throw failure
  })
  return fetched
}
