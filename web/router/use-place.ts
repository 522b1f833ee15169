import { useSyncExternalStore } from 'react'
import type { Params } from './path.ts'
import { currentPlace, type Pending, pendingPlace, type Shown, subscribe } from './router.ts'

/** The place that is shown, not yet the one that is on its way. */
export function usePlace(): Shown {
  return usePlaceIfAny() as Shown
}

/** In the prerendered page there is no router, and so no place. */
export function usePlaceIfAny(): Shown | undefined {
  return useSyncExternalStore(subscribe, currentPlace, () => undefined)
}

/** The place that was asked for, from the tap until its screen is complete. */
export function usePending(): Pending | undefined {
  return useSyncExternalStore(subscribe, pendingPlace, () => undefined)
}

/** The values in the address of the place that is shown. */
export function useParams(): Params {
  return usePlace().params
}
