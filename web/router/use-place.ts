import { useSyncExternalStore } from 'react'
import type { Params } from './path.ts'
import { currentPlace, onNavigation, type Pending, pendingPlace, type ShownScreen } from './router.ts'

/** The place that is shown, not the one that is loading. */
export function usePlace(): ShownScreen {
  return usePlaceIfAny() as ShownScreen
}

/** Undefined in the prerendered page, which has no router. */
export function usePlaceIfAny(): ShownScreen | undefined {
  return useSyncExternalStore(onNavigation, currentPlace, () => undefined)
}

/** The place that was asked for, from the tap until its screen is complete. */
export function usePending(): Pending | undefined {
  return useSyncExternalStore(onNavigation, pendingPlace, () => undefined)
}

/** The values in the path of the shown place. */
export function useParams(): Params {
  return usePlace().params
}
